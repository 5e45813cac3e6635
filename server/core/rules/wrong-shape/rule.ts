import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import { placesIn } from "../../semantics/places.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor, isUnshared } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import { markOf } from "../engine/meanings.ts";
import type { Edit, Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, placeName } from "../engine/sentences.ts";
import { withOtherKeys } from "../topics/other-key.ts";
import { type LoneName, mayHaveShapeFaults, shapeFault, type WrongShape } from "../topics/shapes.ts";
import { wouldBeValid } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "wrong-shape",
  severity: "error",
  docs: {
    what: "A value does not have the shape that the key takes, but the right shape is clear: text instead of a mapping that requires one key, a whole image instead of its repository and tag, `true` instead of a mapping that has a switch, a list without the one key that should hold it, or a list of labels instead of a mapping.",
    why: "A chart with a schema rejects it; otherwise Kubernetes rejects what the templates render.",
    fix: "Writes the value in the right shape, changes the key to the one that it was meant for, or removes it.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const place of placesIn(context.groups.filter(mayHaveShapeFaults))) {
      const shape = shapeFault(place);
      if (shape) findings.push(finding(context, place, shape));
    }
    return findings;
  },
};

function finding(context: RuleContext, place: Place, shape: WrongShape): Finding {
  const { node } = place;
  return {
    ...rangeOf(markOf(place)),
    about: node,
    message: sentence(place, shape),
    fixes: () => {
      // Elsewhere the same value may be right as it is.
      const edits = node.alias || node.tag !== undefined ? [] : rewrite(context, place, shape);
      const preferred = isMovable(place) && isValidName(shape);
      return withOtherKeys(context, place, fixWith(title(shape), edits, { preferred }));
    },
  };
}

function sentence(place: Place, shape: WrongShape): string {
  const name = placeName(place);
  switch (shape.kind) {
    case "name":
      return l10n.t("{0} takes a mapping. Write {1}.", name, written(shape));
    case "lone-name":
      return l10n.t("{0} takes a list of mappings. Write {1}.", name, written(shape));
    case "keys":
      return l10n.t("{0} takes a mapping. Write {1} below it.", name, keysText(shape));
    case "keyless":
      return l10n.t("{0} takes a mapping. Write the list under {1}.", name, shape.key);
    case "mapping": {
      const { key, value } = shape.entry;
      return l10n.t("{0} takes a list. Write each entry as {1} and {2}.", name, key, value);
    }
    case "list":
      return l10n.t("{0} takes a mapping, not a list. Write each entry as key: value.", name);
  }
}

function title(shape: WrongShape): string {
  switch (shape.kind) {
    case "name":
    case "lone-name":
      return l10n.t("Write {0}", written(shape));
    case "keys":
      return l10n.t("Write {0}", keysText(shape));
    case "keyless":
      return l10n.t("Move it to {0}", shape.key);
    case "mapping":
      return l10n.t("Make it a list");
    case "list":
      return l10n.t("Make it a mapping");
  }
}

/** A lone name with its key, as a sentence shows it. */
function written({ kind, key, node }: LoneName): string {
  const text = shown(scalarText(node.value.replace(/\s+/g, " ")));
  return kind === "name" ? `${key}: ${text}` : `- ${key}: ${text}`;
}

function keysText(shape: KeysShape): string {
  return joinNames(
    linesOf(shape).map((line) => shown(line)),
    "and",
  );
}

function linesOf({ keys }: KeysShape): string[] {
  return keys.map(([key, value]) => `${key}: ${scalarText(value)}`);
}

/** If the value would be wrong in the right shape too, the user decides. */
function isValidName(shape: WrongShape): boolean {
  return !("value" in shape) || wouldBeValid(shape.node, shape.value);
}

function isMovable({ node, property }: Place): boolean {
  return property ? !holdsAnchor(property) : isUnshared(node);
}

