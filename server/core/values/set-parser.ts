import type { SetFlag } from "../wire/releases.ts";
import type { Fault } from "../yaml/fault.ts";
import {
  emptyMap,
  fromJson,
  type HelmList,
  type HelmMap,
  type HelmNode,
  isNull,
  leaf,
  list,
  type Origin,
  type Span,
  takePlace,
} from "./helm-tree.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { guessType, type SetContext, type SetEntry } from "./set-entry.ts";
import { readJson } from "./set-json.ts";

const MAX_INDEX = 65_536;
const MAX_NAMES = 30;
/** Limits that Helm does not have, so that a short entry cannot fill up the memory. */
const MAX_FILLED = 1_000_000;
const MAX_INDEXES = 500;

/** The outcome of one step of the parser: go on, the text is at its end, or Helm refuses. An end discards unfinished values. */
type Outcome = "next" | "end" | Refusal;

const SPACE = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;

interface Token {
  readonly text: string;
  readonly span: Span;
  /** The character that ended it; empty at the end of the text. */
  readonly stop: string;
}

/** Reads one entry and writes its values into a mapping, step by step as Helm does. */
export class SetParser {
  readonly #text: string;
  readonly #flag: SetFlag;
  readonly #context: SetContext;
  #offset = 0;
  #filled = 0;
  #keyStart = 0;
  #keyEnd = 0;

  constructor(entry: SetEntry, context: SetContext) {
    this.#text = entry.text;
    this.#flag = entry.flag;
    this.#context = context;
  }

  apply(values: HelmMap): Refusal | undefined {
    for (;;) {
      this.#keyStart = this.#offset;
      const outcome = this.#key(values, 0);
      if (outcome === "end") return undefined;
      if (outcome !== "next") return outcome;
    }
  }

