import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EVENT_ID, parseEvents, SCALAR_STYLE, YAMLException } from "js-yaml";
import type { CompletionItem } from "vscode-languageserver-types";
import { refusalOf } from "../../server/core/values/helm-value.ts";
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { effort } from "../support/effort.ts";
import { acceptItem, completionsAt } from "./support/check-completion.ts";
import { type DamagedFile, damagedFiles } from "./support/damaged-files.ts";
import { markCursor } from "./support/engine.ts";

/*
 * Wherever the cursor is, accepting an item leaves comments and other quoted strings as they are, and a text that could be read
 * before can still be read.
 */

const QUOTED: readonly number[] = [SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED];

interface Source {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The comments and quoted strings of a text; `undefined` if js-yaml cannot read it. */
function sourcesIn(text: string): Source[] | undefined {
  try {
    const quoted: Source[] = [];
    const scalars: { start: number; end: number }[] = [];
    for (const event of parseEvents(text, {})) {
      if (event.type !== EVENT_ID.SCALAR) continue;
      const isQuoted = QUOTED.includes(event.style);
      const [start, end] = isQuoted
        ? [event.valueStart - 1, event.valueEnd + 1]
        : [event.valueStart, event.valueEnd];
      scalars.push({ start, end });
      if (isQuoted) quoted.push({ start, end, text: text.slice(start, end) });
    }
    const comments = [...text.matchAll(/(?<![^\s\uFEFF])#[^\r\n]*/g)]
      .map(({ 0: source, index }) => ({ start: index, end: index + source.length, text: source }))
      .filter(({ start }) => !scalars.some((scalar) => scalar.start <= start && start < scalar.end));
    return [...quoted, ...comments];
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

function isReadable(text: string): boolean {
  const file = parseYaml(text);
  return file.problems.length === 0 && refusalOf(file, 3) === undefined;
}

function countOf(sources: readonly Source[], text: string): number {
  return sources.filter((source) => source.text === text).length;
}

/** A quoted string at the cursor is what the item replaces, or a part of a comment for this tool; no other comment is. */
function isAtCursor({ start, end, text }: Source, offset: number): boolean {
  return (!text.startsWith("#") || /^#\s*cap/.test(text)) && start <= offset && offset <= end;
}

function checkItem(text: string, offset: number, item: CompletionItem): void {
  const before = sourcesIn(text);
  const accepted = acceptItem(text, item);
  if (!before || !isReadable(text)) return;
  assert.ok(isReadable(accepted.text), "it cannot be read");
  const after = sourcesIn(accepted.text) ?? [];
  for (const source of before.filter((one) => !isAtCursor(one, offset))) {
    const lost = countOf(before, source.text) - countOf(after, source.text);
    const replaced = before.filter((one) => one.text === source.text && isAtCursor(one, offset)).length;
    assert.ok(lost <= replaced, `${source.text} is lost`);
  }
}

/** An offset in a text, often next to something that must not be harmed. */
function offsetIn(text: string): fc.Arbitrary<number> {
  const delicate = [...text.matchAll(/[#"'&!,\]}]|: ?|- /g)].flatMap(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
  const any = fc.nat({ max: text.length });
  return delicate.length === 0 ? any : fc.oneof(fc.constantFrom(...delicate), any);
}

const MOST_ITEMS = 6;

function checkAt({ text, kind }: { text: string; kind: DocumentKind }, offset: number): void {
  if (text.slice(offset - 1, offset + 1) === "\r\n" || text.charAt(offset) === "\uFEFF") return;
  const items = completionsAt(markCursor(text, offset), { kind });
  const step = Math.max(1, Math.floor(items.length / MOST_ITEMS));
  for (const item of items.filter((_, index) => index % step === 0)) {
    try {
      checkItem(text, offset, item);
    } catch (error) {
      const becomes = `${markCursor(text, offset)}\n--- becomes\n${acceptItem(text, item).text}`;
      throw new Error(`"${item.label}" at:\n${becomes}`, { cause: error });
    }
  }
}

const places: fc.Arbitrary<{ file: DamagedFile; offset: number }> = damagedFiles.chain((file) =>
  offsetIn(file.text).map((offset) => ({ file, offset })),
);

test("accepting an item harms no comment and no other quoted string, and a readable text stays readable", () => {
  fc.assert(
    fc.property(places, ({ file, offset }) => checkAt(file, offset)),
    effort(1500),
  );
});
