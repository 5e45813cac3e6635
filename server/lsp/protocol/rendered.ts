// Requests about what Helm renders with values.
import type { Position, Range } from "vscode-languageserver-types";
import type { ValuesOf } from "./values.ts";

/** Request `capOperator/renderedObjects`: the objects that Helm renders with values, as YAML; `null` if a later question has ended this one. Values of Secrets are hidden. */
export const RENDERED_OBJECTS_REQUEST = "capOperator/renderedObjects";
export interface RenderedObjectsParams {
  readonly of: ValuesOf;
}
export interface RenderedObjectsDocument {
  /** The objects; or a comment that says why there are none. */
  readonly text: string;
  /** Why there are none. */
  readonly problem?: string;
}

/**
 * Request `capOperator/keyFields`: the lines of that text that a key of values makes, measured by rendering with another value; no words if
 * there is no key at the position, and `null` if a later question has ended this one.
 */
export const KEY_FIELDS_REQUEST = "capOperator/keyFields";
export interface KeyFieldsParams extends RenderedObjectsParams {
  /** The file that is open, and the place of the cursor in it. */
  readonly uri: string;
  readonly position: Position;
}
export interface KeyFields {
  /** In one sentence, for people. */
  readonly words: string;
  /** The numbers of the lines. */
  readonly lines: readonly number[];
}

/** Request `capOperator/fieldKeys`: the keys that make the field in a line of that text, each where it is set or documented. */
export const FIELD_KEYS_REQUEST = "capOperator/fieldKeys";
export interface FieldKeysParams extends RenderedObjectsParams {
  readonly line: number;
}
export interface FieldKey {
  readonly key: string;
  /** Absent if it is written nowhere that is known. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
