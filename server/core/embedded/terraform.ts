import type { SetFlag } from "../wire/releases.ts";
import { isOperators } from "./chart-sources.ts";
import { type HclToken, readHcl } from "./hcl.ts";
import {
  type EntryInText,
  keyOnly,
  MOST_RELEASES,
  type ReleaseInText,
  type TextSpan,
  type ValuesInText,
} from "./release-in-text.ts";

type Tokens = readonly HclToken[];

/** An attribute or a block: `name = value`, or `name "label" { ... }` with the tokens between the braces as its value. */
interface HclItem {
  readonly name: string;
  /** The labels between the name of a block and its brace. */
  readonly labels: readonly string[];
  readonly value: Tokens;
  readonly isBlock: boolean;
}

/** Tells quickly if a text may have such resources. */
function mayHaveReleases(text: string, names: readonly string[]): boolean {
  return text.includes("helm_release") && names.some((name) => text.includes(name));
}

/**
 * The resources `helm_release` for the operator's chart, as the provider reads them, in both of its syntaxes: blocks, and lists of objects.
 * https://registry.terraform.io/providers/hashicorp/helm/latest/docs/resources/release
 */
export function terraformReleases(text: string, names: readonly string[]): readonly ReleaseInText[] {
  if (!mayHaveReleases(text, names)) return [];
  const found: ReleaseInText[] = [];
  for (const { name, labels, value, isBlock } of itemsOf(readHcl(text))) {
    const [type, label] = labels;
    if (!isBlock || name !== "resource" || type !== "helm_release" || label === undefined) continue;
    const release =
      found.length <= MOST_RELEASES && releaseIn(`helm_release.${label}`, itemsOf(value), names);
    if (release) found.push(release);
  }
  return found;
}

function releaseIn(
  address: string,
  items: readonly HclItem[],
  names: readonly string[],
): ReleaseInText | undefined {
  const textOf = (name: string) => literal(items.find((item) => item.name === name)?.value);
  const chart = textOf("chart");
  if (chart === undefined || /^[./]/.test(chart) || !isOperators(chart, names)) return undefined;
  const version = textOf("version");
  const values = items
    .filter(({ name }) => name === "values")
    .flatMap(({ value }) => listOf(value) ?? [value]);
  const read = values.map(valuesOf);
  const entries = items.flatMap((item) => ENTRIES[item.name]?.(item) ?? []);
  return {
    product: "Terraform",
    at: address,
    chart: { chart, by: address, version },
    entries: entries.filter((entry) => entry !== undefined),
    values: read.filter((text) => text !== undefined),
    isPartial:
      [...read, ...entries].some((part) => part === undefined || ("isKeyOnly" in part && part.isKeyOnly)) ||
      items.some(({ name, value }) => OTHERS.includes(name) && literal(value) !== "false"),
    files: values.flatMap(fileIn),
  };
}

/** Attributes and blocks that give values as well, or may. */
const OTHERS: readonly string[] = ["dynamic", "set_wo", "reuse_values"];

/** The attributes and blocks by which a release sets keys; `undefined` for entries that are not known. */
const ENTRIES: Readonly<Record<string, (item: HclItem) => readonly (EntryInText | undefined)[]>> = {
  set: (item) => objectsIn(item).map((fields) => fields && entryOf(fields, literalIn(fields))),
  set_list: (item) =>
    objectsIn(item).map((fields) => {
      const parts = listOf(valueIn(fields))?.map(literal) ?? [undefined];
      return fields && entryOf(fields, parts.includes(undefined) ? undefined : `{${parts.join(",")}}`);
    }),
  set_sensitive: (item) =>
    objectsIn(item).map((fields) => {
      const entry = fields && entryOf(fields, undefined, true);
      return entry && { ...entry, isSecret: true };
    }),
};

const FLAGS: Readonly<Record<string, SetFlag>> = { "": "set", auto: "set", string: "set-string" };

