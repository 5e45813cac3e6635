import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Cursor, cursorAt } from "../../../../server/core/yaml/cursor/cursor.ts";
import { Lines } from "../../../../server/core/yaml/lines.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { effort, spread, spreadFrom } from "../../../support/effort.ts";
import { checkTree } from "../check-tree.ts";
import { FIXTURES } from "../fixtures.ts";

const JUNK = [
  "x",
  "  @",
  "\t- {",
  "'",
  '"',
  "[",
  "}",
  "a: b: c",
  "- ",
  "? ",
  ": ",
  "|",
  "&a",
  "*a",
  "---",
  "...",
  "%",
  "#",
  "\0",
  "\uD800",
  "\uFEFF",
];

/** Reads a text and puts the cursor at an offset; whatever the text, nothing throws and every range fits. */
function checkText(text: string, offset: number): void {
  const file = parseYaml(text);
  checkTree(file);
  checkCursor(text, offset, cursorAt(file, new Lines(file), offset));
}

function checkCursor(text: string, offset: number, cursor: Cursor | undefined): void {
  // No editor puts a cursor between the two halves of a line break, or before a byte order mark.
  if (!cursor || text.slice(offset, offset + 1) === "\uFEFF" || text.slice(offset - 1, offset + 1) === "\r\n")
    return;
  assert.ok(
    cursor.start <= offset && offset <= cursor.end && cursor.end <= text.length,
    `the word is at the cursor: ${cursor.start} ${offset} ${cursor.end}: ${JSON.stringify(text.slice(Math.max(0, offset - 30), offset))}`,
  );
  assert.doesNotMatch(text.slice(cursor.start, offset), /\n/);
  for (const segment of cursor.path) assert.ok(typeof segment === "string" || segment >= 0);
  assert.ok(cursor.column >= 0);
}

for (const [name, text] of FIXTURES) {
  test(`${name}, cut at every offset`, () => {
    for (const end of spreadFrom(0, text.length)) checkText(text.slice(0, end), end);
    for (const start of spreadFrom(1, text.length - 1, 3)) checkText(text.slice(start), 0);
  });

  test(`${name}, without each of its lines`, () => {
    const lines = text.split(/(?<=\n)/);
    for (const index of lines.keys()) {
      const above = lines.slice(0, index).join("");
      checkText(above + lines.slice(index + 1).join(""), above.length);
    }
  });

  test(`${name}, with junk on every line`, () => {
    const lines = text.split(/(?<=\n)/);
    for (const index of lines.keys()) {
      const above = lines.slice(0, index).join("");
      const below = lines.slice(index).join("");
      for (const junk of spread(JUNK)) checkText(`${above}${junk}\n${below}`, above.length + junk.length);
    }
  });

  test(`${name}, the cursor at every offset`, () => {
    const file = parseYaml(text);
    const lines = new Lines(file);
    for (let offset = 0; offset <= text.length; offset++) {
      try {
        checkCursor(text, offset, cursorAt(file, lines, offset));
      } catch (error) {
        throw new Error(`at ${JSON.stringify(`${text.slice(Math.max(0, offset - 20), offset)}$0`)}`, {
          cause: error,
        });
      }
    }
  });
}

test("no edit of a text makes anything throw", () => {
  const edit = fc.record({
    at: fc.nat(2000),
    removed: fc.nat(30),
    added: fc.oneof(
      fc.constantFrom(...JUNK, "\n", "  ", "\r\n", "a:\n", "\n- "),
      fc.string({ unit: "binary", maxLength: 5 }),
    ),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...FIXTURES),
      fc.array(edit, { minLength: 1, maxLength: 6 }),
      ([, fixture], edits) => {
        let text = fixture;
        let offset = 0;
        for (const { at: position, removed, added } of edits) {
          const start = position % (text.length + 1);
          text = text.slice(0, start) + added + text.slice(start + removed);
          offset = start + added.length;
        }
        checkText(text, offset);
      },
    ),
    effort(3000),
  );
});

test("no text at all makes anything throw", () => {
  const piece = fc.constantFrom(
    ...JUNK,
    "\n",
    "  ",
    " ",
    "\r\n",
    "a",
    ":",
    "-",
    ",",
    "]",
    "{",
    "key",
    "1",
    "<<",
    "!x",
    ">",
    "\\",
    "\r",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(), (pieces, position) => {
      const text = pieces.join("");
      checkText(text, position % (text.length + 1));
    }),
    effort(5000),
  );
});
