// Requests about the values that a release, or a file alone, comes to.
import type { Range } from "vscode-languageserver-types";
import type { Severity } from "../../core/wire/documents.ts";
import type {
  EffectiveDocument,
  EffectiveForm,
  ValueOrigin,
  ValuesFacts,
  ValuesFile,
} from "../../core/wire/values.ts";
import { type ParamsOf, request, requestOf } from "./message.ts";
import { integer, listOf, objectIn, oneOf, optional, type Shape, shape, table, text } from "./shapes.ts";

export type {
  CertificateFact,
  EffectiveForm,
  EffectiveOrigin,
  RequiredRole,
  RequiredValue,
  ValueOrigin,
  ValuesFacts,
  ValuesFile,
} from "../../core/wire/values.ts";

/** Values that belong together: those of a release, or of one file alone over the chart's defaults. */
export type ValuesOf =
  | {
      /** The `id` of a release. */
      readonly release: string;
    }
  | { readonly uri: string };

/** The name of a release, or the address of a file. */
export const VALUES: Shape<ValuesOf> = shape("the name of a release or the uri of a file", (sent) => {
  const object = objectIn(sent);
  return (
    object !== undefined &&
    (typeof object.release === "string") !== (typeof object.uri === "string") &&
    !("release" in object && "uri" in object)
  );
});

/** A known chart by its name, or one in a folder or an archive, which the server reads, with what names it in the comment at the top of a file. */
export type UpgradeTarget = { readonly name: string } | { readonly uri: string; readonly modeline?: string };

/** The name or the address of another chart. */
export const TARGET: Shape<UpgradeTarget> = shape("values and a chart", (sent) => {
  const object = objectIn(sent);
  return object !== undefined && (typeof object.name === "string" || typeof object.uri === "string");
});

const FORMS: readonly (EffectiveForm | "defaults")[] = [
  "annotated",
  "changed",
  "bare",
  "changed-bare",
  "plain",
  "defaults",
];

const SIDE = {
  /** Absent: the chart's defaults alone. */
  of: optional(VALUES),
  /** `annotated` when it is absent; `defaults` are those of the chart that the values are for, without origins. */
  form: optional(oneOf(FORMS, `a form, one of ${FORMS.join(", ")}`)),
  /** The chart that they are shown with, in the form `plain`; their own when it is absent. */
  chart: optional(TARGET),
};
const SHOWN = {
  ...SIDE,
  /** The document of another product as a cluster has it, in place of the one that `of` is in. */
  live: optional(text("the text of a document")),
  /** The other side of a comparison: a default that it does not know is no difference. For the forms `plain` and `defaults`. */
  beside: optional(table(SIDE)),
};

/** The values that the operator will run with, as text. */
export const EFFECTIVE_VALUES = request(
  "capOperator/effectiveValues",
  SHOWN,
).answers<EffectiveValuesDocument>();
export type EffectiveValuesParams = ParamsOf<typeof EFFECTIVE_VALUES>;
/** The effective values as text, or why there are none. The form `defaults` has what `plain` has. */
export interface EffectiveValuesDocument extends EffectiveDocument {
  /** One sentence if there are no values to show: no such release, or not a values file. `text` contains it as well. */
  readonly problem?: string;
  /** Set if the chart that is named for the values would have to be fetched: the defaults are then not read from its files. Not in the forms `plain` and `defaults`. */
  readonly isChartMissing?: true;
}

/** Notification `capOperator/effectiveValuesChanged` (server to client): texts asked for earlier may be out of date. */
export const EFFECTIVE_VALUES_CHANGED_NOTIFICATION = "capOperator/effectiveValuesChanged";

/** The origin of the value on a line of such a text, and what it replaced, as Markdown; `null` if the line has no value. */
export const EFFECTIVE_ORIGIN = request("capOperator/effectiveOrigin", {
  ...SHOWN,
  line: integer("the number of a line"),
}).answers<string | null>();

/** The diagnostics of all values files of a release, or of one file, which may be an operator resource; open or not. */
export const PROBLEMS = requestOf("capOperator/problems", VALUES).answers<readonly ValuesProblem[]>();
export interface ValuesProblem {
  /** Address of the file; absent for problems with the release itself. */
  readonly uri?: string;
  readonly range?: Range;
  readonly severity: Severity;
  readonly code?: string;
  readonly message: string;
  /** Set for an error that Helm and the API server may accept all the same. */
  readonly isUnproven?: true;
}

/** Facts of effective values about the cluster that they are installed into. */
export const VALUES_FACTS = request("capOperator/valuesFacts", {
  /** Absent: the chart's defaults alone. */
  of: optional(VALUES),
}).answers<ValuesFacts>();

/** The smallest values file with which an installed release has the same values. */
export const VALUES_FILE = request("capOperator/valuesFile", {
  /** Its chart as Helm lists it: `cap-operator-0.34.0`. */
  listed: text("the chart of a release"),
  /** The values that were set, as JSON. */
  values: text("its values"),
  /** The chart itself, if it is on this machine. */
  chart: optional(TARGET),
}).answers<ValuesFile>();

const SEGMENT = shape<string | number>("", (sent) => typeof sent === "string" || typeof sent === "number");

/** The origins of the values at paths; one answer for each path, in the order given. */
export const VALUE_ORIGINS = request("capOperator/valueOrigins", {
  of: VALUES,
  /** Keys and indexes from the top of the chart's values. */
  paths: listOf(listOf(SEGMENT, ""), "values and paths in them"),
}).answers<readonly ValueOrigin[]>();
