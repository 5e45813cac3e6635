import type { ScalarStyle } from "../tree.ts";

/** What a text consists of to a reader of YAML. */
export type TokenKind =
  | "stream-end"
  | "version"
  | "tag-directive"
  | "document-start"
  | "document-end"
  | "block-list"
  | "block-map"
  | "block-end"
  | "flow-list"
  | "flow-list-end"
  | "flow-map"
  | "flow-map-end"
  | "item"
  | "comma"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

/** A piece of a text, from `start` up to, and without, `end`. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The text of a scalar, the name of an anchor or alias, the handle of a tag, the version of a directive. */
  readonly value: string;
  readonly style?: ScalarStyle;
}
