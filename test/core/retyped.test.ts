import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import type { DocumentKind } from "../../server/core/yaml/tree.ts";
import { spreadFrom } from "../support/effort.ts";
import { GOOD_FILES, MISTAKES } from "./support/corpus.ts";
import { analyse, engine } from "./support/engine.ts";

/*
 * Whole files are typed letter by letter. Where somebody is typing, nothing is loud except what is still true when the
 * file is finished, and nothing on the other lines is silenced.
 */

const LONG = 2500;

const texts = [...GOOD_FILES, { name: "of mistakes", kind: "values" as const, text: MISTAKES }].filter(
  ({ text }) => text.length < LONG,
);

/** What makes the name of the file red or yellow. */
async function loud(text: string, kind: DocumentKind, typedAt: readonly number[] = []): Promise<string[]> {
  const found = await engine.diagnostics(analyse(text, kind), typedAt);
  return found
    .filter(({ severity }) => severity !== undefined && severity <= DiagnosticSeverity.Warning)
    .map(placeAndCode);
}

function placeAndCode({ range, code }: Diagnostic): string {
  return `line ${range.start.line + 1}: ${code}`;
}

for (const { name, kind, text } of texts) {
  test(`${kind} file ${name}, typed from its first letter to its last`, async () => {
    const finished = await loud(text, kind);
    for (const end of spreadFrom(1, text.length)) {
      const typed = text.slice(0, end);
      const here = `line ${typed.split("\n").length}:`;
      const early = (await loud(typed, kind, [end])).filter(
        (found) => found.startsWith(here) && !finished.includes(found),
      );
      assert.deepEqual(early, [], typed.slice(-200));
    }
  });
}

describe("each line of the example with mistakes, typed again", () => {
  /** Rules about a key that is missing or is there already: the word that is being typed may become that key. */
  const OF_KEYS = ["required-for-install", "certificate-config-incomplete", "duplicate-key"];
  const lines = MISTAKES.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    test(`line ${index + 1}: ${line}`, async () => {
      const finished = await loud(MISTAKES, "values");
      const block = linesBelow(lines, index);
      const indentation = line.search(/\S/);
      const above = lines.slice(0, index).map((one) => `${one}\n`);
      const below = lines.slice(index + 1).map((one) => `\n${one}`);
      for (const end of spreadFrom(indentation + 1, line.length)) {
        const typed = line.slice(0, end);
        const offset = above.join("").length + end;
        const now = await loud([...above, typed, ...below].join(""), "values", [offset]);
        assert.deepEqual(
          // As long as the comment at the top does not name the chart, the lines below are checked against another one.
          now.filter((found) => !finished.includes(found) && (index > 0 || found.startsWith("line 1:"))),
          [],
          typed,
        );
        const isWhole = typed.includes(":") || typed.trim() === line.trim().replace(/:.*/, "");
        const lost = finished.filter((found) => {
          const [, at = "", code = ""] = /^line (\d+): (.*)$/.exec(found) ?? [];
          if (Number(at) === index + 1 || index === 0 || OF_KEYS.includes(code)) return false;
          return (isWhole || !block.includes(Number(at))) && !now.includes(found);
        });
        assert.deepEqual(lost, [], typed);
      }
    });
  }
});

/** The numbers of the lines indented below a line: the schema knows what they mean only once their key is complete. */
function linesBelow(lines: readonly string[], index: number): number[] {
  const indentation = (line: string) => line.search(/\S|$/);
  const own = indentation(lines[index] ?? "");
  const end = lines.findIndex((line, at) => at > index && line.trim() !== "" && indentation(line) <= own);
  return lines.flatMap((_, at) => (at > index && (end < 0 || at < end) ? [at + 1] : []));
}
