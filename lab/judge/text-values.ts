// Values that people write for texts, numbers and labels: right, wrong and nearly right.
import type { Json } from "../../test/schemas/facts.ts";

export const QUANTITIES: readonly Json[] = [
  ...[
    "500 Mi",
    "500MB",
    "1,5",
    "-1Gi",
    "half",
    "500mi",
    "0.5.1",
    "1e",
    "12Ki3",
    "1Ti i",
    "0x10",
    "1G5",
    "Mi",
    "+",
    "1 000",
  ],
  ...["1e3", "0.5Gi", "10E", "0", "+5", "5m", "1.", ".5", 3, 0.3],
];

export const SMALL = { memory: "1Ki", cpu: "1m" } as const;
export const LARGE = { memory: "64Gi", cpu: "64" } as const;

export const PORTS: readonly Json[] = [
  0,
  -1,
  65536,
  70000,
  "http",
  "443",
  1.5,
  99999999999,
  1,
  65535,
  8443,
  "Port Name",
];

export const LABELS: readonly Json[] = [
  ...[
    { own: "a b" },
    { own: "-x" },
    { own: "x".repeat(64) },
    { own: 5 },
    { own: true },
    { own: 1.5 },
    { own: { a: 1 } },
  ],
  ...[
    { "a b": "x" },
    { "/x": "y" },
    { "Foo/bar": "x" },
    { ["k".repeat(64)]: "x" },
    { "a/b/c": "x" },
    { "": "x" },
  ],
  ...[
    { own: "" },
    { own: "fine" },
    { "example.com/own": "Fine_1.2" },
    { own: null },
    { own: ["x"] },
    { _own: "x" },
  ],
];

export const ANNOTATIONS: readonly Json[] = [
  ...[
    { own: 5 },
    { own: true },
    { "a b": "x" },
    { own: { a: 1 } },
    { own: "any text: at all" },
    { "/x": "y" },
  ],
  ...[{ "example.com/own": "" }, { own: ["x"] }, { "Example.com/Own": "x" }],
];

export const NAMES: readonly Json[] = [
  "Upper-Case",
  "under_score",
  "with space",
  "-own",
  "own.",
  "x".repeat(254),
  "own",
  "own.name",
  "a/b",
];

export const HOSTS: readonly Json[] = [
  ...[
    "https://cop.cluster-a.internal",
    "cop_1.cluster-a.internal",
    "Cop.Cluster-A.internal",
    "*.cluster-a.internal",
  ],
  ...[
    "cop.cluster-a.internal:443",
    "cop.cluster-a.internal.",
    "cop cluster",
    "-cop.internal",
    `${"a".repeat(64)}.internal`,
  ],
  ...[
    `${"long-label.".repeat(6)}cluster-a.internal`,
    "cop.cluster-b.internal",
    "cop",
    "10.0.0.1",
    "cop..internal",
  ],
];

export const CERTIFICATES: readonly Json[] = [
  ...[
    "MIIFZjCCA06g",
    "-----BEGIN CERTIFICATE-----\n",
    "",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIF\n-----END RSA PRIVATE KEY-----\n",
  ],
  ...[
    5,
    { name: "ca" },
    ["a"],
    "-----BEGIN CERTIFICATE-----\nMIIF\n-----END CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n",
  ],
];

export const DURATIONS: readonly Json[] = [
  "1d",
  "soon",
  "10",
  10,
  "1h 30m",
  "-1h",
  "0s",
  "1H",
  "30m",
  "1h30m",
  "90s",
  "1.5h",
  "10s",
  "1w",
];

export const COUNTS: readonly Json[] = ["20/s", "1.5", "0", "-1", "many", 5, 1.5, "7", "1e3", "0x10", true];

export const IMAGES: readonly Json[] = [
  "own tag",
  "own:tag",
  ":own",
  " own",
  "Own",
  "v1.2.3",
  "own@sha256:abc",
  1.1,
  "",
  "latest\n",
];
export const REPLICAS: readonly Json[] = [-1, 1.5, "2", 2147483648, 0, 3, 99999999999, "two", 1e3];
export const URLS: readonly Json[] = [
  "metrics.cluster-a.internal",
  "metrics:9090",
  "ftp://metrics",
  "http://",
  "http://metrics:9090",
  "http://metrics:port",
  "http://a b",
  9090,
];
