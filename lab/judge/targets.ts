import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readBeside } from "../../schemas/schema-node.ts";
import { translatedValue } from "../../schemas/vocabulary.ts";
import { reversed, type Words } from "../../server/core/schema/vocabulary.ts";
import { HOLDERS, type Json, VALUES_FACTS } from "../../test/schemas/facts.ts";
import { rowsOf } from "../../test/schemas/published/keys.ts";
import { writePublishedChart } from "../../test/support/published-chart.ts";
import { repository } from "../../test/support/repository.ts";

/** The published versions that are judged: the one with the keys of the specification, one with more of them, and the newest. */
export const JUDGED_VERSIONS: readonly string[] = ["0.19.0", "0.25.0", "0.34.0"];

export type KeyType = "string" | "number" | "boolean" | "list" | "mapping";

/** A chart whose values are judged. */
export interface Target {
  readonly name: string;
  /** The comment that names the chart at the top of a values file. */
  readonly modeline: string;
  /** The folder of the chart. */
  readonly folder: string;
  /** Every key with its type, by dotted path: those of the facts, those above them, and those that only the templates know. */
  readonly keys: ReadonlyMap<string, KeyType>;
  /** Good values to start from: nothing is wrong in any of them. */
  readonly bases: readonly Json[];
  /** A value in the words of this chart; it is given in those of the specification. */
  words(value: Json): Json;
  /** Words that stand for this chart's in another one: keys and values. */
  readonly foreign: Words;
}

/** The charts that are judged, and the end of what was written for them. */
export interface Targets {
  readonly all: readonly Target[];
  close(): void;
}

const { words, undeclared } = readBeside<{ readonly words: Words; readonly undeclared: readonly string[] }>(
  "published-chart.json",
);

const TYPES: Readonly<Record<string, KeyType>> = {
  ...{ string: "string", int: "number", integer: "number", float: "number", number: "number" },
  ...{ bool: "boolean", boolean: "boolean", list: "list", array: "list", object: "mapping" },
};

const PLAIN: Json = {
  controller: { image: { repository: "registry.cluster-a.internal/controller" } },
  subscriptionServer: {
    image: { repository: "registry.cluster-a.internal/server" },
    domain: "cop.cluster-a.landscape.internal",
    dnsTarget: "public-ingress.cluster-a.landscape.internal",
  },
  webhook: { image: { repository: "registry.cluster-a.internal/web-hooks" } },
};
const ISSUER: Json = {
  issuerGroup: "cert-manager.io",
  issuerKind: "ClusterIssuer",
  issuerName: "cluster-ca",
};
const EVERYTHING: Json = {
  ...PLAIN,
  monitoring: { enabled: true },
  controller: {
    image: { repository: "registry.cluster-a.internal/controller" },
    versionMonitoring: { metricsServerAddress: "http://metrics.cluster-a.internal:9090" },
  },
  subscriptionServer: {
    image: { repository: "registry.cluster-a.internal/server" },
    domain: "cop.cluster-a.landscape.internal",
    dnsTarget: "public-ingress.cluster-a.landscape.internal",
    certificateManager: "CertController",
    certificateConfig: { certController: ISSUER },
  },
  webhook: {
    image: { repository: "registry.cluster-a.internal/web-hooks" },
    certificateManager: "CertController",
    certificateConfig: { certController: ISSUER },
  },
};

/** Writes the charts of the versions; the chart of the examples is there. */
export function openTargets(): Targets {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-judged-"));
  const published = JUDGED_VERSIONS.map((version): Target => {
    const place = path.join(folder, version);
    writePublishedChart(version, place);
    const inWords = (value: Json) => translatedValue(value, words) as Json;
    const keys = rowsOf(version).map(({ key, type }) => [key, type] as const);
    return {
      name: `cap-operator ${version}`,
      modeline: `version=${version}`,
      folder: place,
      keys: typed([
        ...keys,
        ...undeclared.map((key) => [key, key === "securityContext" ? "object" : "int"] as const),
      ]),
      bases: [PLAIN, EVERYTHING].map(inWords),
      words: inWords,
      foreign: reversed(words),
    };
  });
  const specification: Target = {
    name: "cap-operator-chart",
    modeline: "chart=cap-operator-chart",
    folder: path.join(repository, "examples/chart"),
    keys: typed([
      ...VALUES_FACTS.map(([key, type]) => [key, type] as const),
      ...[...HOLDERS].map((key) => [key, "object"] as const),
    ]),
    bases: [PLAIN, EVERYTHING],
    words: (value) => value,
    foreign: words,
  };
  return { all: [...published, specification], close: () => rmSync(folder, { recursive: true }) };
}

function typed(rows: readonly (readonly [key: string, type: string])[]): ReadonlyMap<string, KeyType> {
  const keys = new Map<string, KeyType>();
  for (const [key, type] of rows) {
    const segments = key.split(".");
    for (let end = 1; end < segments.length; end++) keys.set(segments.slice(0, end).join("."), "mapping");
    const known = TYPES[type];
    if (known === undefined) throw new Error(`${key} has the type ${type}.`);
    keys.set(key, known);
  }
  return keys;
}
