import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { documented, labelsOf, MENDED, missing, runEditor } from "./session.ts";

test("Neovim, configured as documented, shows problems, hovers, completions and the outline, and mends", {
  skip: missing("nvim"),
}, async () => {
  const script = path.join(import.meta.dirname, "neovim-session.lua");
  const args = [
    "--headless",
    "-u",
    "NONE",
    "-i",
    "NONE",
    "-n",
    "-c",
    "filetype on",
    "-c",
    `luafile ${script}`,
  ];
  const seen = await runEditor("nvim", args, { CONFIGURATIONS: JSON.stringify(documented("lua")) });
  assert.equal(seen.failure, undefined);
  assert.deepEqual(
    seen.problems?.map(({ line }) => line),
    [3],
  );
  assert.match(seen.problems?.[0]?.message ?? "", /replicaz/);
  assert.match(seen.hover?.contents.value ?? "", /detailedOperationalMetrics.*boolean/);
  assert.equal(seen.mended, MENDED);
  assert.ok(labelsOf(seen).includes("replicas"), labelsOf(seen).join(", "));
  assert.deepEqual(
    seen.symbols?.map(({ name }) => name),
    ["controller", "subscriptionServer"],
  );
});
