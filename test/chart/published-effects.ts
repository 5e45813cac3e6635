import { readBeside } from "../../schemas/schema-node.ts";
import { translatedCode, translatedValue } from "../../schemas/vocabulary.ts";
import type { Words } from "../../server/core/schema/vocabulary.ts";
import type { Place } from "../helm/with-helm.ts";
import type { Json } from "../schemas/facts.ts";
import { ROWS, rowsOf } from "../schemas/published/keys.ts";
import { container, type Effect, volumeEffects } from "./component-effects.ts";
import { EFFECT_GROUPS, type EffectGroup } from "./effects.ts";

const { words } = readBeside<{ readonly words: Words }>("published-chart.json");
const variable = (name: string): Place => container("controller", "env", name, "value");
const issuer = ["Certificate", "subscription-server", "spec"] as const;

/** A certificate is not looked into, so any text does for another one. */
const OTHER_CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

/** The group that is replaced here, because the first versions with its key have less below it. */
const SAID_OTHERWISE = "monitoring as a whole";

/** The effects of keys that only the published charts have. */
const LATER: readonly EffectGroup[] = [
  {
    name: "settings of the controller that came later",
    given: [],
    effects: [
      ["controller.rolloutDelay", "45s", variable("ROLLOUT_DELAY")],
      ["controller.certManager", "gardener", variable("CERT_MANAGER")],
      ["controller.dnsManager", "kubernetes", variable("DNS_MANAGER")],
      ["controller.clientRateLimiting.qps", "20.5", variable("CLIENT_QPS")],
      ["controller.clientRateLimiting.burst", "30", variable("CLIENT_BURST")],
      ...[
        ["capApplication", "CAP_APPLICATION"],
        ["capApplicationVersion", "CAP_APPLICATION_VERSION"],
        ["capTenant", "CAP_TENANT"],
        ["capTenantOperation", "CAP_TENANT_OPERATION"],
        ["domain", "DOMAIN"],
        ["clusterDomain", "CLUSTER_DOMAIN"],
      ].map(
        ([key, name]): Effect => [
          `controller.maxConcurrentReconciles.${key}`,
          "7",
          variable(`MAX_CONCURRENT_RECONCILES_${name}`),
        ],
      ),
    ],
  },
  {
    name: SAID_OTHERWISE,
    given: [],
    effects: [["monitoring", { enabled: true }, ["ServiceMonitor", "controller", "kind"], "ServiceMonitor"]],
  },
  {
    name: "volumes of the webhook",
    given: [],
    effects: volumeEffects("webhook", "webhook").map(([key, value, place]): Effect => {
      // Its own certificate stands beside them.
      const [item] = value as readonly Json[];
      return [key, value, [...place, "own"], item as Json];
    }),
  },
  {
    name: "certificates",
    given: [["subscriptionServer.certificateManager", "CertManager"]],
    effects: [
      [
        "subscriptionServer.certificateConfig.certManager.commonName",
        "short.example.com",
        [...issuer, "commonName"],
      ],
      [
        "subscriptionServer.certificateConfig.additionalCACertificate",
        OTHER_CERTIFICATE,
        ["Secret", "subscription-server-certificate-cacert", "data", "ca.crt"],
        Buffer.from(OTHER_CERTIFICATE).toString("base64"),
      ],
    ],
  },
  {
    name: "issuers as a whole",
    given: [
      ["subscriptionServer.certificateManager", "CertManager"],
      ["webhook.certificateManager", "CertManager"],
    ],
    effects: [
      [
        "subscriptionServer.certificateConfig.certManager",
        { issuerKind: "Issuer", issuerName: "whole" },
        [...issuer, "issuerRef"],
        { kind: "Issuer", name: "whole" },
      ],
    ],
  },
  {
    name: "the default issuer as a whole",
    given: [],
    effects: [
      [
        "subscriptionServer.certificateConfig.gardener",
        { issuerName: "whole" },
        [...issuer, "issuerRef"],
        { name: "whole" },
      ],
    ],
  },
  {
    name: "keys that no chart declares",
    given: [],
    effects: [
      ["logLevel", 2, container("webhook", "args", 2), "--v=2"],
      ["securityContext", { runAsNonRoot: true }, container("webhook", "securityContext")],
    ],
  },
];

const ALL: readonly EffectGroup[] = [
  ...EFFECT_GROUPS.filter(({ name }) => name !== SAID_OTHERWISE).map(inPublishedWords),
  ...LATER,
];
const DECLARED: ReadonlySet<string> = new Set(ROWS.map(({ key }) => key));

/** The effects of the keys of a published version. */
export function effectsOf(version: string): readonly EffectGroup[] {
  const known = new Set(rowsOf(version).map(({ key }) => key));
  const has = (key: string) => known.has(key) || !DECLARED.has(key);
  return ALL.map(({ name, given, effects }) => ({
    name,
    given: given.filter(([key]) => has(key)),
    effects: effects.filter(([key]) => has(key)),
  })).filter(({ effects }) => effects.length > 0);
}

/** The value at a dotted key. */
export function valueAt(values: unknown, key: string): unknown {
  return key
    .split(".")
    .reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], values);
}

function inPublishedWords({ name, given, effects }: EffectGroup): EffectGroup {
  return {
    name,
    given: given.map(([key, value]) => [translatedCode(key, words), translated(value)]),
    effects: effects.map(
      ([key, value, place, seen = value]): Effect => [
        translatedCode(key, words),
        translated(value),
        place.map((step) =>
          typeof step === "string" ? translatedCode(step, { ...words, values: {} }) : step,
        ) as unknown as Place,
        atRegistry(translated(seen)),
      ],
    ),
  };
}

function translated(value: Json): Json {
  return translatedValue(value, words) as Json;
}

/** The images of the example are from another registry. */
function atRegistry(value: Json): Json {
  return typeof value === "string" ? value.replace(/^registry\.example\.com\//, "ghcr.io/sap/") : value;
}