function entryOf(
  items: readonly HclItem[],
  value: string | undefined,
  isSecret = false,
): EntryInText | undefined {
  const named = items.find((field) => field.name === "name")?.value ?? [];
  const [{ begun, content } = {}] = named;
  // A text in quotes that are not closed may be the secret.
  const name = literal(named) ?? (named.length === 1 && !isSecret ? begun : undefined);
  if (name === undefined || content === undefined) return undefined;
  const type = items.find((field) => field.name === "type");
  const place = spanOf(valueIn(items)) ?? content;
  // With the type "literal", the provider sets a key of the top level whose name has dots.
  const flag = type ? FLAGS[literal(type.value) ?? "?"] : "set";
  if (flag === undefined) return undefined;
  return value === undefined
    ? keyOnly(name, content, place)
    : { entry: { flag, text: `${name}=${value}` }, key: content, value: place };
}

function valueIn(items: readonly HclItem[] | undefined): Tokens {
  return items?.find(({ name }) => name === "value")?.value ?? [];
}

function literalIn(items: readonly HclItem[]): string | undefined {
  return literal(valueIn(items));
}

/** The block itself, or the objects of a list; `undefined` for other expressions. */
function objectsIn({ value, isBlock }: HclItem): readonly (readonly HclItem[] | undefined)[] {
  if (isBlock) return [itemsOf(value)];
  return (
    listOf(value)?.map(([object]) => (object?.text === "{" ? itemsOf(object.inner ?? []) : undefined)) ?? [
      undefined,
    ]
  );
}

/** YAML in a text that is written as it stands, or in quotes; `undefined` for any other expression. */
function valuesOf(value: Tokens): ValuesInText | undefined {
  const [only] = value;
  if (value.length !== 1 || only?.content === undefined) return undefined;
  if (only.text === undefined) return undefined;
  return only.isHeredoc
    ? { ...only.content, plain: only.text }
    : { start: only.start, end: only.end, meaning: only.text };
}

/** The path in `file("...")`, if the value is only that. */
function fileIn([call, brackets]: Tokens): readonly string[] {
  const path = call?.text === "file" && brackets?.inner?.length === 1 ? literal(brackets.inner) : undefined;
  return path === undefined ? [] : [path];
}

/** The value of an expression that is only a text, a whole number or a boolean. */
function literal(value: Tokens = []): string | undefined {
  const [only] = value;
  if (value.length !== 1 || only === undefined || only.isHeredoc) return undefined;
  if (only.kind === "text") return only.text;
  return only.kind === "word" && /^(?:true|false|0|[1-9]\d*)$/.test(only.text ?? "") ? only.text : undefined;
}

function spanOf(value: Tokens): TextSpan | undefined {
  const [first] = value;
  const last = value.at(-1);
  return first && last && { start: first.start, end: last.end };
}

/** The items of a list in brackets; `undefined` if an expression is anything else. */
function listOf(value: Tokens): readonly Tokens[] | undefined {
  const [list] = value;
  if (value.length !== 1 || list?.text !== "[" || list.inner === undefined) return undefined;
  const items: HclToken[][] = [[]];
  for (const token of list.inner) {
    if (token.kind === "sign" && token.text === ",") items.push([]);
    else if (token.kind !== "line") items.at(-1)?.push(token);
  }
  return items.filter((item) => item.length > 0);
}

/** The attributes and blocks between braces. */
function itemsOf(tokens: Tokens): readonly HclItem[] {
  const items: HclItem[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const name = nameAt(tokens, index);
    if (name === undefined) continue;
    const next = tokens[index + 1];
    if (next?.kind === "sign" && (next.text === "=" || next.text === ":")) {
      const from = index + 2;
      index = from;
      while (index < tokens.length && !isEnd(tokens[index])) index++;
      items.push({ name, labels: [], value: tokens.slice(from, index), isBlock: false });
      continue;
    }
    const labels: string[] = [];
    for (let label = nameAt(tokens, index + 1); label !== undefined; label = nameAt(tokens, index + 1)) {
      labels.push(label);
      index++;
    }
    const { text, inner } = tokens[index + 1] ?? {};
    if (text === "{" && inner) items.push({ name, labels, value: inner, isBlock: true });
  }
  return items;
}

function nameAt(tokens: Tokens, index: number): string | undefined {
  const { kind, text } = tokens[index] ?? {};
  return kind === "word" || kind === "text" ? text : undefined;
}

function isEnd({ kind, text }: HclToken = { kind: "line", start: 0, end: 0 }): boolean {
  return kind === "line" || (kind === "sign" && text === ",");
}
