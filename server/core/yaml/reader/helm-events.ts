import { type Event, emptyEvent, NONE, type Properties, scalarEvent } from "./event.ts";
import { HelmStops, type ReadingMode } from "./helm-cursor.ts";
import type { Token, TokenKind } from "./helm-token.ts";
import { HelmTokens } from "./helm-tokens.ts";

/** Tokens that end the part of a document that can hold a node. */
const BEHIND_CONTENT = new Set<TokenKind>([
  "version",
  "tag-directive",
  "document-start",
  "document-end",
  "stream-end",
]);
const BEHIND_BLOCK_PAIR = new Set<TokenKind>(["key", "value", "block-end"]);
const BEHIND_ITEM = new Set<TokenKind>(["item", "block-end"]);
const BEHIND_LOOSE_ITEM = new Set<TokenKind>(["item", "key", "value", "block-end"]);
const BEHIND_FLOW_PAIR = new Set<TokenKind>(["value", "comma", "flow-map-end"]);
const BEHIND_LIST_PAIR = new Set<TokenKind>(["value", "comma", "flow-list-end"]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Helm's reader refuses.
const REFUSED = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Those that no YAML allows. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML forbids.
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|\p{Surrogate}/u;

/**
 * Reads the first document of a text as Helm does: with the grammar of YAML 1.1 as libyaml has it. Throws `HelmStops` where
 * Helm refuses it; with `tolerant`, only where newer YAML does not allow it either. A document after it is not read.
 */
export function readHelmEvents(text: string, maxDepth: number, mode: ReadingMode = {}): readonly Event[] {
  const refused = (mode.tolerant ? FORBIDDEN : REFUSED).exec(text);
  if (refused) throw new HelmStops("control characters are not allowed", refused.index);
  return new HelmEvents(text, maxDepth, mode).read();
}

/** The reason for refusing a text whose rest Helm would silently ignore. */
export const BEHIND_DOCUMENT = "text after the end of the document";

class HelmEvents {
  readonly #tokens: HelmTokens;
  readonly #maxDepth: number;
  readonly #events: Event[] = [];
  readonly #handles = new Set<string>();
  #depth = 0;

  constructor(text: string, maxDepth: number, mode: ReadingMode) {
    this.#tokens = new HelmTokens(text, mode);
    this.#maxDepth = maxDepth;
  }

  read(): readonly Event[] {
    try {
      return this.#document();
    } catch (error) {
      if (error instanceof HelmStops) error.isFinal = !this.#tokens.isTold;
      throw error;
    }
  }

  #document(): readonly Event[] {
    const first = this.#tokens.peek();
    if (first.kind === "stream-end") return this.#events;
    if (!BEHIND_CONTENT.has(first.kind) || first.kind === "document-end") {
      this.#node(true, false);
    } else {
      this.#directives();
      const start = this.#tokens.peek();
      if (start.kind !== "document-start") throw stops("did not find expected <document start>", start);
      this.#tokens.take();
      if (BEHIND_CONTENT.has(this.#tokens.peek().kind)) this.#empty();
      else this.#node(true, false);
    }
    const rest = this.#tokens.peek();
    if (!BEHIND_CONTENT.has(rest.kind)) throw stops(BEHIND_DOCUMENT, rest);
    return this.#events;
  }

  #directives(): void {
    let versions = 0;
    for (let token = this.#tokens.peek(); ; token = this.#tokens.peek()) {
      if (token.kind === "version") {
        if (versions++ > 0) throw stops("found duplicate %YAML directive", token);
        if (!(this.#tokens.tolerant ? /^0?1\./ : /^0?1\.0?1$/).test(token.value))
          throw stops("found incompatible YAML document", token);
      } else if (token.kind === "tag-directive") {
        if (this.#handles.has(token.value)) throw stops("found duplicate %TAG directive", token);
        this.#handles.add(token.value);
      } else return;
      this.#tokens.take();
    }
  }

  /** A node. With `loose`, a list may be at the column of the key that it belongs to. */
  #node(block: boolean, loose: boolean): void {
    const first = this.#tokens.peek();
    if (first.kind === "alias") {
      this.#tokens.take();
      this.#events.push({ type: "alias", anchorStart: first.start + 1, anchorEnd: first.end });
      return;
    }
    const properties = this.#properties(first);
    const token = this.#tokens.peek();
    const read = this.#readerOf(token.kind, block, loose);
    if (token.kind === "scalar") {
      this.#tokens.take();
      this.#events.push(scalarEvent(token, properties));
    } else if (read) {
      this.#within(token, properties, read);
    } else if (properties === NONE) {
      throw stops("did not find expected node content", token);
    } else {
      this.#empty(properties);
    }
  }

  /** The function that reads the collection that a token begins; `undefined` if no collection may begin with it. */
  #readerOf(kind: TokenKind, block: boolean, loose: boolean): (() => void) | undefined {
    switch (kind) {
      case "flow-list":
        return () => this.#flowList();
      case "flow-map":
        return () => this.#flowMap();
      case "block-list":
        return block ? () => this.#blockList() : undefined;
      case "block-map":
        return block ? () => this.#blockMap() : undefined;
      case "item":
        return loose ? () => this.#looseList() : undefined;
      default:
        return undefined;
    }
  }

  #properties(first: Token): Readonly<Properties> {
    if (first.kind !== "anchor" && first.kind !== "tag") return NONE;
    const properties = { ...NONE };
    const note = (token: Token): void => {
      this.#tokens.take();
      if (token.kind === "anchor")
        [properties.anchorStart, properties.anchorEnd] = [token.start + 1, token.end];
      else {
        [properties.tagStart, properties.tagEnd] = [token.start, token.end];
        const { value } = token;
        if (value.length > 2 && !this.#handles.has(value)) throw stops("found undefined tag handle", token);
      }
    };
    note(first);
    const second = this.#tokens.peek();
    if (second.kind === (first.kind === "anchor" ? "tag" : "anchor")) note(second);
    return properties;
  }

  /** A missing value. */
  #empty(properties: Readonly<Properties> = NONE): void {
    this.#events.push(emptyEvent(properties));
  }

  #within(token: Token, properties: Readonly<Properties>, read: () => void): void {
    if (++this.#depth > this.#maxDepth) throw stops("nesting exceeded", token);
    const { kind, start } = token;
    const type = kind === "flow-map" || kind === "block-map" ? "mapping" : "list";
    const flow = kind === "flow-list" || kind === "flow-map";
    this.#events.push({ type, start, flow, ...properties });
    if (kind !== "item") this.#tokens.take();
    read();
    this.#events.push({ type: "end" });
    this.#depth--;
  }

  /** A node in a block, which is missing if one of `ends` comes next. */
  #blockNode(ends: ReadonlySet<TokenKind>, loose: boolean): void {
    this.#tokens.take();
    if (ends.has(this.#tokens.peek().kind)) this.#empty();
    else this.#node(true, loose);
  }

  #blockList(): void {
    for (;;) {
      const token = this.#tokens.peek();
      if (token.kind === "item") this.#blockNode(BEHIND_ITEM, false);
      else if (token.kind !== "block-end") throw stops("did not find expected '-' indicator", token);
      else break;
    }
    this.#tokens.take();
  }

  /** A list without indentation of its own, which ends at anything other than an item. */
  #looseList(): void {
    while (this.#tokens.peek().kind === "item") this.#blockNode(BEHIND_LOOSE_ITEM, false);
  }

  #blockMap(): void {
    for (;;) {
      const token = this.#tokens.peek();
      if (token.kind === "block-end") break;
      if (token.kind === "key") this.#blockNode(BEHIND_BLOCK_PAIR, true);
      else if (token.kind === "value" && this.#tokens.tolerant) this.#empty();
      else throw stops("did not find expected key", token);
      if (this.#tokens.peek().kind === "value") this.#blockNode(BEHIND_BLOCK_PAIR, true);
      else this.#empty();
    }
    this.#tokens.take();
  }

  #flowList(): void {
    for (let first = true; this.#tokens.peek().kind !== "flow-list-end"; first = false) {
      if (!first) {
        this.#comma("did not find expected ',' or ']'");
        if (this.#tokens.peek().kind === "flow-list-end") break;
      }
      const token = this.#tokens.peek();
      if (token.kind === "key") this.#pairInList(token);
      else this.#node(false, false);
    }
    this.#tokens.take();
  }

  /** `[a: 1]` is a list with a mapping of one key. */
  #pairInList(key: Token): void {
    if (++this.#depth > this.#maxDepth) throw stops("nesting exceeded", key);
    this.#tokens.take();
    const { start } = this.#tokens.peek();
    const from = key.end > key.start ? key.start : start;
    this.#events.push({ type: "mapping", start: from, flow: true, ...NONE });
    const kind = this.#tokens.peek().kind;
    if (!BEHIND_LIST_PAIR.has(kind)) this.#node(false, false);
    else {
      this.#tokens.take();
      this.#empty();
    }
    this.#flowValue("flow-list-end");
    this.#events.push({ type: "end" });
    this.#depth--;
  }

  #flowMap(): void {
    for (let first = true; this.#tokens.peek().kind !== "flow-map-end"; first = false) {
      if (!first) {
        this.#comma("did not find expected ',' or '}'");
        if (this.#tokens.peek().kind === "flow-map-end") break;
      }
      const { kind } = this.#tokens.peek();
      if (kind === "value" && this.#tokens.tolerant) {
        this.#empty();
        this.#flowValue("flow-map-end");
        continue;
      }
      if (kind !== "key") {
        this.#node(false, false);
        this.#empty();
        continue;
      }
      this.#tokens.take();
      if (BEHIND_FLOW_PAIR.has(this.#tokens.peek().kind)) this.#empty();
      else this.#node(false, false);
      this.#flowValue("flow-map-end");
    }
    this.#tokens.take();
  }

  #flowValue(end: TokenKind): void {
    if (this.#tokens.peek().kind !== "value") {
      this.#empty();
      return;
    }
    this.#tokens.take();
    const { kind } = this.#tokens.peek();
    if (kind === "comma" || kind === end) this.#empty();
    else this.#node(false, false);
  }

  #comma(reason: string): void {
    const token = this.#tokens.peek();
    // It is missing behind what comes before, which may be on a line above.
    if (token.kind !== "comma") throw new HelmStops(reason, this.#tokens.taken?.end ?? token.start);
    this.#tokens.take();
  }
}

function stops(reason: string, { start }: Token): HelmStops {
  return new HelmStops(reason, start);
}