  #key(map: HelmMap, names: number): Outcome {
    const token = this.#until(this.#flag === "set-literal" ? "=[." : "=[,.");
    const key = token.text;
    switch (token.stop) {
      case "":
        return key === "" ? "end" : refusal({ code: "key-without-value", key }, token.span);
      case ",":
        return refusal({ code: "comma-in-key", key }, { ...token.span, length: token.span.length + 1 });
      case "[":
        return this.#indexed(map, key, token.span, names);
      case ".":
        return this.#nested(map, key, token.span, names + 1);
      default:
        return this.#value((node) => {
          put(map, key, node);
          return undefined;
        });
    }
  }

  #nested(map: HelmMap, key: string, span: Span, names: number): Outcome {
    if (names > MAX_NAMES) return refusal({ code: "too-many-names", most: MAX_NAMES }, span);
    const before = map.entries.get(key);
    if (before && before.type !== "map") return refusal(notMapping(key, before), span);
    const inner = before ?? emptyMap(this.#origin());
    const outcome = this.#key(inner, names);
    if (outcome === "next" && inner.entries.size === 0) {
      return refusal({ code: "nothing-below-key", key }, span);
    }
    if (!before && inner.entries.size > 0) put(map, key, inner);
    return outcome;
  }

  #indexed(map: HelmMap, key: string, span: Span, names: number): Outcome {
    const index = this.#index();
    if (typeof index !== "number") return index;
    const before = map.entries.get(key);
    if (before && before.type !== "list") return refusal(notList(key, before), span);
    const target = { list: before ?? list([], this.#origin()) };
    const outcome = this.#item(target, index, names, 1);
    if (key !== "") map.entries.set(key, target.list);
    return outcome;
  }

  /** Reads on after `]`. A list that must grow is replaced by a longer one only if all goes well. */
  #item(target: { list: HelmList }, index: number, names: number, indexes: number): Outcome {
    const place = { offset: this.#keyStart, length: this.#offset - this.#keyStart };
    if (index < 0) return refusal({ code: "negative-index" }, place);
    if (indexes > MAX_INDEXES) return refusal({ code: "too-many-indexes" }, place);
    const token = this.#until("[.=");
    if (token.text !== "") return refusal({ code: "after-index" }, token.span);
    if (token.stop === "") return "end";
    const put = (node: HelmNode): Refusal | undefined => this.#putItem(target, index, node, place);
    if (token.stop === "=") {
      const outcome = this.#value(put);
      return outcome === "end" ? "next" : outcome;
    }
    const before = target.list.items[index];
    if (token.stop === "[") {
      const next = this.#index();
      if (typeof next !== "number") return next;
      if (before && before.type !== "list" && !isNull(before)) {
        return refusal(notList(`[${index}]`, before), place);
      }
      const inner = { list: before?.type === "list" ? before : list([], this.#origin()) };
      const outcome = this.#item(inner, next, names, indexes + 1);
      if (outcome !== "next" || before?.type !== "list") {
        return outcome === "next" ? (put(inner.list) ?? "next") : outcome;
      }
      target.list.items[index] = inner.list;
      return "next";
    }
    const inner = before?.type === "map" ? before : emptyMap(this.#origin());
    if (before && inner !== before) target.list.items[index] = takePlace(inner, before);
    const outcome = this.#key(inner, names);
    return outcome === "next" ? (put(inner) ?? "next") : outcome;
  }

  #putItem(target: { list: HelmList }, index: number, node: HelmNode, place: Span): Refusal | undefined {
    if (index > MAX_INDEX) return refusal({ code: "index-too-large", most: MAX_INDEX }, place);
    const { items } = target.list;
    if (index < items.length) {
      const before = items[index];
      items[index] = before && isFiller(before) ? node : takePlace(node, before);
      return undefined;
    }
    this.#filled += index - items.length;
    if (this.#filled > MAX_FILLED) return refusal({ code: "too-many-empty-items" }, place);
    const origin = this.#origin();
    const grown = [...items];
    while (grown.length < index) grown.push(leaf(null, origin));
    grown.push(node);
    target.list = { ...target.list, items: grown };
    return undefined;
  }

  /** The value after `=`. An empty value at the end of the text is an empty string, except for `--set-json`, where it is null. */
  #value(put: (node: HelmNode) => Refusal | undefined): Outcome {
    this.#keyEnd = this.#offset - 1;
    if (this.#flag === "set-json") return this.#jsonValue(put);
    if (this.#flag === "set-literal") {
      const span = { offset: this.#offset, length: this.#text.length - this.#offset };
      const text = this.#text.slice(this.#offset);
      this.#offset = this.#text.length;
      return put(leaf(text, this.#origin(span))) ?? "next";
    }
    if (this.#offset >= this.#text.length) {
      return put(leaf("", this.#origin({ offset: this.#offset, length: 0 }))) ?? "end";
    }
    if (this.#text.charAt(this.#offset) === "{") return this.#listValue(put);
    const read = this.#typed(this.#until(","));
    return "fault" in read ? read : (put(read) ?? "next");
  }

  #listValue(put: (node: HelmNode) => Refusal | undefined): Outcome {
    const start = this.#offset;
    const items: HelmNode[] = [];
    this.#offset++;
    for (;;) {
      const token = this.#until(",}");
      if (token.stop === "") {
        return refusal(
          { code: "unclosed-list" },
          {
            offset: start,
            length: this.#text.length - start,
          },
        );
      }
      const read = this.#typed(token);
      if ("fault" in read) return read;
      items.push(read);
      if (token.stop === "}") break;
    }
    const span = { offset: start, length: this.#offset - start };
    if (this.#text.charAt(this.#offset) === ",") this.#offset++;
    return put(list(items, this.#origin(span))) ?? "next";
  }

  #jsonValue(put: (node: HelmNode) => Refusal | undefined): Outcome {
    const start = this.#offset;
    if (this.#blank()) return put(leaf(null, this.#origin({ offset: start, length: 0 }))) ?? "next";
    const read = readJson(this.#text, this.#offset);
    const span = { offset: this.#offset, length: read.end - this.#offset };
    if ("fault" in read) return refusal(read.fault, span);
    this.#offset = read.end;
    const refused = put(fromJson(read.value, this.#origin(span)));
    this.#blank();
    return refused ?? "next";
  }

  /** Skips blanks and one comma; returns whether nothing else was there. */
  #blank(): boolean {
    while (this.#offset < this.#text.length) {
      const char = this.#text.charAt(this.#offset);
      if (char !== "," && !SPACE.test(char)) return false;
      this.#offset++;
      if (char === ",") return true;
    }
    return true;
  }

  #typed({ text, span }: Token): HelmNode | Refusal {
    const origin = this.#origin(span);
    if (this.#flag === "set-string") return leaf(text, origin);
    if (this.#flag !== "set-file") return leaf(guessType(text), origin);
    const content = this.#context.readFile?.(text);
    if (content === undefined) return refusal({ code: "unreadable-file", name: text }, span);
    return leaf(content, origin);
  }

  #index(): number | Outcome {
    const token = this.#until("]");
    if (token.stop === "") {
      // Helm 4 takes the missing bracket for the end of the text.
      if (this.#context.helm === 4) return "end";
      return refusal({ code: "unclosed-index" }, token.span);
    }
    if (!/^[-+]?\d+$/.test(token.text)) return refusal({ code: "no-index", text: token.text }, token.span);
    return Number(token.text);
  }

  /** Reads up to one of the given characters. A backslash makes the next character an ordinary one. */
  #until(stops: string): Token {
    const offset = this.#offset;
    let text = "";
    while (this.#offset < this.#text.length) {
      const char = this.#text.charAt(this.#offset++);
      if (stops.includes(char)) {
        return { text, span: { offset, length: this.#offset - 1 - offset }, stop: char };
      }
      if (char !== "\\" || this.#flag === "set-literal") text += char;
      else text += this.#text.charAt(this.#offset++);
    }
    this.#offset = Math.min(this.#offset, this.#text.length);
    return { text, span: { offset, length: this.#offset - offset }, stop: "" };
  }

  /** A mapping or list that is created on the way to a value is placed at the key read so far. */
  #origin(value?: Span): Origin {
    const end = value ? this.#keyEnd : this.#offset - 1;
    const key = { offset: this.#keyStart, length: Math.max(end - this.#keyStart, 0) };
    return this.#context.originOf(key, value ?? key);
  }
}

function put(map: HelmMap, key: string, node: HelmNode): void {
  if (key !== "") map.entries.set(key, takePlace(node, map.entries.get(key)));
}

function notMapping(key: string, node: HelmNode): Fault {
  const is = isNull(node) ? "null" : node.type === "list" ? "list" : "scalar";
  return { code: "not-a-mapping", key, is };
}

function notList(key: string, node: HelmNode): Fault {
  const is = isNull(node) ? "null" : node.type === "map" ? "mapping" : "scalar";
  return { code: "not-a-list", key, is };
}

/** True for an item that no entry set: a higher index made the list longer. */
function isFiller(node: HelmNode): boolean {
  return isNull(node) && node.origin.kind === "set";
}
