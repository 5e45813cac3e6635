import * as l10n from "@vscode/l10n";
import type { Labels } from "./cluster-object.ts";
import kinds from "./kinds.json" with { type: "json" };

/** A fact with the place of its publication. */
export interface Sourced {
  readonly source: string;
}

export interface IssuerKind {
  readonly kind: string;
  /** Plural name with its group, as `kubectl get` takes it. */
  readonly resource: string;
  readonly namespaced: boolean;
}

/** A product that issues certificates, with the values of `certificateManager` that select it in one chart of the operator or another. */
export interface CertificateManager extends Sourced {
  readonly values: readonly [string, ...string[]];
  readonly product: string;
  readonly group: string;
  readonly issuers: readonly IssuerKind[];
  /** The field in which an issuer reports that it is ready: `status.state`, or the condition `Ready`. */
  readonly ready: "state" | "condition";
  /** True if it also knows issuers that are not objects in this cluster. */
  readonly ownIssuersElsewhere: boolean;
}

interface ApiProduct extends Sourced {
  readonly product: string;
  readonly group: string;
}

interface ClusterKinds {
  readonly mesh: Sourced & {
    readonly product: string;
    readonly minimum: Sourced & { readonly version: string };
    readonly apis: Sourced & {
      readonly needed: readonly { readonly apiVersion: string; readonly resources: readonly string[] }[];
    };
    readonly controlPlane: Sourced & {
      readonly labels: Labels;
      readonly container: string;
      readonly versionLabels: readonly string[];
    };
    /** Labels that ingress gateways usually have, the most telling first. */
    readonly ingressGateway: Sourced & { readonly conventions: readonly Labels[] };
    readonly gateways: Sourced & { readonly resource: string };
  };
  readonly certificateManagers: readonly CertificateManager[];
  readonly serviceOperators: readonly ApiProduct[];
  readonly monitors: Sourced & {
    readonly product: string;
    readonly apiVersion: string;
    readonly resource: string;
  };
  /** Annotations of a service that hold host names, separated by commas. */
  readonly hostAnnotations: readonly (Sourced & { readonly name: string })[];
  readonly clusterDomain: Sourced & {
    readonly configMap: { readonly namespace: string; readonly name: string; readonly key: string };
    readonly defaultGateway: Sourced & { readonly namespace: string; readonly name: string };
  };
  /** The label that turns a wildcard into a full name. */
  readonly wildcardLabel: Sourced & { readonly label: string };
}

export const KINDS = kinds as unknown as ClusterKinds;

/**
 * The name of a product in sentences. Names are the same in every language; the certificate management of Gardener has no name.
 */
export function productOf({ product, group }: ApiProduct): string {
  return group === "cert.gardener.cloud" ? l10n.t("the certificate management of Gardener") : product;
}

/** The product that a value of `certificateManager` selects; undefined for a value that needs no product. */
export function certificateManagerOf(value: string): CertificateManager | undefined {
  return KINDS.certificateManagers.find(({ values }) => values.includes(value));
}
