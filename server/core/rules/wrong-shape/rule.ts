import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import { placesIn } from "../../semantics/places.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor, isUnshared } from "../engine/anchors.ts";
import { fixWith } from "../engine/fix.ts";
import { listOf } from "../engine/list-of.ts";
import { nameOf } from "../engine/meanings.ts";
import type { Edit, Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { withOtherKeys } from "../topics/other-key.ts";
import { type LoneName, mayHaveShapeFaults, shapeFault, type WrongShape } from "../topics/shapes.ts";
import { couldStand } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "wrong-shape",
  severity: "error",
  docs: {
    what: "A value does not have the shape that the key takes, but the right shape is clear: text instead of a mapping that requires one key, a whole image instead of its repository and tag, `true` instead of a mapping that has a switch, a list without the one key that should hold it, or a list of labels instead of a mapping.",
    why: "A chart with a schema refuses it; otherwise Kubernetes refuses what the templates render.",
    wrong: "imagePullSecrets:\n  - regcred",
    right: "imagePullSecrets:\n  - name: regcred",
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
  const { node, property } = place;
  const isBlock = (node.type === "object" || node.type === "array") && !node.alias;
  return {
    ...rangeOf(isBlock && property ? property.keyNode : node),
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
  const name = nameOf(place);
  switch (shape.kind) {
    case "name":
      return l10n.t("{0} takes a mapping. Write {1}.", name, written(shape));
    case "lone-name":
      return l10n.t("{0} takes a list of mappings. Write {1}.", name, written(shape));
    case "image":
      return l10n.t("{0} takes a mapping. Write {1} below it.", name, partsText(shape.parts));
    case "switch":
      return l10n.t("{0} takes a mapping. Write {1} below it.", name, `${shape.key}: ${shape.node.value}`);
    case "keyless":
      return l10n.t("{0} takes a mapping. Write the list under {1}.", name, shape.key);
    case "mapping": {
      const { key, value } = shape.keys;
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
    case "image":
      return l10n.t("Write {0}", partsText(shape.parts));
    case "switch":
      return l10n.t("Write {0}", `${shape.key}: ${shape.node.value}`);
    case "keyless":
      return l10n.t("Write it under {0}", shape.key);
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

function partsText(parts: ImageShape["parts"]): string {
  return listOf(
    parts.map((part) => shown(partLine(part))),
    "and",
  );
}

function partLine([key, value]: ImageShape["parts"][number]): string {
  return `${key}: ${scalarText(value)}`;
}

/** If the value would be wrong in the right shape too, the user decides. */
function isValidName(shape: WrongShape): boolean {
  return shape.kind === "switch" || !("value" in shape) || couldStand(shape.node, shape.value);
}

function isMovable({ node, property }: Place): boolean {
  return property ? !holdsAnchor(property) : isUnshared(node);
}

function rewrite(context: RuleContext, place: Place, shape: WrongShape): Edit[] {
  switch (shape.kind) {
    case "name":
    case "lone-name":
      return nameEdits(context, place, shape);
    case "image":
      return isOneLine(context, shape.node) ? below(context, place, shape.parts.map(partLine)) : [];
    case "switch":
      return below(context, place, [`${shape.key}: ${shape.node.value}`]);
    case "keyless":
      return keyEdits(context.analysis, place, shape);
    case "mapping":
      return listEdits(context, shape);
    case "list":
      return mappingEdits(context.analysis, shape);
  }
}

/** Whether a value can be written anew: it is on one line, and nothing refers to it. */
function isOneLine({ analysis }: RuleContext, node: ValueNode): boolean {
  return node.anchor === undefined && !/[\r\n]/.test(sourceOf(analysis.file.text, node));
}

function nameEdits(context: RuleContext, { property }: Place, { kind, node, key }: LoneName): Edit[] {
  if (!isOneLine(context, node)) return [];
  const line = `${key}: ${sourceOf(context.analysis.file.text, node)}`;
  const parent = property ? property.parent : node.parent;
  const inBrackets = (parent?.type === "array" || parent?.type === "object") && parent.flow;
  if (inBrackets) return replaced(node, kind === "name" ? `{ ${line} }` : `[{ ${line} }]`);
  if (!property) return kind === "name" ? replaced(node, line) : [];
  return context.document.at(property).edit.writeBelow([kind === "name" ? line : `- ${line}`]);
}

/** Writes lines below the key of a place, or into brackets where that cannot be. */
function below({ document }: RuleContext, { node, property }: Place, lines: readonly string[]): Edit[] {
  const edits = property ? document.at(property).edit.writeBelow(lines) : [];
  return edits.length > 0 ? edits : replaced(node, `{ ${lines.join(", ")} }`);
}

/** Writes the key above the list, which is indented further if it would not be under the key otherwise. */
function keyEdits({ lines, style }: Analysis, { property }: Place, shape: KeylessShape): Edit[] {
  const { node, key } = shape;
  if (!property || node.flow || property.colonOffset === undefined) return [];
  const columnOf = (offset: number) => offset - lines.start(lines.lineAt(offset));
  const column = columnOf(property.offset) + style.indent;
  const shift = Math.max(column - columnOf(node.offset), 0);
  const [first, last] = [lines.lineAt(node.offset), lines.lineAt(node.offset + node.length - 1)];
  if (first === lines.lineAt(property.colonOffset)) return [];
  const edits = [{ line: first, text: `${" ".repeat(column)}${key}:${style.lineBreak}` }];
  for (let line = first; line <= last && shift > 0; line++) {
    if (lines.text(line).trim() !== "") edits.push({ line, text: " ".repeat(shift) });
  }
  return edits.map(({ line, text }) => ({ start: lines.start(line), end: lines.start(line), text }));
}

type KeylessShape = Extract<WrongShape, { kind: "keyless" }>;
type ImageShape = Extract<WrongShape, { kind: "image" }>;
type MappingShape = Extract<WrongShape, { kind: "mapping" }>;
type ListShape = Extract<WrongShape, { kind: "list" }>;

function listEdits({ analysis, document }: RuleContext, { node, keys }: MappingShape): Edit[] {
  const { file, lines, style } = analysis;
  const labels = node.properties.map(({ keyNode, valueNode }) => ({
    start: keyNode.offset,
    end: valueNode.offset + valueNode.length,
    head: `${keys.key}: ${sourceOf(file.text, keyNode)}`,
    tail: `${keys.value}: ${textOf(file.text, valueNode)}`,
  }));
  if (node.flow)
    return replaced(node, `[${labels.map(({ head, tail }) => `{ ${head}, ${tail} }`).join(", ")}]`);
  if (!node.properties.every((property) => document.at(property).edit.startsLine)) return [];
  if (labels.some(({ head, tail }) => /[\r\n]/.test(head + tail))) return [];
  // One line becomes two; what follows the value stays after it.
  return labels.map(({ start, end, head, tail }) => {
    const pad = " ".repeat(start - lines.start(lines.lineAt(start)) + 2);
    return { start, end, text: `- ${head}${style.lineBreak}${pad}${tail}` };
  });
}

function mappingEdits({ file, lines, style }: Analysis, { node, labels }: ListShape): Edit[] {
  const { text } = file;
  const source = sourceOf(text, node);
  // Comments between the entries would be lost.
  if (/#|[|>][-+\d]*\s*[\r\n]/.test(source)) return [];
  const written = labels.map(({ key, value }) => `${sourceOf(text, key)}: ${textOf(text, value)}`);
  if (node.flow) return replaced(node, `{ ${written.join(", ")} }`);
  const column = node.offset - lines.start(lines.lineAt(node.offset));
  const owner = node.parent?.type === "property" ? node.parent.offset : node.offset;
  const least = owner - lines.start(lines.lineAt(owner)) + (owner === node.offset ? 0 : style.indent);
  const pad = " ".repeat(Math.max(column, least));
  const missing = " ".repeat(pad.length - column);
  return replaced(node, missing + written.join(style.lineBreak + pad));
}

function replaced({ offset, length }: ValueNode, text: string): Edit[] {
  return [{ start: offset, end: offset + length, text }];
}

function sourceOf(text: string, { offset, length }: ValueNode): string {
  return text.slice(offset, offset + length);
}

/** The value of a label as it is written, or in quotes if Helm would not read it as text. */
function textOf(text: string, node: ValueNode): string {
  const source = sourceOf(text, node);
  return node.type === "number" || node.type === "boolean" ? JSON.stringify(source) : source;
}
