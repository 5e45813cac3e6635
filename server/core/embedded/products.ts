import type { Product } from "./product.ts";

const FLUX = {
  name: "Flux",
  interpolation: "envsubst",
  namespace: ["targetNamespace", "/metadata.namespace"],
  release: ["releaseName", "/metadata.name"],
} as const;
const ARGO = {
  group: "argoproj.io",
  apart: { list: "valueFiles", as: "file" },
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
  valuesFiles: [
    {
      at: "helm.valueFiles",
      from: "repository",
      folder: ["path"],
      isOver: false,
      source:
        "https://argo-cd.readthedocs.io/en/stable/user-guide/multiple_sources/#helm-value-files-from-external-git-repository",
    },
  ],
  others: ["helm.fileParameters"],
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
  // There is no release: https://argo-cd.readthedocs.io/en/stable/faq/, about `helm ls`.
  inCluster: {
    resource: "applications.argoproj.io",
    namespace: "argocd",
    source: "https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/#applications",
  },
  release: ["helm.releaseName", "/metadata.name"],
  namespace: ["/spec.destination.namespace"],
} as const;
const APPLICATION_SET = {
  ...ARGO,
  name: "Argo CD",
  kind: "ApplicationSet",
  inCluster: "rendered",
  release: ["helm.releaseName", "/spec.template.metadata.name"],
  namespace: ["/spec.template.spec.destination.namespace"],
  interpolation: "go-template",
  others: [...ARGO.others, "/spec.templatePatch"],
  // A list in the patch replaces the whole list of the template.
  replacedBy: {
    text: "spec.templatePatch",
    at: "spec.sources",
    source: "https://github.com/argoproj/argo-cd/issues/16800",
  },
} as const;
const KUSTOMIZE = {
  name: "Kustomize",
  chart: ["name"],
  version: ["version"],
  release: ["releaseName", "name"],
  namespace: ["namespace"],
  values: [["valuesInline", "mapping"]],
  valuesFiles: [
    {
      at: "additionalValuesFiles",
      from: "document",
      isOver: true,
      source: "https://github.com/kubernetes-sigs/kustomize/blob/master/api/types/helmchartargs.go",
    },
  ],
  others: ["valuesFile"],
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
  valuesFiles: [
    {
      at: "valuesFiles",
      from: "document",
      isOver: true,
      isSubstituted: true,
      source: "https://github.com/rancher/fleet/blob/main/internal/bundlereader/resources.go",
    },
  ],
  // These override all other values, but only in the cluster.
  others: ["valuesFrom"],
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
  values: [
    ["valuesContent", "text"],
    ["values", "mapping"],
  ],
  joined: { source: "https://github.com/k3s-io/helm-controller/blob/master/pkg/controllers/chart/chart.go" },
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

const SKAFFOLD_ARGUMENTS =
  "https://github.com/GoogleContainerTools/skaffold/blob/main/pkg/skaffold/helm/args.go";
const SKAFFOLD_DEPLOYER =
  "https://github.com/GoogleContainerTools/skaffold/blob/main/pkg/skaffold/deploy/helm/args.go";

const SKAFFOLD = {
  name: "Skaffold",
  group: "skaffold",
  kind: "Config",
  chart: ["remoteChart"],
  version: ["version"],
  release: ["name"],
  namespace: ["namespace"],
  values: [["overrides", "mapping"]],
  sets: ["setValues", "setValueTemplates"].map((list) => ({ at: list, source: SKAFFOLD_ARGUMENTS })),
  valuesFiles: [{ at: "valuesFiles", from: "document", isOver: false, source: SKAFFOLD_DEPLOYER }],
  others: ["setFiles", "/profiles.*.patches"],
  source: "https://skaffold.dev/docs/references/yaml/",
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
    valuesFiles: [
      {
        at: "chart.spec.valuesFiles",
        from: "repository",
        isFromSource: true,
        isOver: false,
        source: "https://github.com/fluxcd/source-controller/blob/main/internal/helm/chart/builder_local.go",
      },
    ],
    others: ["chart.spec.valuesFile"],
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
  {
    ...APPLICATION_SET,
    scope: "spec.template.spec.source",
    patch: {
      at: "spec.templatePatch",
      scope: "spec.source",
      source:
        "https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/#template-patch",
    },
  },
  { ...APPLICATION_SET, scope: "spec.template.spec.sources.*" },
  {
    ...ARGO,
    name: "Argo CD",
    kind: "ApplicationSet",
    text: "spec.templatePatch",
    scope: "spec.sources.*",
    release: ["helm.releaseName", "/metadata.name"],
    namespace: ["/spec.destination.namespace"],
    inCluster: "rendered",
    interpolation: "go-template",
  },
  {
    ...KUSTOMIZE,
    files: ["kustomization.yaml", "kustomization.yml", "Kustomization"],
    scope: "helmCharts.*",
  },
  ...["Kustomization", "Component"].map((kind) => ({
    ...KUSTOMIZE,
    group: "kustomize.config.k8s.io",
    kind,
    scope: "helmCharts.*",
  })),
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
    valuesFiles: [
      {
        at: "values",
        from: "document",
        source: "https://helmfile.readthedocs.io/en/stable/#configuration",
      },
    ],
    others: ["secrets", "inherit", "valuesTemplate", "setTemplate", "setString", "/environments", "/bases"],
    // Version 1 renders only `helmfile.yaml.gotmpl`, except with HELMFILE_RENDER_YAML: https://helmfile.readthedocs.io/en/latest/templating/
    interpolation: "go-template",
    source: "https://helmfile.readthedocs.io/en/stable/",
  },
  { ...K3S, kind: "HelmChart", chart: ["chart"], version: ["version"] },
  { ...K3S, kind: "HelmChartConfig", chart: [], isPartial: true },
  {
    ...FLEET,
    scope: "helm",
    overriddenBy: ["values", "valuesFiles", "valuesFrom"].map((key) => `/targetCustomizations.*.helm.${key}`),
  },
  {
    ...FLEET,
    scope: "targetCustomizations.*.helm",
    chart: ["chart", "/helm.chart"],
    version: ["version", "/helm.version"],
    release: ["releaseName", "/helm.releaseName"],
    base: {
      scope: "helm",
      source: "https://github.com/rancher/fleet/blob/main/internal/cmd/controller/options/calculate.go",
    },
  },
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
  ...["deploy", "manifests", "profiles.*.deploy", "profiles.*.manifests"].map((section) => ({
    ...SKAFFOLD,
    scope: `${section}.helm.releases.*`,
  })),
  {
    name: "DevSpace",
    files: ["devspace.yaml"],
    scope: "deployments.*",
    chart: ["helm.chart.name"],
    version: ["helm.chart.version"],
    release: ["helm.releaseName"],
    namespace: ["namespace"],
    values: [["helm.values", "mapping"]],
    valuesFiles: [
      {
        at: "helm.valuesFiles",
        from: "document",
        isOver: false,
        source:
          "https://github.com/devspace-sh/devspace/blob/main/pkg/devspace/deploy/deployer/helm/deploy.go",
      },
    ],
    others: ["/profiles"],
    interpolation: "envsubst",
    source: "https://www.devspace.sh/docs/configuration/deployments/helm-charts",
  },
  {
    name: "Garden",
    files: ["garden.yml", "garden.yaml", "*.garden.yml", "*.garden.yaml"],
    kind: "Deploy",
    scope: "spec",
    type: { at: "/type", begins: "helm" },
    chart: ["chart.name", "chart.url"],
    version: ["chart.version"],
    release: ["releaseName", "/name"],
    namespace: ["namespace"],
    values: [["values", "mapping"]],
    valuesFiles: [
      {
        at: "valueFiles",
        from: "document",
        isOver: false,
        source: "https://docs.garden.io/reference/action-types/deploy/helm#spec.valuefiles",
      },
    ],
    interpolation: "envsubst",
    source: "https://docs.garden.io/reference/action-types/deploy/helm",
  },
  {
    name: "Pulumi",
    files: ["Pulumi.yaml", "Pulumi.yml"],
    scope: "resources.*",
    type: { at: "type", begins: "kubernetes:helm.sh/" },
    chart: ["properties.chart"],
    version: ["properties.version"],
    release: ["properties.name"],
    namespace: ["properties.namespace"],
    values: [["properties.values", "mapping"]],
    others: ["properties.valueYamlFiles"],
    interpolation: "envsubst",
    source: "https://www.pulumi.com/registry/packages/kubernetes/api-docs/helm/v3/release/",
  },
];

/** Texts, one of which every file with values in a document of a product contains. */
const SIGNS = [
  "Application",
  "helmCharts",
  "HelmChart",
  "releases:",
  "helm:",
  "Release",
  "Proxy",
  "kubernetes:helm.sh/",
  "type: helm",
];
/** Texts in files that have values only because another file names them: patches by operations, and objects of a cluster. */
const SIGNS_OF_NAMED = /"?op"?\s*:|ConfigMap|Secret|Generator/;

/** Tells quickly if a text may be a product's document with values; all others need not be parsed. */
export function namesProduct(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign));
}

/** Tells quickly if a text may have values of the operator's chart, also because other files name it. */
export function mayEmbed(text: string): boolean {
  return namesProduct(text) || SIGNS_OF_NAMED.test(text);
}