function rewrite(context: RuleContext, place: Place, shape: WrongShape): Edit[] {
  switch (shape.kind) {
    case "name":
    case "lone-name":
      return nameEdits(context, place, shape);
    case "keys":
      return isOneLine(context, shape.node) ? writtenBelow(context, place, linesOf(shape)) : [];
    case "keyless":
      return context.document.at(shape.node).edit.wrapInKey(shape.key);
    case "mapping":
      return listEdits(context, shape);
    case "list":
      return mappingEdits(context, shape);
  }
}

/** True if a value can be rewritten: it is on one line, and nothing refers to it. */
function isOneLine({ analysis }: RuleContext, node: ValueNode): boolean {
  return node.anchor === undefined && !/[\r\n]/.test(analysis.source(node));
}

function nameEdits(context: RuleContext, { property }: Place, { kind, node, key }: LoneName): Edit[] {
  if (!isOneLine(context, node)) return [];
  const line = `${key}: ${context.analysis.source(node)}`;
  const { edit } = context.document.at(node);
  const parent = property ? property.parent : node.parent;
  const inBrackets = (parent?.type === "array" || parent?.type === "object") && parent.flow;
  if (inBrackets) return edit.replace(kind === "name" ? `{ ${line} }` : `[{ ${line} }]`);
  if (!property) return kind === "name" ? edit.replace(line) : [];
  return edit.writeBelow([kind === "name" ? line : `- ${line}`]);
}

/** Writes lines below the key of a place, or into brackets where that cannot be. */
function writtenBelow({ document }: RuleContext, { node }: Place, lines: readonly string[]): Edit[] {
  const { edit } = document.at(node);
  const edits = edit.writeBelow(lines);
  return edits.length > 0 ? edits : edit.replace(`{ ${lines.join(", ")} }`);
}

type KeysShape = Extract<WrongShape, { kind: "keys" }>;
type MappingShape = Extract<WrongShape, { kind: "mapping" }>;
type ListShape = Extract<WrongShape, { kind: "list" }>;

function listEdits(context: RuleContext, { node, entry }: MappingShape): Edit[] {
  const { analysis, document } = context;
  const { lines, style } = analysis;
  const labels = node.properties.map(({ keyNode, valueNode }) => ({
    start: keyNode.offset,
    end: valueNode.offset + valueNode.length,
    head: `${entry.key}: ${analysis.source(keyNode)}`,
    tail: `${entry.value}: ${labelSource(analysis, valueNode)}`,
  }));
  if (node.flow) {
    const items = labels.map(({ head, tail }) => `{ ${head}, ${tail} }`);
    return document.at(node).edit.replace(`[${items.join(", ")}]`);
  }
  if (!node.properties.every((property) => document.at(property).edit.startsLine)) return [];
  if (labels.some(({ head, tail }) => /[\r\n]/.test(head + tail))) return [];
  // One line becomes two; the rest of the line stays after the value.
  return labels.map(({ start, end, head, tail }) => {
    const pad = " ".repeat(lines.columnOf(start) + 2);
    return { start, end, text: `- ${head}${style.lineBreak}${pad}${tail}` };
  });
}

function mappingEdits({ analysis, document }: RuleContext, { node, labels }: ListShape): Edit[] {
  const { lines, style } = analysis;
  // Comments between the entries would be lost.
  if (/#|[|>][-+\d]*\s*[\r\n]/.test(analysis.source(node))) return [];
  const written = labels.map(({ key, value }) => `${analysis.source(key)}: ${labelSource(analysis, value)}`);
  const { edit, property } = document.at(node);
  if (node.flow) return edit.replace(`{ ${written.join(", ")} }`);
  const column = lines.columnOf(node.offset);
  const pad = Math.max(column, property ? lines.columnOf(property.offset) + style.indent : 0);
  const indented = written.join(style.lineBreak + " ".repeat(pad));
  return edit.replace(" ".repeat(pad - column) + indented);
}

/** The value of a label as it is written, or in quotes if Helm would not read it as text. */
function labelSource(analysis: Analysis, node: ValueNode): string {
  const source = analysis.source(node);
  return node.type === "number" || node.type === "boolean" ? JSON.stringify(source) : source;
}
