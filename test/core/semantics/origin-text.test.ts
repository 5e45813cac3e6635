import assert from "node:assert/strict";
import { test } from "node:test";
import { setName } from "../../../server/core/semantics/origin-text.ts";
import type { ReleaseStack } from "../../../server/core/values/release-stack.ts";

test("entries are counted with those of the same flag, in a time that grows with their number", () => {
  let reads = 0;
  const entry = (flag: string, index: number) => ({
    get flag() {
      reads++;
      return flag;
    },
    text: `a${index}=1`,
  });
  const sets = Array.from({ length: 1000 }, (_, index) => entry(index % 2 ? "set-string" : "set", index));
  const stack = {
    helm: 3,
    chart: { name: "x", dependencies: [] },
    files: [],
    sets,
  } as unknown as ReleaseStack;
  const names = sets.map((_, index) => setName(stack, index));
  assert.deepEqual(names.slice(0, 4), ["--set #1", "--set-string #1", "--set #2", "--set-string #2"]);
  assert.equal(names.at(-1), "--set-string #500");
  assert.ok(reads <= 2 * sets.length, `${reads} reads`);
});
