import type { SchemaNode } from "../../../server/core/schema/model.ts";
import type { Dice } from "../../helm/dice.ts";

/** Texts that a careless writer of YAML would change. */
const TEXTS = [
  ...[
    "1",
    "1.10",
    "0x1F",
    "1e3",
    "yes",
    "null",
    "~",
    "",
    " ",
    "<<",
    "2026-01-02",
    "12:30:00",
    "=",
    "!a",
    "*a",
  ],
  ...[
    "a: b",
    "a #b",
    "#a",
    "- a",
    "[a",
    "{{ .Values.a }}",
    "'",
    '"',
    "\\",
    "${a}",
    "a\tb",
    "é\u{1F600}",
    "\u0085\u2028",
  ],
  ...[
    "a\nb",
    "a\nb\n",
    "a\n\n  b\n",
    "a\n\n",
    "\na",
    " a\nb",
    "a\n ",
    "a\n---\nb\n",
    "a\r\nb",
    "a\n# b\n",
    "0\n1",
  ],
];
const KEYS = ["app", "1", "on", "a.b/c", "a: b", "x y", "#", ""];

/** Values as someone may have set them for a release: defaults of the chart, other values, nulls, and what the chart does not have. */
export function randomRelease(dice: Dice, root: SchemaNode): Readonly<Record<string, unknown>> {
  return mapping(dice, root, 0) as Record<string, unknown>;
}

function mapping(dice: Dice, node: SchemaNode, depth: number): object {
  const entries: (readonly [string, unknown])[] = [];
  for (const [key, child] of node.properties) {
    const isRequired = child.annotations.requiredForInstall === true;
    if (isRequired) entries.push([key, `${dice.pick(["a", "b"])}.example.com`]);
    else if (child.annotations.meaning === "component" || dice.oneIn(4))
      entries.push([key, value(dice, child, depth + 1)]);
  }
  if (dice.oneIn(5)) entries.push([dice.pick(KEYS), dice.pick(TEXTS)]);
  // Helm lists keys in the order of their letters.
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function value(dice: Dice, node: SchemaNode, depth: number): unknown {
  if (node.properties.size > 0 && node.annotations.meaning === "component") return mapping(dice, node, depth);
  if (node.hasDefault && dice.oneIn(3)) return node.default;
  if (dice.oneIn(12)) return null;
  if (node.allowed !== undefined) return dice.pick(node.allowed);
  const type = node.types.length === 0 ? "string" : dice.pick(node.types);
  switch (type) {
    case "object":
      if (node.properties.size > 0 && depth < 6) return mapping(dice, node, depth);
      return Object.fromEntries(dice.several(0, 2, () => [dice.pick(KEYS), dice.pick(TEXTS)]));
    case "array":
      return depth > 5 ? [] : dice.several(0, 2, () => (node.items ? value(dice, node.items, depth + 1) : 1));
    case "string":
      return dice.oneIn(2) ? dice.pick(TEXTS) : "plain";
    case "boolean":
      return dice.oneIn(2);
    case "null":
      return null;
    default:
      return Math.min((node.minimum ?? 0) + dice.below(3), node.maximum ?? Number.MAX_SAFE_INTEGER);
  }
}

/** Values as JSON that Helm reads as a values file: YAML folds lines at more characters. */
export function yamlOf(values: object): string {
  const code = (character: string) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(values).replace(/[\u0085\u2028\u2029]/g, (one) => `\\u${code(one)}`);
}
