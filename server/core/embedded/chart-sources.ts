/** A kind of documents that say which chart others install, and how these refer to one. Paths are as in the table of products. */
export interface ChartSourceKind {
  readonly kind: string;
  /** The products whose documents refer to it. */
  readonly of: readonly string[];
  /** Where a document says which kind it means; where it has no such key, this one is meant. */
  readonly kindAt?: string;
  readonly nameAt: string;
  readonly namespaceAt: readonly string[];
  readonly chart: readonly string[];
  readonly version: readonly string[];
}

const CHART_REF = {
  of: ["Flux"],
  kindAt: "chartRef.kind",
  nameAt: "chartRef.name",
  namespaceAt: ["chartRef.namespace", "/metadata.namespace"],
} as const;

/** https://fluxcd.io/flux/components/helm/helmreleases/#chart-reference and https://docs.k3s.io/add-ons/helm */
export const CHART_SOURCES: readonly ChartSourceKind[] = [
  {
    ...CHART_REF,
    kind: "OCIRepository",
    chart: ["spec.url"],
    version: ["spec.ref.tag", "spec.ref.semver"],
  },
  { ...CHART_REF, kind: "HelmChart", chart: ["spec.chart"], version: ["spec.version"] },
  {
    of: ["k3s"],
    kind: "HelmChart",
    nameAt: "/metadata.name",
    namespaceAt: ["/metadata.namespace"],
    chart: ["spec.chart"],
    version: ["spec.version"],
  },
];

/** The name of a repository of code says nothing about the charts in it. */
export const GIT_ADDRESS = /^(?:https?|git|ssh|file):|^git@/i;

/** Whether the last part of a reference is the name of one of the operator's charts. */
export function isOperators(reference: string, names: readonly string[]): boolean {
  if (GIT_ADDRESS.test(reference)) return false;
  const last = reference.split("/").findLast((part) => part !== "") ?? "";
  return names.some((name) => last === name || last.startsWith(`${name}:`) || last.startsWith(`${name}@`));
}
