// Patches of texts with so many changes that the shortest patch is not looked for: they make the same text.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { suite, test } from "node:test";
import { applyPatch } from "diff";
import { linePatch } from "../../server/cli/rewriting/line-patch.ts";
import { Dice } from "../helm/dice.ts";

const LINES = 2000;
const text = Array.from({ length: LINES }, (_, index) => `key${index}: ${index % 7}\n`).join("");

/** The text with lines of it replaced, removed, repeated or kept, each with the same chance. */
function changed(dice: Dice, lines: readonly string[]): string {
  const made = lines.flatMap((line) => {
    const way = dice.below(12);
    if (way === 0) return [];
    if (way === 1) return [`${line.trim()}x\n`];
    return way === 2 ? [line, `- ${line}`] : [line];
  });
  return made.join("");
}

suite("patches of many changes", () => {
  test("lead to the other text", () => {
    const dice = new Dice(1);
    for (let round = 0; round < 20; round++) {
      const before = round % 2 === 0 ? text : text.trimEnd();
      const after =
        round % 3 === 0
          ? changed(dice, text.split(/(?<=\n)/))
          : changed(dice, text.split(/(?<=\n)/)).trimEnd();
      assert.equal(applyPatch(before, linePatch("a.yaml", before, after)), after);
    }
  });

  test("are read by Git", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "line-patch-"));
    try {
      const after = `first: 1\n${changed(new Dice(2), text.split(/(?<=\n)/))}last: 1`;
      writeFileSync(path.join(folder, "a.yaml"), text);
      execFileSync("git", ["apply"], { cwd: folder, input: linePatch("a.yaml", text, after) });
      assert.equal(readFileSync(path.join(folder, "a.yaml"), "utf8"), after);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("have what changes with four lines around it, and no more", () => {
    const after = text.replaceAll(/^key\d*00: /gm, `${"inserted: true\n".repeat(40)}$&`);
    const lines = linePatch("a.yaml", text, after).split("\n");
    const count = (sign: string) =>
      lines.filter((line) => line.startsWith(sign) && !/^(?:---|\+\+\+) /.test(line)).length;
    assert.deepEqual([count("+"), count("-"), count(" "), count("@@")], [19 * 40, 0, 19 * 8, 19]);
  });
});
