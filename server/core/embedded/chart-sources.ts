/** A kind of documents that name the chart for others, and the keys by which these refer to one. Paths are as in the table of products. */
export interface ChartSourceKind {
  readonly kind: string;
  /** The products whose documents refer to it. */
  readonly products: readonly string[];
  /** The path of the kind in a referring document; absent if its references have no kind. */
  readonly kindAt?: string;
  readonly nameAt: string;
  readonly namespaceAt: readonly string[];
  readonly chart: readonly string[];
  readonly version: readonly string[];
}

const CHART_REF = {
  products: ["Flux"],
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
    products: ["k3s"],
    kind: "HelmChart",
    nameAt: "/metadata.name",
    namespaceAt: ["/metadata.namespace"],
    chart: ["spec.chart"],
    version: ["spec.version"],
  },
];

/** Sources of Flux that hold the folder of a chart: https://fluxcd.io/flux/components/source/helmcharts/#source-reference. */
export const GIT_SOURCES: readonly string[] = ["GitRepository", "Bucket"];

/** The address of a Git repository, whose name does not tell the charts in it. */
export const GIT_ADDRESS = /^(?:https?|git|ssh|file):|^git@/i;

/** True if the last part of a reference is the name of one of the operator's charts. */
export function isOperators(reference: string, names: readonly string[]): boolean {
  if (GIT_ADDRESS.test(reference)) return false;
  const last = reference.split("/").findLast((part) => part !== "") ?? "";
  return names.some((name) => last === name || last.startsWith(`${name}:`) || last.startsWith(`${name}@`));
}
