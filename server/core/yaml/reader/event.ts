import type { ScalarStyle } from "../tree.ts";

/** The offsets of the anchor and the tag before a node; -1 if there is none. */
export interface Properties {
  anchorStart: number;
  anchorEnd: number;
  tagStart: number;
  tagEnd: number;
}

/** A scalar, with its text as Helm has it and where that is written, without quotes; -1 for a missing one. */
export interface ScalarEvent extends Readonly<Properties> {
  readonly type: "scalar";
  readonly value: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly style: ScalarStyle;
}

/** The start of a list or a mapping. */
export interface CollectionEvent extends Readonly<Properties> {
  readonly type: "mapping" | "list";
  readonly start: number;
  readonly flow: boolean;
}

/** The name of an alias. */
interface AliasEvent {
  readonly type: "alias";
  readonly anchorStart: number;
  readonly anchorEnd: number;
}

/** A step through a document: something begins, or what began last ends. */
export type Event = ScalarEvent | CollectionEvent | AliasEvent | { readonly type: "end" };
