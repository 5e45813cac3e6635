import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/meanings.ts";
import { accepts, type SchemaNode } from "../../schema/model.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import { placeholderFor, placeholderIn } from "../../schema/types/placeholders.ts";
import { findProperty, rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode } from "../../yaml/tree.ts";
import { isBeingTypedIn } from "../engine/being-typed.ts";
import { fixWith } from "../engine/fixes.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, labelOf, quoted, requiredText } from "../engine/sentences.ts";
import { changeKeyFix } from "../topics/other-key.ts";
import { unknownProperties } from "../topics/unknown-properties.ts";
import { entriesOf, namesBeside, volumeLists } from "../topics/volume-lists.ts";

/** The largest number of common values that are offered for a field. */
const MOST_CHOICES = 3;

export const rule: Rule = {
  code: "missing-field",
  severity: "error",
  docs: {
    what: "A field that Kubernetes requires is not set, or is empty: `topologyKey`, `mountPath`, `weight`, the `name` of a volume.",
    why: "A chart with a schema rejects it; otherwise the API server rejects the object, or accepts an empty value that nobody intended.",
    fix: "Inserts the field, with a common value where there is one, or renames a misspelled key, in the same mapping or the one around it.",
  },
  check(context) {
    return context.groups
      .filter(({ schemas: [schema, ...others] }) => schema && schema.required.size > 0 && others.length === 0)
      .flatMap((group) => group.places("object").flatMap((place) => findings(context, place)));
  },
};

function findings(context: RuleContext, place: Place): Finding[] {
  const { node, schemas } = place;
  const [schema] = schemas;
  if (!schema || node.type !== "object" || node.alias !== undefined) return [];
  const absent: string[] = [];
  const found: Finding[] = [];
  for (const key of schema.required) {
    const written = findProperty(node, key);
    if (written && isEmptyField(written, schema.properties.get(key))) {
      const { valueNode } = written;
      const isNull = valueNode.type === "null" && valueNode.style !== "empty";
      found.push({
        ...rangeOf(written.keyNode),
        about: node,
        message: isNull ? requiredText(place, quoted(key)) : emptyText(place, key),
        fixes: () => fillFixes(context, place, written),
      });
    } else if (!written && !isMisspelled(context, node, key)) absent.push(key);
  }
  // A document that lacks most of its fields is still being written.
  const isBegun = place.parent !== undefined || absent.length * 2 < schema.required.size;
  if (absent.length === 0 || !isBegun) return found;
  const names = joinNames(absent.map(quoted), "and");
  const mark = place.property?.keyNode ?? node.properties[0]?.keyNode ?? node;
  return [
    ...found,
    {
      ...rangeOf(mark),
      about: node,
      unfinished: rangeOf(node),
      message: requiredText(place, names, absent.length),
      fixes: () => [...keyFixes(context, place), ...insertFixes(context, place, node, absent)],
    },
  ];
}

function emptyText(mapping: Place, key: string): string {
  const holder = labelOf(mapping);
  return holder === undefined
    ? l10n.t('"{0}" is required but empty.', key)
    : l10n.t('"{0}" is required in "{1}" but empty.', key, holder);
}

/** True if a key is there, but misspelled or incomplete, which is reported at the word. */
function isMisspelled(context: RuleContext, mapping: ObjectNode, key: string): boolean {
  const isMisspelt = unknownProperties(context).some(
    ({ place, property, free }) => place.node === mapping && closestMatches(property.key, free)[0] === key,
  );
  return isMisspelt || isBeingTypedIn(context, mapping, key);
}

/**
 * The meanings whose empty values no other rule reports: names are reported where they are checked, the keys of other labels where they are
 * mapped.
 */
const EMPTY_IS_MISSING: ReadonlySet<Meaning | undefined> = new Set([
  undefined,
  "file-path",
  "host-path",
  "label-key",
  "mount-path",
]);

/** True for a required field that is null, which the API server drops, or an empty text. Other rules report faults of a name. */
function isEmptyField({ valueNode }: PropertyNode, schema: SchemaNode | undefined): boolean {
  const node = resolveAlias(valueNode);
  if (!schema || node.type === "null") return schema !== undefined;
  return (
    accepts(schema, "string") &&
    node.type === "string" &&
    node.value === "" &&
    EMPTY_IS_MISSING.has(schema.annotations.meaning)
  );
}

