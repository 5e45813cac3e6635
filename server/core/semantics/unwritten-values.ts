import * as l10n from "@vscode/l10n";
import { pathText } from "../schema/markdown.ts";
import { opensLevel, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { type HelmNode, toJson } from "../values/helm-tree.ts";
import { groupBy } from "../yaml/group-by.ts";
import { ownPropertyAt, pathOf } from "../yaml/lookup.ts";
import { cut } from "../yaml/shown.ts";
import type { Path, PropertyNode, ValueNode } from "../yaml/tree.ts";
import { isFrom } from "./effective-value.ts";
import { type InheritedValue, inheritedValues } from "./inheritance.ts";
import { originPlace, originText, type ValuePlace } from "./origin-text.ts";
import type { ReleaseValues } from "./release-values.ts";
import type { DocumentSemantics } from "./semantics.ts";

/** The sign before the components that inherit a value. */
export const ARROW = "→";

const LONGEST_VALUE = 60;

/** A note after a key of a text about a value that is effective in one release without being written there. */
export interface Unwritten {
  readonly property: PropertyNode;
  /** `inherited:` or `effective:` before names; or an arrow and the components that inherit the value of this key. */
  readonly lead: string;
  readonly name: string;
  /** A sentence with the value and its origin. */
  readonly explanation: string;
  readonly place?: ValuePlace;
  readonly release: ReleaseValues;
}

/** Finds the notes in one text about the values of a stack. */
export class UnwrittenValues {
  readonly #root: ValueNode;
  readonly #document: DocumentSemantics;

  /** `root` is the mapping that the document holds. */
  constructor(root: ValueNode, document: DocumentSemantics) {
    this.#root = root;
    this.#document = document;
  }

  /**
   * Notes on the components that inherit each top-level key, one for each key: after that key if the text sets it; otherwise after the first
   * component if all inherit it, or else after each component that does. A key that a component writes but leaves empty has a note itself.
   */
  inherited(release: ReleaseValues): Unwritten[] {
    const byKey = groupBy(inheritedValues(release), ({ key }) => key);
    return [...byKey].flatMap(([key, taken]) => this.#ofKey(key, taken, release));
  }

  #ofKey(key: string, taken: readonly InheritedValue[], release: ReleaseValues): Unwritten[] {
    const notes = taken.flatMap((inherited) => this.#atOwnKey(inherited, release));
    const names = release.components.map(({ name }) => name);
    const takers = taken.map(({ component }) => component);
    const isForAll = takers.length === names.length;
    const path = key.split(".");
    const set = ownPropertyAt(this.#root, path);
    const top = release.given(path);
    if (set && top && isPartlyFrom(top, this.#document.fileIn(release))) {
      const others = names.filter((name) => !takers.includes(name)).join(", ");
      const explanation = isForAll
        ? l10n.t("All components inherit {0}: none sets its own.", key)
        : l10n.t("{0} is inherited by {1}, not by {2}.", key, takers.join(", "), others);
      const lead = `${ARROW} ${isForAll ? l10n.t("all components") : takers.join(", ")}`;
      return [{ property: set, lead, name: path.at(-1) ?? key, explanation, release }, ...notes];
    }
    const untold = taken.filter(({ path: holder }) => !ownPropertyAt(this.#root, holder));
    if (!isForAll) {
      const told = untold.flatMap(({ component, node }) => {
        const property = ownPropertyAt(this.#root, [component]);
        return property ? inheritedValue(property, key, node, release) : [];
      });
      return [...told, ...notes];
    }
    const written = names.flatMap((name) => ownPropertyAt(this.#root, [name]) ?? []);
    const [first] = written.sort((a, b) => a.offset - b.offset);
    const [some] = untold;
    if (!first || !some) return notes;
    const value = inheritedValue(first, key, some.node, release);
    const explanation = `${value.explanation} ${l10n.t("All components inherit it.")}`;
    return [{ ...value, explanation }, ...notes];
  }

  /** The notes at a key that the component itself writes: it is empty, or gets more entries. */
  #atOwnKey({ path, key, node, entries }: InheritedValue, release: ReleaseValues): Unwritten[] {
    const property = ownPropertyAt(this.#root, path);
    if (!property || property.valueNode.alias !== undefined) return [];
    const named = entries ?? (isEmpty(property.valueNode) ? [[key, node] as const] : []);
    return named.map(([name, value]) => inheritedValue(property, name, value, release));
  }

  /** Every other effective value, after the nearest key above it. */
  leftOut(release: ReleaseValues): Unwritten[] {
    const found: Unwritten[] = [];
    const visit = (
      written: PropertyNode,
      schema: SchemaNode,
      path: Path,
      value: ValueNode | undefined,
    ): void => {
      if (value?.alias !== undefined) return;
      if (schema.annotations.topLevel || !opensLevel(schema)) {
        if (value === undefined) for (const each of this.#atLeftOut(written, path, release)) found.push(each);
        return;
      }
      if (value && value.type !== "object" && value.type !== "null") return;
      for (const [key, child] of schema.properties) {
        const property = ownPropertyAt(value, [key]);
        visit(property ?? written, child, [...path, key], property?.valueNode);
      }
    };
    for (const [key, schema] of this.#document.schema.root.properties) {
      const property = ownPropertyAt(this.#root, [key]);
      if (property) visit(property, schema, [key], property.valueNode);
    }
    return found;
  }

  #atLeftOut(property: PropertyNode, path: Path, release: ReleaseValues): Unwritten[] {
    const effective = this.#document.effectiveIn(release, path);
    const { node } = effective;
    if (!node || !effective.isExact || saysNothing(node)) return [];
    if (effective.inheritedFrom !== undefined || effective.isFromFile()) return [];
    const name = pathText(path.slice(pathOf(property).length));
    const explanation = l10n.t(
      "{0} is not set here; its effective value is {1}, {2}.",
      pathText(path),
      valueText(node),
      originText(node.origin, release.stack).text,
    );
    return [
      {
        property,
        lead: l10n.t("effective:"),
        name,
        explanation,
        place: originPlace(node.origin, release.stack),
        release,
      },
    ];
  }
}

function inheritedValue(
  property: PropertyNode,
  name: string,
  node: HelmNode,
  release: ReleaseValues,
): Unwritten {
  const explanation = l10n.t(
    "{0} is effectively {1}, {2}.",
    name,
    valueText(node),
    originText(node.origin, release.stack).text,
  );
  const lead = l10n.t("inherited:");
  return { property, lead, name, explanation, place: originPlace(node.origin, release.stack), release };
}

/** True if a value, or a part of it, is written in a file. */
function isPartlyFrom(node: HelmNode, file: number): boolean {
  const merged = node.type === "map" ? node.merged : [];
  return [node.origin, ...merged].some((origin) => isFrom(origin, file));
}

function valueText(node: HelmNode): string {
  const text = scalarText(toJson(node));
  return cut(text, LONGEST_VALUE);
}

function isEmpty(value: ValueNode): boolean {
  if (value.type === "object") return value.properties.length === 0;
  if (value.type === "array") return value.items.length === 0;
  return value.alias === undefined && !value.value;
}

function saysNothing(node: HelmNode): boolean {
  if (node.type === "map") return node.entries.size === 0;
  if (node.type === "list") return node.items.length === 0;
  return node.value === "" || node.value === null;
}
