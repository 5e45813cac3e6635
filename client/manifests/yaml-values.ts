import * as l10n from "@vscode/l10n";
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { keyText, refusalOf, resolveScalar } from "../../server/core/yaml/reader/scalars.ts";

/** Something that YAML allows, but that Helm and kubectl do not accept. */
export class YamlRefusal extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/** The most values to which aliases may expand a document. */
const MOST_VALUES = 1_000_000;

/** The values of the documents that these events describe; null for an empty one. Throws `YamlRefusal`. */
export function readEvents(text: string, events: readonly Event[], plainAsText: boolean): readonly unknown[] {
  return new EventReader(text, events, plainAsText).documents();
}

/** A value that an alias can name. */
interface Anchored {
  readonly value: unknown;
  /** The number of values in it. */
  readonly size: number;
}

type Properties = Pick<ScalarEvent, "anchorStart" | "anchorEnd" | "tagStart" | "tagEnd">;

class EventReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #plainAsText: boolean;
  #next = 0;
  #size = 0;
  #offset = 0;
  #anchors = new Map<string, Anchored>();

  constructor(text: string, events: readonly Event[], plainAsText: boolean) {
    this.#text = text;
    this.#events = events;
    this.#plainAsText = plainAsText;
  }

  documents(): readonly unknown[] {
    const values: unknown[] = [];
    while (this.#next < this.#events.length) {
      this.#next += 1;
      this.#anchors = new Map();
      this.#size = 0;
      values.push(this.#isAtEnd() ? null : this.#value());
      this.#next += 1;
    }
    return values;
  }

  #isAtEnd(): boolean {
    return this.#events[this.#next]?.type === EVENT_ID.POP;
  }

  #value(): unknown {
    const event = this.#events[this.#next++];
    const before = this.#size;
    this.#grow(1);
    switch (event?.type) {
      case EVENT_ID.ALIAS: {
        const { value, size } = this.#aliased(event.anchorStart, event.anchorEnd);
        this.#grow(size);
        return value;
      }
      case EVENT_ID.SCALAR:
        return this.#anchored(event, this.#scalar(event), before);
      case EVENT_ID.SEQUENCE:
        this.#offset = event.start;
        return this.#anchored(event, this.#list(), before);
      case EVENT_ID.MAPPING:
        this.#offset = event.start;
        return this.#anchored(event, this.#map(), before);
      default:
        return null;
    }
  }

  #anchored(event: Properties, value: unknown, before: number): unknown {
    if (event.anchorStart >= 0) {
      const name = this.#text.slice(event.anchorStart, event.anchorEnd);
      this.#anchors.set(name, { value, size: this.#size - before });
    }
    return value;
  }

  #aliased(start: number, end: number): Anchored {
    this.#offset = start;
    return (
      this.#anchors.get(this.#text.slice(start, end)) ??
      this.#refuse(l10n.t("an alias has no anchor before it"))
    );
  }

  #list(): readonly unknown[] {
    const items: unknown[] = [];
    while (!this.#isAtEnd()) items.push(this.#value());
    this.#next += 1;
    return items;
  }

  #map(): unknown {
    const entries = new Map<string, unknown>();
    while (!this.#isAtEnd()) {
      const key = this.#key();
      const value = this.#value();
      if (key === MERGE) this.#merge(entries, value);
      else entries.set(key, value);
    }
    this.#next += 1;
    return Object.fromEntries(entries);
  }

  /** go-yaml sets what a merge key brings when it reaches that key; of several mappings, the first wins. */
  #merge(entries: Map<string, unknown>, value: unknown): void {
    for (const mapping of (Array.isArray(value) ? value : [value]).toReversed()) {
      if (typeof mapping !== "object" || mapping === null || Array.isArray(mapping))
        this.#refuse(l10n.t("a merge key takes a mapping, or a list of mappings"));
      for (const [key, child] of Object.entries(mapping)) entries.set(key, child);
    }
  }

  #key(): string | typeof MERGE {
    const event = this.#events[this.#next++];
    this.#grow(1);
    if (event?.type === EVENT_ID.SCALAR) return this.#scalarKey(event);
    const aliased =
      event?.type === EVENT_ID.ALIAS ? this.#aliased(event.anchorStart, event.anchorEnd).value : undefined;
    if (typeof aliased === "string" || typeof aliased === "number" || typeof aliased === "boolean")
      return String(aliased);
    return this.#refuse(l10n.t("a key must be text"));
  }

  #scalarKey(event: ScalarEvent): string | typeof MERGE {
    const value = this.#anchored(event, this.#scalar(event), this.#size - 1);
    if (this.#plainAsText) return String(value);
    const source = getScalarValue(this.#text, event);
    if (source === "<<" && event.style === SCALAR_STYLE.PLAIN) return MERGE;
    return keyText(source, styleOf(event), this.#tag(event)) ?? this.#refuse(l10n.t("this key is not text"));
  }

  #scalar(event: ScalarEvent): unknown {
    if (event.valueStart >= 0) this.#offset = event.valueStart;
    const source = getScalarValue(this.#text, event);
    if (this.#plainAsText) return source;
    const refusal = refusalOf(source, styleOf(event), this.#tag(event));
    if (refusal !== undefined)
      this.#refuse(l10n.t("a value does not fit its tag, or is not a finite number"));
    return resolveScalar(source, styleOf(event), this.#tag(event)).value;
  }

  #tag({ tagStart, tagEnd }: Properties): string | undefined {
    return tagStart < 0 ? undefined : this.#text.slice(tagStart, tagEnd);
  }

  #grow(count: number): void {
    this.#size += count;
    if (this.#size > MOST_VALUES) this.#refuse(l10n.t("aliases make the document too large"));
  }

  #refuse(reason: string): never {
    throw new YamlRefusal(reason, this.#offset);
  }
}

/** The merge key, which brings in the keys of other mappings. */
const MERGE = Symbol("<<");

function styleOf({ style }: ScalarEvent): "plain" | "double" {
  return style === SCALAR_STYLE.PLAIN ? "plain" : "double";
}