/** One fix for each common value of a field that is empty, or one with a placeholder. */
function fillFixes(context: RuleContext, place: Place, property: PropertyNode): Fix[] {
  const { key, valueNode } = property;
  if (valueNode.alias !== undefined || valueNode.anchor !== undefined) return [];
  const schema = place.schemas[0]?.properties.get(key);
  const usual = schema?.types.includes("boolean") ? [true, false] : freeChoices(context, place, key, schema);
  const form = schema && accepts(schema, "string") ? [placeholderFor(key)] : [];
  const choices = usual.length > 0 ? usual.slice(0, MOST_CHOICES) : form;
  return choices.flatMap((choice) => {
    const text = scalarText(choice);
    return fixWith(l10n.t('Set "{0}" to {1}', key, text), context.document.at(property).edit.fill(text));
  });
}

/** Renames another key of the mapping to the missing one, or the key of the mapping to one that does not need it. */
function keyFixes(context: RuleContext, place: Place): Fix[] {
  const others = unknownProperties(context).filter((unknown) => unknown.place.node === place.node);
  const around = place.parent?.node.type === "array" ? place.parent : place;
  return [
    ...others.flatMap(({ property }) => changeKeyFix(context, place, property)),
    ...(around.property && around.parent ? changeKeyFix(context, around.parent, around.property) : []),
  ];
}

/** One fix for each common value of a single missing field, else one for all missing fields. */
function insertFixes(context: RuleContext, place: Place, node: ObjectNode, absent: readonly string[]): Fix[] {
  const { analysis, document } = context;
  const properties = place.schemas[0]?.properties;
  const [only] = absent;
  const isAlone = absent.length === 1;
  const usual = isAlone && only !== undefined ? freeChoices(context, place, only, properties?.get(only)) : [];
  const choices = usual.length > 0 ? usual.slice(0, MOST_CHOICES) : [undefined];
  return choices.flatMap((choice): Fix[] => {
    const lines = absent.flatMap((key) => linesOf(key, properties?.get(key), analysis.style.indent, choice));
    const edits = node.properties.length > 0 ? document.at(place.path).edit.insert(lines) : [];
    const inserted = lines.length === 1 ? lines : absent;
    const title = l10n.t("Insert {0}", joinNames(inserted.map(quoted), "and"));
    const isComplete = lines.every((line) => placeholderIn(line) === undefined);
    return fixWith(title, edits, { preferred: choices.length === 1 && isAlone && isComplete });
  });
}

function choicesOf(schema: SchemaNode | undefined): readonly unknown[] {
  return schema ? (schema.allowed ?? schema.examples) : [];
}

/** For a mount, the names of volumes that nothing mounts yet; for a volume, the names that are mounted and not defined. */
function volumeNames(context: RuleContext, { node, schemas }: Place): readonly string[] {
  const meaning = schemas[0]?.annotations.meaning;
  if (meaning !== "volumes" && meaning !== "volume-mounts") return [];
  const list = volumeLists(context, meaning).find((other) => other.node === node);
  const others = list && namesBeside(context, list, meaning === "volumes" ? "volume-mounts" : "volumes");
  if (!list || !others) return [];
  const names = new Set(entriesOf(context, list, "volume-name").map(({ text }) => text));
  return [...others].filter((name) => !names.has(name));
}

/** The common values of a field that no other item of the same list has: two entries must not share a name. */
function freeChoices(
  context: RuleContext,
  { parent, node }: Place,
  key: string,
  schema: SchemaNode | undefined,
): readonly unknown[] {
  if (schema?.annotations.meaning === "volume-name") return parent ? volumeNames(context, parent) : [];
  const items = parent?.node.type === "array" ? parent.node.items : [];
  const taken = items.map((item) => {
    const other = resolveAlias(item);
    const value = other !== node && other.type === "object" && findProperty(other, key)?.valueNode;
    return value && "value" in value ? String(value.value) : undefined;
  });
  const all = choicesOf(schema);
  const free = all.filter((choice) => !taken.includes(String(choice)));
  return all.length > 0 && free.length === 0 ? [placeholderFor(key)] : free;
}

/** The lines of a field with everything that is required in it. */
function linesOf(key: string, schema: SchemaNode | undefined, indent: number, choice: unknown): string[] {
  if (schema && accepts(schema, "object") && schema.types.length > 0) {
    const below = [...schema.required].flatMap((inner) =>
      linesOf(inner, schema.properties.get(inner), indent, undefined),
    );
    return below.length === 0
      ? [`${key}: {}`]
      : [`${key}:`, ...below.map((line) => " ".repeat(indent) + line)];
  }
  if (schema && accepts(schema, "array") && schema.types.length > 0) return [`${key}: []`];
  const [usual = schema?.minimum] = choicesOf(schema);
  return [`${key}: ${scalarText(choice ?? usual ?? placeholderFor(key))}`];
}
