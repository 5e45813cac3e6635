import {
  type InlayHint,
  InlayHintKind,
  type InlayHintLabelPart,
  type Range,
} from "vscode-languageserver-types";
import type { Analysis } from "../analysis.ts";
import type { Path, PropertyNode, ValueNode, ValuesRoot } from "../document/tree.ts";
import { pathText } from "../schema/markdown.ts";
import type { SchemaNode } from "../schema/model.ts";
import { opensLevel } from "../schema/render-defaults.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { InlayHintMode } from "../settings.ts";
import { type HelmNode, toJson } from "../values/helm-tree.ts";
import { originPlace, originText } from "../values/origin-text.ts";
import { fileIndexOf } from "../values/release-stack.ts";
import { type StackValues, stackValues } from "../values/stack-values.ts";
import { isFrom, whatCounts } from "../values/what-counts.ts";

const MOST_KEYS = 3;
const LONGEST_VALUE = 40;

/** A value that counts although it is not written here. */
interface Unwritten {
  readonly path: Path;
  readonly node: HelmNode;
  readonly values: StackValues;
}

/**
 * What applies to keys that a text leaves out or empty, behind the nearest key above them that is written: with
 * `inherited` what components take from the top level, with `all` everything else that is not written here as well.
 */
export function inlayHints(
  analysis: Analysis,
  schemas: Schemas,
  mode: InlayHintMode,
  range: Range,
): InlayHint[] {
  if (mode === "off") return [];
  const [from, to] = [analysis.text.offsetAt(range.start), analysis.text.offsetAt(range.end)];
  return analysis.roots.flatMap((root) => {
    if (root.kind !== "values" || root.node?.type !== "object") return [];
    const found = new HintSearch(analysis, root, schemas, mode).run();
    return [...found]
      .filter(([property]) => property.offset <= to && property.offset + property.length >= from)
      .sort(([a], [b]) => a.offset - b.offset)
      .map(([property, unwritten]) => hintBehind(analysis, property, unwritten));
  });
}

class HintSearch {
  readonly #root: ValuesRoot;
  readonly #schema: SchemaNode;
  readonly #stacks: readonly StackValues[];
  readonly #uri: string;
  readonly #all: boolean;
  readonly #found = new Map<PropertyNode, Unwritten[]>();

  constructor(analysis: Analysis, root: ValuesRoot, schemas: Schemas, mode: InlayHintMode) {
    const model = schemas.model(root.kind);
    this.#root = root;
    this.#schema = model.root;
    this.#uri = analysis.text.uri;
    this.#stacks = analysis.stacksOf(root).map((stack) => stackValues(stack, model));
    this.#all = mode === "all";
  }

