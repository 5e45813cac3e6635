/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Stands where there is no literal default. */
export const NONE = Symbol("no literal default");

/** A key, the type of its value, and its default. */
export type Fact = readonly [key: string, type: string, standard: Json | typeof NONE];

const topLevel: readonly Fact[] = [
  ["image.tag", "string", ""],
  ["image.pullPolicy", "string", ""],
  ["imagePullSecrets", "array", []],
  ["podSecurityContext", "object", {}],
  ["nodeSelector", "object", {}],
  ["affinity", "object", {}],
  ["tolerations", "array", []],
  ["priorityClassName", "string", ""],
  ["topologySpreadConstraints", "array", []],
  ["podLabels", "object", {}],
  ["podAnnotations", "object", {}],
  [
    "monitoring",
    "object",
    {
      enabled: false,
      serviceMonitorSelectorLabels: {},
      dash: { dashboard: { configMapLabels: { dash_dashboard: "1" } } },
    },
  ],
  ["monitoring.enabled", "boolean", false],
  ["monitoring.serviceMonitorSelectorLabels", "object", {}],
  ["monitoring.dash", "object", { dashboard: { configMapLabels: { dash_dashboard: "1" } } }],
  ["monitoring.dash.dashboard.configMapLabels", "object", { dash_dashboard: "1" }],
];

interface Amounts {
  readonly limits: { readonly memory: string; readonly cpu: number };
  readonly requests: { readonly memory: string; readonly cpu: number };
}

const component = (name: string, { limits, requests }: Amounts): readonly Fact[] => [
  [`${name}.replicas`, "integer", 1],
  [`${name}.image.repository`, "string", NONE],
  [`${name}.image.tag`, "string", ""],
  [`${name}.image.pullPolicy`, "string", ""],
  [`${name}.imagePullSecrets`, "array", []],
  [`${name}.podLabels`, "object", {}],
  [`${name}.podAnnotations`, "object", {}],
  [`${name}.podSecurityContext`, "object", {}],
  [`${name}.nodeSelector`, "object", {}],
  [`${name}.affinity`, "object", {}],
  [`${name}.tolerations`, "array", []],
  [`${name}.priorityClassName`, "string", ""],
  [`${name}.topologySpreadConstraints`, "array", []],
  [`${name}.securityContext`, "object", {}],
  [`${name}.resources.limits.memory`, "string", limits.memory],
  [`${name}.resources.limits.cpu`, "number", limits.cpu],
  [`${name}.resources.requests.memory`, "string", requests.memory],
  [`${name}.resources.requests.cpu`, "number", requests.cpu],
];

const volumes = (name: string): readonly Fact[] => [
  [`${name}.volumes`, "array", []],
  [`${name}.volumeMounts`, "array", []],
];

/** Every key of the chart's values, in the order of the documentation. */
export const VALUES_FACTS: readonly Fact[] = [
  ...topLevel,
  ...component("controller", {
    limits: { memory: "500Mi", cpu: 0.2 },
    requests: { memory: "50Mi", cpu: 0.02 },
  }),
  ...volumes("controller"),
  ["controller.dnsTarget", "string", ""],
  ["controller.detailedOperationalMetrics", "boolean", false],
  ["controller.versionMonitoring.metricsServerAddress", "string", ""],
  ["controller.versionMonitoring.metricsEvaluationInterval", "string", "1h"],
  ["controller.versionMonitoring.metricsClientAcquireRetryDelay", "string", "1h"],
  ...component("subscriptionServer", {
    limits: { memory: "200Mi", cpu: 0.1 },
    requests: { memory: "20Mi", cpu: 0.01 },
  }),
  ...volumes("subscriptionServer"),
  ["subscriptionServer.port", "integer", 4000],
  ["subscriptionServer.meshSystemNamespace", "string", "mesh-system"],
  [
    "subscriptionServer.ingressGatewayLabels",
    "object",
    { app: "mesh-ingressgateway", mesh: "ingressgateway" },
  ],
  ["subscriptionServer.dnsTarget", "string", NONE],
  ["subscriptionServer.domain", "string", NONE],
  ["subscriptionServer.certificateManager", "string", "Platform"],
  [
    "subscriptionServer.certificateConfig",
    "object",
    {
      platform: { issuerName: "", issuerNamespace: "" },
      certController: { issuerGroup: "", issuerKind: "", issuerName: "" },
    },
  ],
  ["subscriptionServer.certificateConfig.platform.issuerName", "string", ""],
  ["subscriptionServer.certificateConfig.platform.issuerNamespace", "string", ""],
  ["subscriptionServer.certificateConfig.certController.issuerGroup", "string", ""],
  ["subscriptionServer.certificateConfig.certController.issuerKind", "string", ""],
  ["subscriptionServer.certificateConfig.certController.issuerName", "string", ""],
  ...component("webhook", {
    limits: { memory: "200Mi", cpu: 0.1 },
    requests: { memory: "20Mi", cpu: 0.01 },
  }),
  ["webhook.sidecar", "boolean", false],
  ["webhook.service", "object", { type: "ClusterIP", port: 443, targetPort: 1443 }],
  ["webhook.service.type", "string", "ClusterIP"],
  ["webhook.service.port", "integer", 443],
  ["webhook.service.targetPort", "integer", 1443],
  ["webhook.certificateManager", "string", "Default"],
  [
    "webhook.certificateConfig",
    "object",
    { certController: { issuerGroup: "", issuerKind: "", issuerName: "" } },
  ],
  ["webhook.certificateConfig.certController.issuerGroup", "string", ""],
  ["webhook.certificateConfig.certController.issuerKind", "string", ""],
  ["webhook.certificateConfig.certController.issuerName", "string", ""],
];

/** The facts about the operator resource. */
export const OPERATOR_FACTS: readonly Fact[] = [
  [
    "spec.ingressGatewayLabels",
    "array",
    [
      { name: "mesh", value: "ingressgateway" },
      { name: "app", value: "mesh-ingressgateway" },
    ],
  ],
];

/** Keys that only hold other keys; all but `global` come from the dots in the keys above. */
export const HOLDERS: ReadonlySet<string> = new Set(
  VALUES_FACTS.flatMap(([key]) => {
    const parts = key.split(".");
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("."));
  }),
);

/** The values that a certificate manager, a pull policy and a service type can have. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "subscriptionServer.certificateManager": ["Platform", "CertController"],
  "webhook.certificateManager": ["Default", "CertController"],
  "image.pullPolicy": ["Always", "IfNotPresent", "Never", ""],
};

/** Keys that must be set for the installation. */
export const REQUIRED_FOR_INSTALL: readonly string[] = [
  "subscriptionServer.dnsTarget",
  "subscriptionServer.domain",
];

/** Top-level keys that each component overrides, or adds to. */
export const OVERRIDING: Readonly<Record<string, "replace" | "merge">> = {
  "image.tag": "replace",
  "image.pullPolicy": "replace",
  imagePullSecrets: "replace",
  podSecurityContext: "replace",
  nodeSelector: "replace",
  affinity: "replace",
  tolerations: "replace",
  priorityClassName: "replace",
  topologySpreadConstraints: "replace",
  podLabels: "merge",
  podAnnotations: "merge",
};
