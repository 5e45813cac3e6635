/** A generated values file, and the places in it that the benchmark asks about. Lines and columns count from 0. */
export interface ValuesFile {
  readonly name: string;
  readonly text: string;
  /** A blank line in `controller` where a key can be written. */
  readonly completionAt: { readonly line: number; readonly character: number };
  /** A key that has documentation. */
  readonly hoverAt: { readonly line: number; readonly character: number };
  /** Keys all over the file, in the order of the text. */
  readonly keys: readonly { readonly line: number; readonly character: number }[];
  /** The position at which a digit is typed and removed again. */
  readonly editAt: { readonly line: number; readonly character: number };
  /** The ends of all lines that end with a number, where digits can be typed all over the file. */
  readonly numbers: readonly { readonly line: number; readonly character: number }[];
}

const HEAD = `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
  certificateManager: CertController
  certificateConfig:
    certController:
      issuerKind: ClusterIssuer
      issuerName: cluster-ca
monitoring:
  enabled: true
`;

const TAIL = `  versionMonitoring:
    metricsServerAddress: http://metrics.monitoring.svc:9090
  detailedOperationalMetrics: true
  replicas: 2
  resources:
    limits:
      memory: 600Mi
      cpu: 0.3
  \x20
webhook:
  sidecar: false
  replicas: 1
`;

function volume(index: number): string {
  return `    - name: volume-${index}
      configMap:
        name: config-${index}
        items:
          - key: ca.crt
            path: ca-${index}.crt
`;
}

function mount(index: number): string {
  return `    - name: volume-${index}
      mountPath: /etc/ca-${index}
`;
}

function toleration(index: number): string {
  return `    - key: pool-${index}
      operator: Equal
      value: apps
      effect: NoSchedule
`;
}

/** A values file of about `lines` lines: volumes and tolerations fill up what the plain settings leave. */
export function plainFile(lines: number): ValuesFile {
  const fixed = HEAD.split("\n").length + TAIL.split("\n").length;
  const indexes = [...Array(Math.max(1, Math.floor((lines - fixed) / 12))).keys()];
  const block = (key: string, entry: (index: number) => string) =>
    `  ${key}:\n${indexes.map(entry).join("")}`;
  const filled = block("volumes", volume) + block("volumeMounts", mount) + block("tolerations", toleration);
  return valuesFileOf(`${lines.toLocaleString("en")} lines`, `${HEAD}controller:\n${filled}${TAIL}`);
}

function valuesFileOf(name: string, text: string): ValuesFile {
  const lines = text.split("\n");
  const lineOf = (start: string) => lines.findLastIndex((line) => line.startsWith(start));
  const replicas = lineOf("  replicas: 2");
  return {
    name,
    text,
    completionAt: { line: lineOf("   "), character: 2 },
    hoverAt: { line: replicas, character: 4 },
    keys: keysOf(lines, 200),
    editAt: { line: replicas, character: "  replicas: 2".length },
    numbers: lines.flatMap((text, line) => (/\d$/.test(text) ? [{ line, character: text.length }] : [])),
  };
}

/** Up to `count` keys, spread over the lines. */
function keysOf(lines: readonly string[], count: number): ValuesFile["keys"] {
  const keys = lines.flatMap((text, line) => {
    const indent = /^ *(?:- )?(?=\w+:)/.exec(text)?.[0].length;
    return indent === undefined ? [] : [{ line, character: indent + 1 }];
  });
  const step = Math.ceil(keys.length / count);
  return keys.filter((_, index) => index % step === 0);
}
