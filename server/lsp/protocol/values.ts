// Requests about the values that a release, or a file alone, comes to.
import type { Range } from "vscode-languageserver-types";
import { type ParamsOf, request, requestOf } from "./message.ts";
import { integer, listOf, objectIn, oneOf, optional, type Shape, shape, table, text } from "./shapes.ts";

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

/** A known chart by its name, or one in a folder or an archive, with what names it in the comment at the top of a file. */
export type UpgradeTarget = { readonly name: string } | { readonly uri: string; readonly modeline?: string };

/** The name or the address of another chart. */
export const TARGET: Shape<UpgradeTarget> = shape("values and a chart", (sent) => {
  const object = objectIn(sent);
  return object !== undefined && (typeof object.name === "string" || typeof object.uri === "string");
});

const FORMS = ["annotated", "changed", "bare", "changed-bare", "plain", "defaults"] as const;

/**
 * The part of the values that is shown: all values, each with its origin in a comment; only those that are not the chart's defaults; both
 * without their origins (`bare`); or all values without anything else, so that the two sides of a comparison differ only in values.
 */
export type EffectiveForm = Exclude<(typeof FORMS)[number], "defaults">;

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
export interface EffectiveValuesDocument {
  /** YAML; in the forms `annotated` and `changed`, with the origin of each value as a comment after it. */
  readonly text: string;
  /** One sentence if there are no values to show: no such release, or not a values file. `text` contains it as well. */
  readonly problem?: string;
  /** The origins of the values in `text`; none in the forms `plain` and `defaults`. */
  readonly origins: readonly EffectiveOrigin[];
  /** In these forms, the paths of keys whose default in the chart is known in words only. */
  readonly described?: readonly (readonly (string | number)[])[];
  /** Set if the chart that is named for the values would have to be fetched: the defaults are then not read from its files. Not in these forms. */
  readonly isChartMissing?: true;
}

/** The origin of a value, at the comment that says it, or at the key of the value where there are no comments. */
export interface EffectiveOrigin {
  readonly range: Range;
  readonly words: string;
  readonly isDefault: boolean;
  /** Absent if it is in no file. */
  readonly place?: { readonly uri: string; readonly range: Range };
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
  readonly severity: "error" | "warning" | "information" | "hint";
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

/** The facts of effective values about the cluster that they are installed into. */
export interface ValuesFacts {
  /** The values that every installation needs, set or not. */
  readonly required: readonly RequiredValue[];
  /** Labels of the ingress gateway that the values name. */
  readonly ingressGatewayLabels: Readonly<Record<string, string>>;
  readonly meshSystemNamespace?: string;
  /** Each certificate manager that is chosen, with what it reads. */
  readonly certificates: readonly CertificateFact[];
  /** The certificate managers that the chart knows. */
  readonly certificateManagers: readonly string[];
  readonly monitoringEnabled: boolean;
  readonly metricsServerAddress?: string;
  /** The chart's names of the keys of these facts. */
  readonly keys: { readonly meshSystemNamespace?: string };
}

/** A value that every installation needs. */
export interface RequiredValue {
  readonly role: RequiredRole;
  /** The path of its key, as `--set` takes it. */
  readonly path: string;
  /** Its form, such as `<subdomain>.<cluster_domain>`. */
  readonly form: string;
  /** Absent if the value is not set, empty or a placeholder. */
  readonly value?: string;
}

/** The meaning of a required value. */
export type RequiredRole = "domain" | "dnsTarget";

/** The certificate manager and the issuer of a component. Empty values are left out. */
export interface CertificateFact {
  /** The component, such as `subscriptionServer`. */
  readonly component: string;
  /** The chosen value of its certificate manager, as the values spell it. */
  readonly manager: string;
  readonly issuerName?: string;
  readonly issuerNamespace?: string;
  readonly issuerKind?: string;
  readonly issuerGroup?: string;
}

/** The smallest values file with which an installed release has the same values. */
export const VALUES_FILE = request("capOperator/valuesFile", {
  /** Its chart as Helm lists it: `cap-operator-0.34.0`. */
  listed: text("the chart of a release"),
  /** The values that were set, as JSON. */
  values: text("its values"),
  /** The chart itself, if it is on this machine. */
  chart: optional(TARGET),
}).answers<ValuesFile>();
/** The text with what is to be known about it, or why there is none, in sentences. */
export type ValuesFile =
  | { readonly text: string; readonly remarks: readonly string[] }
  | { readonly problem: string };

const SEGMENT = shape<string | number>("", (sent) => typeof sent === "string" || typeof sent === "number");

/** The origins of the values at paths; one answer for each path, in the order given. */
export const VALUE_ORIGINS = request("capOperator/valueOrigins", {
  of: VALUES,
  /** Keys and indexes from the top of the chart's values. */
  paths: listOf(listOf(SEGMENT, ""), "values and paths in them"),
}).answers<readonly ValueOrigin[]>();

/** The origin of the value at a path. */
export interface ValueOrigin {
  /** In a few words: `values.yaml:7`, `--set #1`, `chart default`, `not set (values.yaml:3)`. */
  readonly text: string;
  /** The place that sets it; without a `uri`, in the document of the chart's defaults, of the version `chart` if that was published. */
  readonly place?: { readonly uri?: string; readonly chart?: string; readonly range: Range };
  /** The entry of the release that sets it. */
  readonly entry?: string;
}
