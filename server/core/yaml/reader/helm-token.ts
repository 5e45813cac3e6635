import type { ScalarStyle } from "../tree.ts";

/** The kinds of tokens that a text consists of for a YAML reader. */
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

/** A piece of a text, from `start` up to but not including `end`. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The value of a scalar, the name of an anchor or alias, the handle of a tag, the version of a directive. */
  readonly value: string;
  readonly style?: ScalarStyle;
}
