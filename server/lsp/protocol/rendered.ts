// Requests about what Helm renders with values.
import type { Range } from "vscode-languageserver-types";
import { type ParamsOf, request } from "./message.ts";
import {
  BOOLEAN,
  integer,
  listOf,
  optional,
  POSITION,
  type Sent,
  table,
  text,
  URI_OF_FILE,
} from "./shapes.ts";
import { VALUES, type ValuesOf } from "./values.ts";

/** The objects that Helm renders with values, as YAML; `null` if a later question has ended this one. Values of Secrets are hidden. */
export const RENDERED_OBJECTS = request("capOperator/renderedObjects", {
  of: VALUES,
  /** The addresses of files that are not saved. */
  unsaved: optional(listOf(URI_OF_FILE, "a list of addresses")),
  /** The client does not show the objects any more: nothing is answered, and their problems are not reported at keys. */
  isClosed: optional(BOOLEAN),
}).answers<RenderedObjectsDocument | null>();
export interface RenderedObjectsDocument {
  /** The objects; or a comment with the reason why there are none. */
  readonly text: string;
  /** The errors of Kubernetes about them, by the lines of the text. The keys that make these fields are measured afterwards, and get diagnostics. */
  readonly problems?: readonly { readonly line: number; readonly message: string }[];
  /** The reason that there are none. */
  readonly problem?: string;
  /** Set if there are none because the chart is not on this machine. */
  readonly isChartMissing?: true;
  /** Sentences about values that are not known, and are missing. */
  readonly missing?: readonly string[];
  /** The lines that are not as they were; absent if nothing is known to have changed. */
  readonly changes?: RenderedChanges;
}

/** The lines that differ from the objects when all files were last saved, when they were first asked for, or in a revision. */
export interface RenderedChanges {
  /** In one sentence, for people. */
  readonly words: string;
  /** The numbers of the lines of what is new, of what has another value, and of what something below is gone. */
  readonly added: readonly number[];
  readonly changed: readonly number[];
  readonly removed: readonly number[];
}

/** Compares the objects with those of a revision in a cluster, until the client does not show them any more. */
export const COMPARE_RENDERED = request("capOperator/compareRendered", {
  of: VALUES,
  revision: table(
    {
      /** For people: with its release and its cluster. */
      name: text("a name"),
      release: text("a release"),
      namespace: text("a namespace"),
      /** The manifest with its hooks. It has Secrets, and is never logged. */
      manifest: text("a manifest"),
    },
    "a revision with its manifest",
  ),
}).answers<null>();

/** The key that a client adds to the parameters of `textDocument/completion` while it shows such a text: the allowed values are then resolved with the difference that they make. */
export interface CompletionBeside {
  readonly rendered?: ValuesOf;
}

/**
 * The lines of that text that a key of values makes, measured by rendering with another value; no words if there is no key at the position,
 * and `null` if a later question has ended this one.
 */
export const KEY_FIELDS = request("capOperator/keyFields", {
  of: VALUES,
  /** The file that is open, and the place of the cursor in it. */
  uri: URI_OF_FILE,
  position: POSITION,
}).answers<KeyFields | null>();
export interface KeyFields {
  /** In one sentence, for people. */
  readonly words: string;
  /** The numbers of the lines. */
  readonly lines: readonly number[];
}

const OBJECTS_OF = {
  of: VALUES,
  /** The chart that made them; with another one, the keys are not known. */
  chart: optional(table({ name: text(""), version: text("") }, "the name and the version of a chart")),
  /** The release and namespace that charts name them by; those of the values' release, or assumed ones, when it is absent. */
  as: optional(table({ release: text(""), namespace: text("") }, "the name and the namespace of a release")),
};
/** The values, the chart and the release that objects are made of. */
export type ObjectsOf = Sent<typeof OBJECTS_OF>;

const FIELD = {
  kind: text(""),
  /** Absent if only its kind is known. */
  name: optional(text("")),
  namespace: optional(text("")),
  /** As the API server writes it: `spec.ports[0].port`. */
  path: text(""),
};
/** A field as the API server names it. The engine names fields also by their keys and indexes. */
export type FieldName = Sent<typeof FIELD>;

/** The keys that make a field of an object, each where it is set or documented; `null` if a later question has ended this one. */
export const FIELD_KEYS = request("capOperator/fieldKeys", {
  ...OBJECTS_OF,
  /** A line of that text, or of `text`. */
  line: optional(integer("the number of a line")),
  /** The YAML of one object. */
  text: optional(text("the text of an object")),
  /** The field, in place of a line. */
  field: optional(table(FIELD, "a field with its path and the kind of its object")),
}).answers<FieldKeys | null>();
export type FieldKeysParams = ParamsOf<typeof FIELD_KEYS>;
export interface FieldKeys {
  readonly keys: readonly FieldKey[];
  /** The reason that there are none, as a sentence. */
  readonly problem?: string;
}
export interface FieldKey {
  readonly key: string;
  /** Its keys and indexes from the top of the chart's values. */
  readonly path: readonly (string | number)[];
  /** Absent if it is written nowhere that is known. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
