import type { Place } from "../helm/with-helm.ts";
import type { Json } from "../schemas/facts.ts";
import {
  componentEffects,
  container,
  type Effect,
  pod,
  podEffects,
  volumeEffects,
} from "./component-effects.ts";

/** Effects that can be asked for at once, and what must be set before they show. */
export interface EffectGroup {
  readonly name: string;
  readonly given: readonly (readonly [key: string, value: Json])[];
  readonly effects: readonly Effect[];
}

const variable = (name: string): Place => container("controller", "env", name, "value");
const domainCertificate = (...path: readonly string[]): Place => [
  "Certificate",
  "subscription-server",
  ...path,
];
const issuer = (name: string, field: string): Place => ["Certificate", name, "spec", "issuerRef", field];
const gateway = (...path: readonly (string | number)[]): Place => ["Gateway", "subscription-server", ...path];
const webhookPort = (field: string): Place => ["Service", "webhook", "spec", "ports", 0, field];

/** The effects of each key of the chart's values, in groups that Helm renders at once. */
export const EFFECT_GROUPS: readonly EffectGroup[] = [
  {
    name: "values for all components",
    given: [],
    effects: [
      [
        "image.tag",
        "for-all",
        container("webhook", "image"),
        "registry.example.com/cap-operator/web-hooks:for-all",
      ],
      ...podEffects("", "controller", "for-all"),
    ],
  },
  {
    name: "values of the components",
    given: [],
    effects: [
      ...componentEffects("controller", "controller"),
      ...componentEffects("subscriptionServer", "subscription-server"),
      ...componentEffects("webhook", "webhook"),
      ...volumeEffects("controller", "controller"),
      ...volumeEffects("subscriptionServer", "subscription-server"),
    ],
  },
  {
    name: "monitoring switched on",
    given: [],
    effects: [["monitoring.enabled", true, ["ServiceMonitor", "controller", "kind"], "ServiceMonitor"]],
  },
  {
    name: "monitoring as a whole",
    given: [],
    effects: [
      [
        "monitoring",
        { enabled: true, serviceMonitorSelectorLabels: { whole: "own" } },
        ["ServiceMonitor", "subscription-server", "metadata", "labels", "whole"],
        "own",
      ],
    ],
  },
  {
    name: "labels of monitors and dashboards",
    given: [["monitoring.enabled", true]],
    effects: [
      [
        "monitoring.serviceMonitorSelectorLabels",
        { release: "own" },
        ["ServiceMonitor", "controller", "metadata", "labels", "release"],
        "own",
      ],
      [
        "monitoring.dash.dashboard.configMapLabels",
        { dash_dashboard: "own" },
        ["ConfigMap", "subscription-server-dashboard", "metadata", "labels", "dash_dashboard"],
        "own",
      ],
    ],
  },
  {
    name: "the dashboard tool as a whole",
    given: [["monitoring.enabled", true]],
    effects: [
      [
        "monitoring.dash",
        { dashboard: { configMapLabels: { whole: "own" } } },
        ["ConfigMap", "controller-dashboard", "metadata", "labels", "whole"],
        "own",
      ],
    ],
  },
  {
    name: "settings of the controller",
    given: [],
    effects: [
      ["controller.dnsTarget", "ingress.own.example.com", variable("DNS_TARGET")],
      [
        "controller.detailedOperationalMetrics",
        true,
        container("controller", "args", 0),
        "--detailed-operational-metrics=true",
      ],
      [
        "controller.versionMonitoring.metricsServerAddress",
        "https://metrics.example.com",
        variable("METRICS_SERVER_ADDRESS"),
      ],
    ],
  },
  {
    name: "durations of version monitoring",
    given: [["controller.versionMonitoring.metricsServerAddress", "https://metrics.example.com"]],
    effects: [
      [
        "controller.versionMonitoring.metricsEvaluationInterval",
        "2h",
        variable("METRICS_EVALUATION_INTERVAL"),
      ],
      [
        "controller.versionMonitoring.metricsClientAcquireRetryDelay",
        "10m",
        variable("METRICS_CLIENT_ACQUIRE_RETRY_DELAY"),
      ],
    ],
  },
  {
    name: "settings of the subscription server",
    given: [],
    effects: [
      [
        "subscriptionServer.port",
        4444,
        ["Service", "subscription-server", "spec", "ports", "server", "port"],
      ],
      ["subscriptionServer.meshSystemNamespace", "own-mesh", domainCertificate("metadata", "namespace")],
      [
        "subscriptionServer.ingressGatewayLabels",
        { gateway: "own" },
        gateway("spec", "selector", "gateway"),
        "own",
      ],
      [
        "subscriptionServer.dnsTarget",
        "ingress.own.example.com",
        gateway("metadata", "annotations", "dns.gardener.cloud/targets"),
      ],
      ["subscriptionServer.domain", "cop.own.example.com", domainCertificate("spec", "commonName")],
      [
        "subscriptionServer.certificateConfig",
        { platform: { issuerName: "whole", issuerNamespace: "issuers" } },
        domainCertificate("spec", "issuerRef"),
        { name: "whole", namespace: "issuers" },
      ],
    ],
  },
  {
    name: "the issuer of the platform",
    given: [],
    effects: [
      [
        "subscriptionServer.certificateConfig.platform.issuerName",
        "own-issuer",
        issuer("subscription-server", "name"),
      ],
      [
        "subscriptionServer.certificateConfig.platform.issuerNamespace",
        "own-namespace",
        issuer("subscription-server", "namespace"),
      ],
    ],
  },
  {
    name: "settings of the webhook",
    given: [],
    effects: [
      [
        "webhook.sidecar",
        true,
        pod("webhook", "spec", "containers", "admission-review", "volumeMounts"),
        [{ name: "admission-review", mountPath: "/admission-review" }],
      ],
      ["webhook.service.type", "NodePort", ["Service", "webhook", "spec", "type"]],
      ["webhook.service.port", 8443, webhookPort("port")],
      ["webhook.service.targetPort", 9443, webhookPort("targetPort")],
    ],
  },
  {
    name: "the service of the webhook as a whole",
    given: [],
    effects: [["webhook.service", { port: 8444 }, webhookPort("port"), 8444]],
  },
  {
    name: "certificate managers",
    given: [],
    effects: [
      [
        "subscriptionServer.certificateManager",
        "CertController",
        domainCertificate("apiVersion"),
        "cert-manager.io/v1",
      ],
      [
        "webhook.certificateManager",
        "CertController",
        ["Certificate", "webhook", "apiVersion"],
        "cert-manager.io/v1",
      ],
    ],
  },
  {
    name: "the issuer of the webhook as a whole",
    given: [["webhook.certificateManager", "CertController"]],
    effects: [
      [
        "webhook.certificateConfig",
        { certController: { issuerKind: "ClusterIssuer", issuerName: "whole" } },
        ["Certificate", "webhook", "spec", "issuerRef"],
        { kind: "ClusterIssuer", name: "whole" },
      ],
    ],
  },
  {
    name: "the issuers of the certificate controller",
    given: [
      ["subscriptionServer.certificateManager", "CertController"],
      ["webhook.certificateManager", "CertController"],
    ],
    effects: [
      ...(
        [
          ["subscriptionServer", "subscription-server"],
          ["webhook", "webhook"],
        ] as const
      ).flatMap(([key, name]): Effect[] => [
        [`${key}.certificateConfig.certController.issuerGroup`, "own.example.com", issuer(name, "group")],
        [`${key}.certificateConfig.certController.issuerKind`, "OwnIssuer", issuer(name, "kind")],
        [`${key}.certificateConfig.certController.issuerName`, "own-name", issuer(name, "name")],
      ]),
    ],
  },
];
