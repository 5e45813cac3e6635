// Requests about what Helm renders with values.
import type { Position, Range } from "vscode-languageserver-types";
import type { ValuesOf } from "./values.ts";

/** Request `capOperator/renderedObjects`: the objects that Helm renders with values, as YAML; `null` if a later question has ended this one. Values of Secrets are hidden. */
export const RENDERED_OBJECTS_REQUEST = "capOperator/renderedObjects";
export interface RenderedObjectsParams {
  readonly of: ValuesOf;
  /** The client does not show the objects any more: nothing is answered, and their problems are not reported at keys. */
  readonly isClosed?: boolean | undefined;
  /** The addresses of files that are not saved. */
  readonly unsaved?: readonly string[] | undefined;
}
export interface RenderedObjectsDocument {
  /** The objects; or a comment that says why there are none. */
  readonly text: string;
  /** What Kubernetes rejects in them, by the lines of the text. The keys that make these fields are measured afterwards, and get diagnostics. */
  readonly problems?: readonly { readonly line: number; readonly message: string }[];
  /** Why there are none. */
  readonly problem?: string;
  /** Set if there are none because the chart is not on this machine. */
  readonly isChartMissing?: true;
  /** Sentences about values that are not known, and are missing. */
  readonly missing?: readonly string[];
  /** What is not as it was; absent if nothing is known to have changed. */
  readonly changes?: RenderedChanges;
}

/** What is not as it was when all files were last saved, when the objects were first asked for, or in a revision. */
export interface RenderedChanges {
  /** In one sentence, for people. */
  readonly words: string;
  /** The numbers of the lines of what is new, of what has another value, and of what something below is gone. */
  readonly added: readonly number[];
  readonly changed: readonly number[];
  readonly removed: readonly number[];
}

/** Request `capOperator/compareRendered`: compares the objects with those of a revision in a cluster, until the client does not show them any more. */
export const COMPARE_RENDERED_REQUEST = "capOperator/compareRendered";
export interface CompareRenderedParams {
  readonly of: ValuesOf;
  readonly revision: RevisionInCluster;
}
export interface RevisionInCluster {
  /** What it is called, for people: with its release and its cluster. */
  readonly name: string;
  readonly release: string;
  readonly namespace: string;
  /** What it applied, with its hooks. It has Secrets, and is never logged. */
  readonly manifest: string;
}

/** What a client adds to the parameters of `textDocument/completion` while it shows such a text: the allowed values are then resolved with the difference that they make. */
export interface CompletionBeside {
  readonly rendered?: ValuesOf;
}

/**
 * Request `capOperator/keyFields`: the lines of that text that a key of values makes, measured by rendering with another value; no words if
 * there is no key at the position, and `null` if a later question has ended this one.
 */
export const KEY_FIELDS_REQUEST = "capOperator/keyFields";
export interface KeyFieldsParams {
  readonly of: ValuesOf;
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

/** Request `capOperator/fieldKeys`: the keys that make a field of an object, each where it is set or documented; `null` if a later question has ended this one. */
export const FIELD_KEYS_REQUEST = "capOperator/fieldKeys";
export interface FieldKeysParams extends ObjectsOf {
  /** A line of that text, or of `text`. */
  readonly line?: number;
  /** The YAML of one object. */
  readonly text?: string;
  /** What names the field, in place of a line. */
  readonly field?: FieldName;
}
/** What objects are made of. */
export interface ObjectsOf {
  readonly of: ValuesOf;
  /** The chart that made them; with another one, the keys are not known. */
  readonly chart?: { readonly name: string; readonly version: string };
  /** What they are installed as, by which charts name them; that of the release, or an assumed one, when it is absent. */
  readonly as?: { readonly release: string; readonly namespace: string };
}
export interface FieldName {
  readonly kind: string;
  /** Absent if only its kind is known. */
  readonly name?: string;
  readonly namespace?: string;
  /** As the API server writes it: `spec.ports[0].port`. */
  readonly path: string;
}
export interface FieldKeys {
  readonly keys: readonly FieldKey[];
  /** Why there are none, as a sentence. */
  readonly problem?: string;
}
export interface FieldKey {
  readonly key: string;
  /** Its keys and indexes from the top of the chart's values. */
  readonly path: readonly (string | number)[];
  /** Absent if it is written nowhere that is known. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
