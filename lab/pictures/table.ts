/** A picture of the documentation, in `docs/images`. */
export interface Picture {
  /** Its file is called so; that for dark themes ends in `-dark`. */
  readonly name: string;
  /** A description for people who cannot see it. */
  readonly alt: string;
  /** Texts that can be read in it; it is not taken before all of them are there. */
  readonly shows: readonly string[];
}

/** All pictures. Their texts are typed or come from charts, so that they outlive a changed sentence. */
export const PICTURES = {
  tour: {
    name: "tour",
    alt: "A values file with two problems: quick fixes, a key from the list of completions, the effective values, and the question before an installation",
    shows: [
      "prod-eu10",
      "https://api.eu10.corp.internal",
      "cap-operator-system",
      "cap-operator 0.34.0",
      "sha256:",
      "Cancel",
    ],
  },
  completion: {
    name: "completion",
    alt: "Completion below controller: the keys that fit, and what replicas means, with its type and default",
    shows: ["controller:", "replicas", "image", "tolerations", "whole number, default 1"],
  },
  quickFix: {
    name: "quick-fix",
    alt: "The key issuerName is one level too high; its quick fix moves it into certManager",
    shows: ["replicaz: 2", "issuerName: letsencrypt", "certificateConfig.certManager.issuerName"],
  },
  effectiveValues: {
    name: "effective-values",
    alt: "The effective values of a release next to one of its files, each with its origin",
    shows: ["values-production.yaml", "system-cluster-critical", "values-production", "--set #1"],
  },
  renderedObjects: {
    name: "rendered-objects",
    alt: "What Helm renders, next to the values: what the key at the cursor makes is marked, and what has changed since saving",
    shows: ["objects-values.yaml", "kind: Deployment", "replicas: 3", "priorityClassName: critical"],
  },
  rejectedObject: {
    name: "rejected-object",
    alt: "Kubernetes rejects a label of an object that Helm renders: the problem is at its line, and at the key that makes it",
    shows: ["rejected-values.yaml", "kind: Deployment", "team: 5"],
  },
  confirmation: {
    name: "install-confirmation",
    alt: "The question before an installation: cluster, namespace, release, chart with its digest, and changes",
    shows: [
      "prod-eu10",
      "https://api.eu10.corp.internal",
      "cap-operator-system",
      "cap-operator 0.34.0",
      "sha256:",
    ],
  },
  preview: {
    name: "install-preview",
    alt: "The preview of an upgrade: the controller gets two replicas instead of one",
    shows: ["prod-eu10", "cap-operator-controller", "cap-operator-0.34.0", "replicas: 1", "replicas: 2"],
  },
  prerequisites: {
    name: "prerequisites",
    alt: "What a cluster has of what an installation needs, with the version that was found",
    shows: ["prod-eu10", "1.24.2", "istio-system/istio-ingressgateway", "letsencrypt"],
  },
  view: {
    name: "view",
    alt: "The view of a cluster: a release, its components and the prerequisites",
    shows: ["prod-eu10", "cap-operator", "controller", "webhook", "0.34.0"],
  },
  manager: {
    name: "manager",
    alt: "A new operator resource with the labels of the cluster's ingress gateway",
    shows: ["kind: CAPOperator", "value: public-gateway"],
  },
  chartStatus: {
    name: "chart-status",
    alt: "The status of a values file: its chart and where the chart comes from",
    shows: ["cap-operator 0.34.0", "charts/cap-operator-0.34.0.tgz"],
  },
  undecidedStatus: {
    name: "undecided-status",
    alt: "The status of a values file for which nothing decides the chart, with the link that names it",
    shows: ["Chart not decided", "Use Chart..."],
  },
  twoWords: {
    name: "two-words",
    alt: "A word that only one of the charts has: one fix names its chart, the other one changes it to the word of the other chart",
    shows: ["certificateManager: Platform", "cap-operator-chart", "Gardener"],
  },
  missingChart: {
    name: "missing-chart",
    alt: "The first line of a values file names a chart that does not exist, which is an error",
    shows: ["chart=./charts/missing", "No chart found at ./charts/missing"],
  },
  helmVerdict: {
    name: "helm-verdict",
    alt: "Helm rejects a values file: the message of the chart is at the key that it requires",
    shows: ["team:", "name the team that operates it"],
  },
  chartDefinition: {
    name: "chart-definition",
    alt: "The line of the key rolloutDelay in the values of a chart archive",
    shows: ["rolloutDelay:", "values.yaml"],
  },
  upgrade: {
    name: "upgrade",
    alt: "What the upgrade from version 0.30.0 of the chart to version 0.34.0 changes in a values file",
    shows: ["0.34.0", "version=0.30.0"],
  },
  valuesInFlux: {
    name: "values-in-flux",
    alt: "A HelmRelease of Flux next to its effective values, each with the line that it comes from",
    shows: ["kind: HelmRelease", "priorityClassName: system-cluster-critical", "cop.eu10.corp.internal"],
  },
  valuesInArgo: {
    name: "values-in-argo",
    alt: "Completion in the values of an Application of Argo CD: the keys that fit below controller",
    shows: ["kind: Application", "values: |", "replicas", "whole number, default 1"],
  },
} as const satisfies Readonly<Record<string, Picture>>;

/** The themes in which every picture is taken. */
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The two files of a picture, from the root of the repository: for light themes and for dark ones. */
export function filesOf({ name }: Picture): Readonly<Record<Theme, string>> {
  return { light: `docs/images/${name}.png`, dark: `docs/images/${name}-dark.png` };
}

/** The file with what can be read in a picture, from the root of the repository. */
export function recordOf({ name }: Picture): string {
  return `lab/pictures/read/${name}.txt`;
}

/** The line of a record before the texts of the last screen of a moving picture. */
export const LAST_SCREEN = "--- at the end ---";
/** The line of a record before texts that are cut or partly covered. */
export const CUT = "--- cut or covered ---";
