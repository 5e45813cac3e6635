import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readCanI } from "../../client/kubectl/calls.ts";
import { CALLS, HARMLESS } from "./every-call.ts";

/** Outputs with exit code 0 of a program that is another one, or was cut off. */
const PRINTED: readonly string[] = [
  "",
  "   \t",
  "\ufffd\u0000garbage",
  "Usage: helm [OPTIONS] FILE\n",
  "---\n# Source: mine/templates/x.yaml\napiVersion: v1\nkind: Depl",
  '[{"revision": 1, "status": "depl',
  '"hello"\n',
  '[1, null, "x"]\n',
  "<html><body>Log in</body></html>\n",
  "5\n",
  "{}\n",
  "null\n",
];

/** Valid answers of some calls: empty ones, and texts whose parts look complete. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  // `--ignore-not-found`
  get: ["", "   \t"],
  liveObjects: ["", "   \t"],
  // A chart without CRDs.
  showCrds: ["", "   \t", PRINTED[4] ?? ""],
  // Helm 3 has no method.
  applyMethod: ["{}\n"],
  installedValues: ["{}\n", "null\n"],
  setValuesOf: ["{}\n", "null\n"],
};

/** Calls whose answer is the archive that they write, which is looked for afterwards. */
const WRITES: readonly string[] = ["pullChart", "packChart"];

suite("what no such program prints is no answer", () => {
  for (const [name, callsOf] of Object.entries(CALLS).filter(([call]) => !WRITES.includes(call))) {
    test(name, () => {
      const answered = new Set<string>();
      for (const call of callsOf(HARMLESS)) {
        for (const printed of call ? PRINTED : []) {
          try {
            call?.parse(printed);
            answered.add(printed);
          } catch (error) {
            assert.ok(error instanceof Error);
          }
        }
      }
      assert.deepEqual([...answered].sort(), [...(ANSWERS[name] ?? [])].sort());
    });
  }

  test("whether something is allowed is neither yes nor no then", () => {
    for (const stdout of PRINTED)
      for (const exitCode of [0, 1, 2, 127, undefined])
        assert.equal(readCanI({ exitCode, stdout }), undefined, JSON.stringify([exitCode, stdout]));
  });
});
