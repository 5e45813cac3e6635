// An edit by somebody else while a file is being replaced stays.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { ALL, between, EDITED, folderWithFile, real, replaced } from "./system-calls.ts";

/**
 * The call that last looks at the file, and the one that replaces the file. Another file in its place is not seen between these: no
 * function of Node renames a file only if a certain one is still at the target.
 */
function lastLookAndReplacement(): readonly [look: number, replacement: number] {
  const { file } = folderWithFile();
  let [look, replacement] = [0, 0];
  replaced(file, () =>
    between((call, count, [from, to]) => {
      if (call === "openSync" && from === file && replacement === 0) look = count;
      if (call === "renameSync" && to === file) replacement = count;
    }),
  );
  return [look, replacement];
}

const [LOOK, REPLACEMENT] = lastLookAndReplacement();

suite("an edit by somebody else", () => {
  const edits: Readonly<Record<string, (file: string) => void>> = {
    "into the file": (file) => real.writeFileSync(file, EDITED),
    "as a new file in its place": (file) => {
      real.writeFileSync(`${file}.new`, EDITED);
      real.renameSync(`${file}.new`, file);
    },
  };
  for (const [how, edit] of Object.entries(edits)) {
    test(`${how} is never overwritten, at whatever step it comes`, () => {
      for (let step = 0; step < ALL; step++) {
        if (how !== "into the file" && step > LOOK && step <= REPLACEMENT) continue;
        const { folder, file } = folderWithFile();
        const sentence = replaced(file, () =>
          between((_, count) => {
            if (count === step) edit(file);
          }),
        );
        assert.equal(readFileSync(file, "utf8"), EDITED, `${step}`);
        assert.deepEqual(readdirSync(folder), ["a.yaml"], `${step}`);
        const expected =
          step > REPLACEMENT
            ? undefined
            : "a.yaml has been changed in the meantime, so it is not overwritten.";
        assert.equal(sentence, expected, `${step}`);
      }
    });
  }
});

test("an edit until the last look is not overwritten either where the file system has no hard links", () => {
  for (let step = 0; step <= LOOK; step++) {
    const { folder, file } = folderWithFile();
    const sentence = replaced(file, () =>
      between((call, count) => {
        if (count === step) real.writeFileSync(file, EDITED);
        if (call === "linkSync") throw Object.assign(new Error(call), { code: "EPERM" });
      }),
    );
    assert.equal(sentence, "a.yaml has been changed in the meantime, so it is not overwritten.");
    assert.equal(readFileSync(file, "utf8"), EDITED);
    assert.deepEqual(readdirSync(folder), ["a.yaml"]);
  }
});
