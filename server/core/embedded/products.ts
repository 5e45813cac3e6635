import type { Interpolation } from "../yaml/tree.ts";

/** How a product holds values: as a mapping of its document, or as a text with YAML in it. */
export type EmbeddedForm = "mapping" | "text";

/**
 * A place where a product keeps values of a Helm chart: all that is known about the product. Paths are dotted, `*` is any item of a list, and
 * `/` begins at the top of the document; the others begin at the mapping that names the chart.
 */
export interface Product {
  /** As its documentation writes it. */
  readonly name: string;
  /** The API group of its documents, or what their `apiVersion` begins with. */
  readonly group?: string;
  readonly kind?: string;
  /** The names of its files, where these and not a kind tell what they are. */
  readonly files?: readonly string[];
  /** The mapping that names the chart. */
  readonly scope: string;
  /** Where values are. Where one is set, those after it do not count. */
  readonly values: readonly (readonly [path: string, form: EmbeddedForm])[];
  /** The name of the chart, or its address in a registry: the first that is set. */
  readonly chart: readonly string[];
  readonly version?: readonly string[];
  /** Where it says whether the chart is a folder of a repository of code. */
  readonly inGit?: string;
  /** Where the folder of the chart is if it names no chart. */
  readonly folder?: readonly string[];
  readonly release: readonly string[];
  readonly namespace?: readonly string[];
  /** How it keeps a Helm release in the cluster, or that it only has Helm render the chart. */
  readonly inCluster?: InCluster | "rendered";
  /** The list beside the values that names other places of values, each over the one before and all below the values, and what they are. */
  readonly apart?: { readonly list: string; readonly as: "config-map" };
  /** The ConfigMaps and Secrets that values come from, below its own, each over the one before: items with `kind`, `name` and `valuesKey`. */
  readonly from?: { readonly at: string; readonly namespace: readonly string[]; readonly source: string };
  /** Where single keys are set, over all other values. */
  readonly sets?: readonly SetsAt[];
  /** What else gives values, so that what is not here may be set there. */
  readonly others?: readonly string[];
  /** Whether these values only add to those of another document. */
  readonly isPartial?: true;
  readonly interpolation?: Interpolation;
  /** Where the product documents this. */
  readonly source: string;
}

/** Where a Helm release is in the cluster: in which namespace Helm keeps it, and what its name begins with if the document gives it none. */
export interface InCluster {
  readonly namespace: readonly string[];
  readonly prefix: string;
  /** The key that names it as a whole. */
  readonly name: string;
  /** Where the product documents this. */
  readonly source: string;
}

/** How a product sets single keys, as `--set` does. */
export interface SetsAt {
  /** A mapping of keys to values, or a list whose items have a `name` and a `value`. */
  readonly at: string;
  /** The key of an item that makes a text of its value if it is true. */
  readonly forceString?: string;
  /** Whether texts are texts, as with `--set-string`, but for `true`, `false` and `null`. */
  readonly isTyped?: true;
  /** What the product escapes in a value before Helm reads it. */
  readonly escapes?: "commas" | "commas-and-braces";
  /** Whether an empty value sets nothing. */
  readonly ignoresEmpty?: true;
  /** Where the product does or documents this. */
  readonly source: string;
}

const FLUX = {
  name: "Flux",
  interpolation: "envsubst",
  namespace: ["targetNamespace", "/metadata.namespace"],
  release: ["releaseName", "/metadata.name"],
} as const;
const ARGO = {
  group: "argoproj.io",
  // https://argo-cd.readthedocs.io/en/stable/faq/, about `helm ls`.
  inCluster: "rendered",
  chart: ["chart", "repoURL"],
  folder: ["path"],
  version: ["targetRevision"],
  sets: [
    {
      at: "helm.parameters",
      forceString: "forceString",
      escapes: "commas",
      source: "https://github.com/argoproj/argo-cd/blob/v3.0.0/util/helm/cmd.go",
    },
  ],
  others: ["helm.valueFiles", "helm.fileParameters"],
  values: [
    ["helm.valuesObject", "mapping"],
    ["helm.values", "text"],
  ],
  source: "https://argo-cd.readthedocs.io/en/stable/user-guide/helm/",
} as const;
const APPLICATION = {
  ...ARGO,
  name: "Argo CD",
  kind: "Application",
  release: ["helm.releaseName", "/metadata.name"],
  namespace: ["/spec.destination.namespace"],
} as const;
const APPLICATION_SET = {
  ...ARGO,
  name: "Argo CD",
  kind: "ApplicationSet",
  release: ["helm.releaseName", "/spec.template.metadata.name"],
  namespace: ["/spec.template.spec.destination.namespace"],
  interpolation: "go-template",
} as const;
const KUSTOMIZE = {
  name: "Kustomize",
  chart: ["name"],
  version: ["version"],
  release: ["releaseName", "name"],
  namespace: ["namespace"],
  values: [["valuesInline", "mapping"]],
  others: ["valuesFile", "additionalValuesFiles"],
  source: "https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/helmcharts/",
} as const;
const FLEET = {
  name: "Fleet",
  files: ["fleet.yaml"],
  chart: ["chart"],
  version: ["version"],
  release: ["releaseName"],
  namespace: ["/defaultNamespace", "/namespace"],
  values: [["values", "mapping"]],
  others: ["valuesFiles", "valuesFrom"],
  interpolation: "go-template",
  source: "https://fleet.rancher.io/ref-fleet-yaml",
} as const;
const SVELTOS = {
  name: "Sveltos",
  group: "config.projectsveltos.io",
  scope: "spec.helmCharts.*",
  chart: ["chartName"],
  version: ["chartVersion"],
  release: ["releaseName"],
  namespace: ["releaseNamespace"],
  values: [["values", "text"]],
  others: ["valuesFrom"],
  interpolation: "go-template",
  source: "https://projectsveltos.github.io/sveltos/main/addons/helm_charts/",
} as const;

