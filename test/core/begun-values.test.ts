import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { ChartReference } from "../../server/core/chart/chart.ts";
import { accepts, type SchemaModel, type SchemaNode } from "../../server/core/schema/model.ts";
import { keyOffers, valueOffers } from "../../server/core/schema/offers.ts";
import { parseDuration } from "../../server/core/schema/types/duration.ts";
import { parseQuantity } from "../../server/core/schema/types/quantity.ts";
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import type { Path } from "../../server/core/yaml/tree.ts";
import { unquoted } from "../../server/core/yaml/unquoted.ts";
import { effort, spread } from "../support/effort.ts";
import { type Asked, acceptItem, completionsAt } from "./support/check-completion.ts";
import { analyse, markCursor } from "./support/engine.ts";
import { knowledge } from "./support/umbrella.ts";

/*
 * A value that is proposed at a place is offered as long as it is being typed, in all styles in which people write it, and accepting it gives
 * the document that has it. Whatever number is typed, what is offered begins with it.
 */

interface Place {
  readonly kind: DocumentKind;
  readonly path: Path;
  readonly node: SchemaNode;
  /** The values that are proposed there although others are possible. */
  readonly texts: readonly string[];
}

const VERSION: ChartReference = { chart: "cap-operator", version: "0.34.0" };
const HEAD = "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\n";
const RESOURCE = knowledge.schemasOfResource("operator.sme.sap.com/v1alpha1").model("operator");

function placesIn(kind: DocumentKind, model: SchemaModel): Place[] {
  const places: Place[] = [];
  const visit = (node: SchemaNode, path: Path, above: readonly SchemaNode[]): void => {
    if (above.includes(node)) return;
    const offers = valueOffers(model, path, { names: [] });
    const texts = offers.flatMap(({ text, isChoice }) => (isChoice || /^[[{]/.test(text) ? [] : [text]));
    if (texts.length > 0) places.push({ kind, path, node, texts });
    for (const { key, node: child } of keyOffers(node, new Set()))
      visit(child, [...path, key], [...above, node]);
    if (node.items) visit(node.items, [...path, 0], [...above, node]);
  };
  visit(model.root, [], []);
  return places;
}

const PLACES = [
  ...placesIn("values", knowledge.schemasOfVersion("0.34.0").model("values")),
  ...placesIn("operator", RESOURCE),
];

function inBlocks(path: Path, value: string, below = false): string {
  const lines = path.map((segment, depth) => {
    const blanks = "  ".repeat(depth);
    return typeof segment === "number" ? `${blanks}- ` : `${blanks}${segment}:`;
  });
  const text = lines.join("\n").replace(/- \n +/g, "- ");
  if (!below) return `${text}${/- $/.test(text) ? "" : " "}${value}`;
  return `${text}\n${"  ".repeat(path.length)}${value}`;
}

function inBrackets(path: Path, value: string): string {
  const [first, ...others] = path;
  const inner = others.reduceRight<string>(
    (within, segment) => (typeof segment === "number" ? `[${within}]` : `{${segment}: ${within}}`),
    value,
  );
  return `${first}: ${inner}`;
}

interface Style {
  readonly write: (path: Path, value: string) => string;
  readonly open?: string;
  readonly close?: string;
}

const STYLES: Readonly<Record<string, Style>> = {
  block: { write: inBlocks },
  "before a comment": { write: (path, value) => `${inBlocks(path, value)} # why` },
  "in brackets": { write: inBrackets },
  "in quotes": { write: inBlocks, open: '"', close: '"' },
  "in single quotes in brackets": { write: inBrackets, open: "'", close: "'" },
  "with an open quote": { write: inBlocks, open: '"' },
  "below its key": { write: (path, value) => inBlocks(path, value, true) },
};

function askedFor(kind: DocumentKind): Asked {
  return { analysed: (text) => analyse(text, kind, VERSION) };
}

const TYPED = "\u0001";

/** The text with what is typed at a place, and where the cursor is. */
function typedAt({ kind, path }: Place, { write, open = "", close = "" }: Style, typed: string) {
  const marked = `${kind === "operator" ? HEAD : ""}${write(path, TYPED)}\n`;
  const start = marked.indexOf(TYPED);
  const text = marked.replace(TYPED, () => open + typed + close);
  return { marked, text, offset: start + open.length + typed.length };
}

function checkPrefix(place: Place, style: Style, text: string, length: number): void {
  const { open = "", close = "" } = style;
  const plain = unquoted(text);
  const typed = plain.slice(0, length);
  const { marked, text: before, offset } = typedAt(place, style, typed);
  const items = completionsAt(markCursor(before, offset), askedFor(place.kind));
  const item = items.find(({ label }) => label === text);
  assert.ok(item, `${text} is not among ${items.map(({ label }) => label).join(", ")}`);
  assert.ok((item.filterText ?? text).startsWith(open + typed), `an editor hides it: ${item.filterText}`);
  const keepsQuotes = close !== "" && accepts(place.node, "string");
  assert.equal(
    acceptItem(before, item).text,
    marked.replace(TYPED, () => (keepsQuotes ? open + plain + close : text)),
  );
}

for (const [name, style] of Object.entries(STYLES)) {
  test(`what is proposed is offered while it is typed, ${name}`, () => {
    const isItem = (place: Place) => typeof place.path.at(-1) === "number";
    for (const place of spread(PLACES.filter((one) => name !== "below its key" || !isItem(one)))) {
      for (const text of place.texts) {
        for (let length = 1; length < unquoted(text).length; length++) {
          // A word with a colon at the end of its line is a key.
          if (name === "below its key" && unquoted(text).charAt(length - 1) === ":") continue;
          try {
            checkPrefix(place, style, text, length);
          } catch (cause) {
            throw new Error(`${place.path.join(".")}: ${unquoted(text).slice(0, length)}`, { cause });
          }
        }
      }
    }
  });
}

test("enough places have values that are proposed", () => {
  assert.ok(PLACES.length > 100, String(PLACES.length));
});

const UNITS = ["", "", "", ".", "m", "M", "G", "K", "h", "s", "Mi", "h3", "x"];
const numbers = fc.tuple(
  fc.oneof(fc.nat({ max: 2000 }), fc.double({ min: 0, max: 9, noNaN: true })),
  fc.constantFrom(...UNITS),
);

test("what is offered for a number goes on from it, and is an amount or a duration where one is needed", () => {
  const styles = Object.values(STYLES);
  fc.assert(
    fc.property(
      fc.constantFrom(...PLACES),
      fc.constantFrom(...styles),
      numbers,
      (place, style, [number, unit]) => {
        const typed = `${Number(number.toFixed(2))}${unit}`;
        const { text, offset } = typedAt(place, style, typed);
        const items = completionsAt(markCursor(text, offset), askedFor(place.kind));
        const values = items.filter(({ kind }) => kind === CompletionItemKind.Value);
        for (const { label } of values) {
          assert.ok(unquoted(label).startsWith(typed), `${label} does not go on from ${typed}`);
          const { meaning } = place.node.annotations;
          if (meaning === "duration") assert.ok((parseDuration(label) ?? 0) > 0, label);
          if (meaning === "memory" || meaning === "cpu") assert.ok(parseQuantity(label), label);
        }
        if (values.length === 1) assert.notEqual(values[0]?.label, typed);
      },
    ),
    effort(2000),
  );
});