  run(): Map<PropertyNode, Unwritten[]> {
    for (const [key, schema] of this.#schema.properties) {
      const property = ownProperty(this.#root.node, key);
      const isComponent = schema.annotations.meaning === "component";
      if (property && (isComponent || this.#all))
        this.#key(property, schema, [key], property, property.valueNode);
    }
    return this.#found;
  }

  /** `written` is the nearest property above that the text has, and `value` what it has for this very key. */
  #key(
    written: PropertyNode,
    schema: SchemaNode,
    path: Path,
    own: PropertyNode | undefined,
    value: ValueNode | undefined,
  ): void {
    if (value?.alias !== undefined) return;
    if (schema.annotations.topLevel || !opensLevel(schema)) {
      this.#leaf(written, path, own, value);
      return;
    }
    if (value && value.type !== "object" && value.type !== "null") return;
    for (const [key, child] of schema.properties) {
      const property = ownProperty(value, key);
      this.#key(property ?? written, child, [...path, key], property, property?.valueNode);
    }
  }

  #leaf(
    written: PropertyNode,
    path: Path,
    own: PropertyNode | undefined,
    value: ValueNode | undefined,
  ): void {
    for (const values of this.#stacks) {
      const { node, depth } = whatCounts(values, path, fileIndexOf(values.stack, this.#uri));
      if (!node || depth < path.length) continue;
      if (node.origin.kind === "inherited") {
        if (value === undefined || isEmpty(value)) this.#add(written, { path, node, values });
      } else if (node.type === "map" && node.merged.some(({ kind }) => kind === "inherited")) {
        for (const [key, child] of node.entries) {
          if (child.origin.kind === "inherited")
            this.#add(written, { path: [...path, key], node: child, values });
        }
      } else if (
        this.#all &&
        own === undefined &&
        !saysNothing(node) &&
        !isWrittenHere(node, values, this.#uri)
      ) {
        this.#add(written, { path, node, values });
      }
    }
  }

  #add(written: PropertyNode, unwritten: Unwritten): void {
    const known = this.#found.get(written);
    if (known) known.push(unwritten);
    else this.#found.set(written, [unwritten]);
  }
}

function hintBehind(analysis: Analysis, property: PropertyNode, unwritten: readonly Unwritten[]): InlayHint {
  const { lines } = analysis;
  const line = lines.lineAt(property.keyNode.offset + property.keyNode.length);
  const above = pathOfProperty(property);
  const byPath = new Map<string, Unwritten[]>();
  for (const one of unwritten) {
    const key = pathText(one.path);
    byPath.set(key, [...(byPath.get(key) ?? []), one]);
  }
  const keys = [...byPath.values()];
  const parts = keys
    .slice(0, MOST_KEYS)
    .flatMap((ofKey, index) => [...(index > 0 ? [{ value: ", " }] : []), ...keyParts(ofKey, above)]);
  const more = keys.slice(MOST_KEYS);
  if (more.length > 0) {
    const names = more.map(([first]) => first && `${nameBelow(first.path, above)}: ${valueText(first.node)}`);
    parts.push({ value: `, ${more.length} more`, tooltip: names.join("\n") });
  }
  return {
    position: analysis.text.positionAt(lines.start(line) + lines.text(line).trimEnd().length),
    label: [{ value: "⟵ " }, ...parts],
    kind: InlayHintKind.Parameter,
    paddingLeft: true,
  };
}

/** One key: its value, or its values where releases differ. */
function keyParts(ofKey: readonly Unwritten[], above: Path): InlayHintLabelPart[] {
  const byText = new Map<string, Unwritten[]>();
  for (const one of ofKey) {
    const text = valueText(one.node);
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const [first] = ofKey;
  const name = first ? nameBelow(first.path, above) : "";
  return [...byText].map(([text, same], index) => {
    const releases = same.flatMap(({ values }) => values.stack.release ?? []);
    const where = byText.size > 1 ? ` (${releases.join(", ")})` : "";
    const before = index > 0 ? " / " : name === "" ? "" : `${name}: `;
    return { value: `${before}${text}${where}`, ...explanation(same[0]) };
  });
}

function explanation(unwritten: Unwritten | undefined): Partial<InlayHintLabelPart> {
  if (!unwritten) return {};
  const { node, path, values } = unwritten;
  const origin = originText(node.origin, values.stack).text;
  const how = node.origin.kind === "inherited" ? `It comes ${origin}.` : `Its origin: ${origin}.`;
  const place = originPlace(node.origin, values.stack);
  return {
    tooltip: `${pathText(path)} is not set here and counts as ${valueText(node)}. ${how}`,
    ...(place ? { location: { uri: place.uri, range: place.name } } : {}),
  };
}

function nameBelow(path: Path, above: Path): string {
  return pathText(path.slice(above.length));
}

function valueText(node: HelmNode): string {
  const text = scalarText(toJson(node));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** The property that a mapping itself writes for a key. What merge keys bring is not a place for a hint. */
function ownProperty(node: ValueNode | undefined, key: string): PropertyNode | undefined {
  return node?.type === "object"
    ? node.properties.findLast(({ keyNode }) => keyNode.value === key)
    : undefined;
}

function pathOfProperty(property: PropertyNode): string[] {
  const path: string[] = [];
  for (let at: PropertyNode["parent"] = property; at; at = at.parent) {
    if (at.type === "property") path.unshift(at.keyNode.value);
  }
  return path;
}

function isEmpty(value: ValueNode | undefined): boolean {
  if (!value) return true;
  if (value.type === "object") return value.properties.length === 0;
  if (value.type === "array") return value.items.length === 0;
  return value.alias === undefined && !value.value;
}

function saysNothing(node: HelmNode): boolean {
  if (node.type === "map") return node.entries.size === 0;
  if (node.type === "list") return node.items.length === 0;
  return node.value === "" || node.value === null;
}

function isWrittenHere(node: HelmNode, { stack }: StackValues, uri: string): boolean {
  return isFrom(node.origin, fileIndexOf(stack, uri));
}
