import type { SetFlag } from "../values/set-entry.ts";
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

/** An attribute or a block: `name = value`, or `name "label" { ... }` with what is between the braces. */
interface HclItem {
  readonly name: string;
  /** The names between that of a block and its brace. */
  readonly labels: readonly string[];
  readonly value: Tokens;
  readonly isBlock: boolean;
}

/** Whether a text may have such resources. */
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
    const one = found.length <= MOST_RELEASES && releaseIn(`helm_release.${label}`, itemsOf(value), names);
    if (one) found.push(one);
  }
  return found;
}

function releaseIn(
  at: string,
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
    at,
    chart: { chart, by: at, version },
    entries: entries.filter((one) => one !== undefined),
    values: read.filter((one) => one !== undefined),
    isPartial:
      [...read, ...entries].some((one) => one === undefined || ("isKeyOnly" in one && one.isKeyOnly)) ||
      items.some(({ name, value }) => OTHERS.includes(name) && literal(value) !== "false"),
    files: values.flatMap(fileIn),
  };
}

/** What else gives values, or may. */
const OTHERS: readonly string[] = ["dynamic", "set_wo", "reuse_values"];

/** Where a release sets something; what is not known of it is `undefined`. */
const ENTRIES: Readonly<Record<string, (item: HclItem) => readonly (EntryInText | undefined)[]>> = {
  set: (item) => objectsIn(item).map((one) => one && entryOf(one, literalIn(one))),
  set_list: (item) =>
    objectsIn(item).map((one) => {
      const parts = listOf(valueIn(one))?.map(literal) ?? [undefined];
      return one && entryOf(one, parts.includes(undefined) ? undefined : `{${parts.join(",")}}`);
    }),
  set_sensitive: (item) =>
    objectsIn(item).map((one) => {
      const entry = one && entryOf(one, undefined, true);
      return entry && { ...entry, isSecret: true };
    }),
};

const FLAGS: Readonly<Record<string, SetFlag>> = { "": "set", auto: "set", string: "set-string" };

function entryOf(
  items: readonly HclItem[],
  value: string | undefined,
  isSecret = false,
): EntryInText | undefined {
  const named = items.find((one) => one.name === "name")?.value ?? [];
  const [{ begun, content } = {}] = named;
  // What is in quotes that are not closed may be the secret.
  const name = literal(named) ?? (named.length === 1 && !isSecret ? begun : undefined);
  if (name === undefined || content === undefined) return undefined;
  const type = items.find((one) => one.name === "type");
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

/** The block itself, or the objects of a list; what is not written as an object is `undefined`. */
function objectsIn({ value, isBlock }: HclItem): readonly (readonly HclItem[] | undefined)[] {
  if (isBlock) return [itemsOf(value)];
  return (
    listOf(value)?.map(([one]) => (one?.text === "{" ? itemsOf(one.inner ?? []) : undefined)) ?? [undefined]
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

/** The path in `file("...")`, if that is all. */
function fileIn([call, brackets]: Tokens): readonly string[] {
  const path = call?.text === "file" && brackets?.inner?.length === 1 ? literal(brackets.inner) : undefined;
  return path === undefined ? [] : [path];
}

/** What an expression means that is only a text, a whole number or a boolean. */
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
  for (let at = 0; at < tokens.length; at++) {
    const name = nameAt(tokens, at);
    if (name === undefined) continue;
    const next = tokens[at + 1];
    if (next?.kind === "sign" && (next.text === "=" || next.text === ":")) {
      const from = at + 2;
      at = from;
      while (at < tokens.length && !isEnd(tokens[at])) at++;
      items.push({ name, labels: [], value: tokens.slice(from, at), isBlock: false });
      continue;
    }
    const labels: string[] = [];
    for (let label = nameAt(tokens, at + 1); label !== undefined; label = nameAt(tokens, at + 1)) {
      labels.push(label);
      at++;
    }
    const { text, inner } = tokens[at + 1] ?? {};
    if (text === "{" && inner) items.push({ name, labels, value: inner, isBlock: true });
  }
  return items;
}

function nameAt(tokens: Tokens, at: number): string | undefined {
  const { kind, text } = tokens[at] ?? {};
  return kind === "word" || kind === "text" ? text : undefined;
}

function isEnd({ kind, text }: HclToken = { kind: "line", start: 0, end: 0 }): boolean {
  return kind === "line" || (kind === "sign" && text === ",");
}
