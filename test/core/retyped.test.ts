import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import type { ChartReference } from "../../server/core/chart/chart.ts";
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import { spreadFrom } from "../support/effort.ts";
import { type CorpusFile, GOOD_FILES, MISTAKES, withCarriageReturns } from "./support/corpus.ts";
import { analyse, engine, markCursor } from "./support/engine.ts";
import { inPublishedWords, TWIN } from "./support/published-words.ts";
import { keyByKey, TYPED_TEXTS } from "./support/typed-texts.ts";

/*
 * Whole files are typed key by key, half of them in an editor that closes brackets and quotes. With each key, nothing is above a hint
 * except problems that remain when the file is finished: neither on the line that is being typed, nor on those left unchanged. That includes
 * keys that are required: they are hints while the user is typing in the block that lacks them or, if there is none yet, in the last
 * one of the file. Hints are allowed anywhere.
 */

interface Typed extends CorpusFile {
  readonly chart?: ChartReference;
  readonly closes: boolean;
}

const typed: readonly Typed[] = [...TYPED_TEXTS, ...GOOD_FILES].map((file, index): Typed => {
  const { name, kind, text } = index % 3 === 1 ? withCarriageReturns(file) : file;
  const closes = index % 2 === 0;
  const isPublished = index % 4 > 1 && kind === "values";
  return isPublished
    ? {
        name: `${name} in the words of the published chart`,
        kind,
        text: inPublishedWords(text),
        chart: TWIN,
        closes,
      }
    : { name, kind, text, closes };
});

/** So many files are always tried with every key. */
const THOROUGH = 10;

/** The diagnostics above the severity hint: those that are underlined or color the name of the file. */
async function loud(
  text: string,
  kind: DocumentKind,
  typedAt: readonly number[] = [],
  chart?: ChartReference,
): Promise<string[]> {
  const found = await engine.diagnostics(analyse(text, kind, chart), typedAt);
  return found.filter(({ severity }) => severity !== DiagnosticSeverity.Hint).map(placeAndCode);
}

function placeAndCode({ range, code }: Diagnostic): string {
  return `line ${range.start.line + 1}: ${code}`;
}

async function typesAll(
  { kind, chart, text, closes }: Typed,
  tries: (key: number) => boolean,
): Promise<void> {
  const finished = await loud(text, kind, [], chart);
  for (const [key, { text: now, offset }] of keyByKey(text, closes).entries()) {
    if (!tries(key) && !/\n$/.test(now.slice(0, offset))) continue;
    const early = (await loud(now, kind, [offset], chart)).filter((found) => !finished.includes(found));
    assert.deepEqual(early, [], markCursor(now, offset).slice(-300));
  }
}

for (const [index, file] of typed.entries()) {
  test(`${file.kind} file ${file.name}, typed from its first letter to its last`, async () => {
    assert.deepEqual(await loud(file.text, file.kind, [], file.chart), []);
    const some = new Set(spreadFrom(index % 10, file.text.length));
    await typesAll(file, (key) => index < THOROUGH || some.has(key));
  });
}

test("enough files are typed", () => {
  assert.ok(typed.length >= 50);
});

test("the example with mistakes, typed from its first letter to its last", async () => {
  const some = new Set(spreadFrom(0, MISTAKES.length));
  await typesAll({ name: "mistakes", kind: "values", text: MISTAKES, closes: false }, (key) => some.has(key));
});

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