const K3S = {
  name: "k3s",
  group: "helm.cattle.io",
  scope: "spec",
  release: ["/metadata.name"],
  namespace: ["targetNamespace", "/metadata.namespace"],
  values: [["valuesContent", "text"]],
  sets: [
    {
      at: "set",
      isTyped: true,
      escapes: "commas",
      source: "https://github.com/k3s-io/helm-controller/blob/master/pkg/controllers/chart/chart.go",
    },
  ],
  others: ["valuesSecrets"],
  source: "https://docs.k3s.io/add-ons/helm",
} as const;

/** The places where values of Helm charts are known to be. To know another product, add a row. */
export const PRODUCTS: readonly Product[] = [
  {
    ...FLUX,
    group: "helm.toolkit.fluxcd.io",
    kind: "HelmRelease",
    scope: "spec",
    chart: ["chart.spec.chart"],
    inGit: "chart.spec.sourceRef.kind",
    version: ["chart.spec.version"],
    values: [["values", "mapping"]],
    apart: { list: "valuesFrom", as: "config-map" },
    inCluster: {
      name: "releaseName",
      prefix: "targetNamespace",
      namespace: ["storageNamespace", "/metadata.namespace"],
      source: "https://fluxcd.io/flux/components/helm/api/v2/",
    },
    from: {
      at: "valuesFrom",
      namespace: ["/metadata.namespace"],
      source: "https://fluxcd.io/flux/components/helm/helmreleases/#values-references",
    },
    source: "https://fluxcd.io/flux/components/helm/helmreleases/",
  },
  {
    ...FLUX,
    group: "helm.fluxcd.io",
    kind: "HelmRelease",
    scope: "spec",
    chart: ["chart.name"],
    version: ["chart.version"],
    values: [["values", "mapping"]],
    others: ["valuesFrom"],
    source:
      "https://github.com/fluxcd/helm-operator/blob/v1.4.4/docs/references/helmrelease-custom-resource.md",
  },
  { ...APPLICATION, scope: "spec.source" },
  { ...APPLICATION, scope: "spec.sources.*" },
  { ...APPLICATION_SET, scope: "spec.template.spec.source" },
  { ...APPLICATION_SET, scope: "spec.template.spec.sources.*" },
  { ...KUSTOMIZE, files: ["kustomization.yaml", "kustomization.yml"], scope: "helmCharts.*" },
  { ...KUSTOMIZE, group: "kustomize.config.k8s.io", kind: "Kustomization", scope: "helmCharts.*" },
  { ...KUSTOMIZE, group: "builtin", kind: "HelmChartInflationGenerator", scope: "" },
  {
    name: "helmfile",
    files: ["helmfile.yaml", "helmfile.yml", "helmfile.d/*.yaml"],
    scope: "releases.*",
    chart: ["chart"],
    version: ["version"],
    release: ["name"],
    namespace: ["namespace"],
    values: [["values.*", "mapping"]],
    sets: [
      {
        at: "set",
        escapes: "commas-and-braces",
        ignoresEmpty: true,
        source: "https://github.com/helmfile/helmfile/blob/main/pkg/state/state.go",
      },
    ],
    others: ["values", "secrets", "/environments"],
    source: "https://helmfile.readthedocs.io/en/stable/",
  },
  { ...K3S, kind: "HelmChart", chart: ["chart"], version: ["version"] },
  { ...K3S, kind: "HelmChartConfig", chart: [], isPartial: true },
  { ...FLEET, scope: "helm" },
  { ...FLEET, scope: "targetCustomizations.*.helm" },
  {
    name: "Cluster API",
    group: "addons.cluster.x-k8s.io",
    kind: "HelmChartProxy",
    scope: "spec",
    chart: ["chartName"],
    version: ["version"],
    release: ["releaseName"],
    namespace: ["namespace"],
    values: [["valuesTemplate", "text"]],
    interpolation: "go-template",
    source: "https://cluster-api-addon-provider-helm.sigs.k8s.io/getting-started",
  },
  { ...SVELTOS, kind: "ClusterProfile" },
  { ...SVELTOS, kind: "Profile" },
  {
    name: "Crossplane",
    group: "helm.crossplane.io",
    kind: "Release",
    scope: "spec.forProvider",
    chart: ["chart.name", "chart.url"],
    version: ["chart.version"],
    release: ["/metadata.name"],
    namespace: ["namespace"],
    values: [["values", "mapping"]],
    sets: [
      {
        at: "set",
        ignoresEmpty: true,
        source:
          "https://github.com/crossplane-contrib/provider-helm/blob/main/pkg/controller/release/values.go",
      },
    ],
    others: ["valuesFrom"],
    source: "https://github.com/crossplane-contrib/provider-helm",
  },
  {
    name: "Skaffold",
    group: "skaffold",
    kind: "Config",
    scope: "deploy.helm.releases.*",
    chart: ["remoteChart"],
    version: ["version"],
    release: ["name"],
    namespace: ["namespace"],
    values: [["overrides", "mapping"]],
    sets: [
      {
        at: "setValues",
        source: "https://github.com/GoogleContainerTools/skaffold/blob/main/pkg/skaffold/helm/args.go",
      },
    ],
    others: ["valuesFiles", "setFiles", "setValueTemplates"],
    source: "https://skaffold.dev/docs/references/yaml/",
  },
];
