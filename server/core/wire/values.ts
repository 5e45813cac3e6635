// The values that a release, or a file alone, comes to, and the cluster that they are for.
import type { Range } from "vscode-languageserver-types";

/**
 * The selection and form of the values: all values, each with its origin in a comment; only those that are not the chart's defaults; both
 * without their origins (`bare`), which an editor shows in a column of its own; or all values without anything else, so that the two sides of
 * a comparison differ only in values.
 */
export type EffectiveForm = "annotated" | "changed" | "bare" | "changed-bare" | "plain";

/** The effective values as text. */
export interface EffectiveDocument {
  /** YAML; in the forms `annotated` and `changed`, with the origin of each value as a comment after it. */
  readonly text: string;
  /** The origins of all values in `text`, except in the form `plain`. */
  readonly origins: readonly EffectiveOrigin[];
  /** In the form `plain`, the paths of keys whose default in the chart is known in words only, which `text` has as comments. */
  readonly described?: readonly (readonly (string | number)[])[];
}

/** The origin of a value. */
export interface EffectiveOrigin {
  /** The comment with the origin; in a text without comments, the key of the value. */
  readonly range: Range;
  readonly words: string;
  readonly isDefault: boolean;
  /** Absent if it is in no file. */
  readonly place?: { readonly uri: string; readonly range: Range };
}

/** The origin of the value at a path. */
export interface ValueOrigin {
  /** In a few words: `values.yaml:7`, `--set #1`, `chart default`, `not set (values.yaml:3)`. */
  readonly text: string;
  /** The place that sets it; without a `uri`, in the document of the chart's defaults, of the version `chart` if that was published. */
  readonly place?: { readonly uri?: string; readonly chart?: string; readonly range: Range };
  /** The entry of the release that sets it. */
  readonly entry?: string;
}

/** A values file, with notes about it in sentences; or the reason why there is none. */
export type ValuesFile =
  | { readonly text: string; readonly remarks: readonly string[] }
  | { readonly problem: string };

/** The facts of effective values about the cluster that they are installed into. */
export interface ValuesFacts {
  /** The values that every installation needs, set or not. */
  readonly required: readonly RequiredValue[];
  /** Labels of the ingress gateway that the values name. */
  readonly ingressGatewayLabels: Readonly<Record<string, string>>;
  readonly meshSystemNamespace?: string;
  /** Each chosen certificate manager, with its settings. */
  readonly certificates: readonly CertificateFact[];
  /** The certificate managers that the chart knows. */
  readonly certificateManagers: readonly string[];
  readonly monitoringEnabled: boolean;
  readonly metricsServerAddress?: string;
  /** The chart's names for the keys of these facts. */
  readonly keys: { readonly meshSystemNamespace?: string };
}

/** A value that every installation needs. */
export interface RequiredValue {
  readonly role: RequiredRole;
  /** The path of its key, as `--set` takes it. */
  readonly path: string;
  /** The form of the value, such as `<subdomain>.<cluster_domain>`. */
  readonly form: string;
  /** Absent if the value is not set, empty or a placeholder. */
  readonly value?: string;
}

/** The purpose of a required value. */
export type RequiredRole = "domain" | "dnsTarget";

/** The certificate settings of a component. Empty values are left out. */
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

/** Names that exist in a cluster, read by those who can reach it. */
export interface ClusterNames {
  /** The context that they were read from, to be shown. */
  readonly context: string;
  readonly issuers: readonly ClusterIssuer[];
  readonly domains: readonly string[];
  readonly dnsTargets: readonly string[];
}

/** An issuer of certificates that exists in a cluster. */
export interface ClusterIssuer {
  /** The certificate manager that reads it, as `certificateManager` spells it in the values. */
  readonly manager: string;
  readonly name: string;
  readonly namespace?: string;
  readonly kind?: string;
  readonly group?: string;
}
