import type { CorpusFile } from "./corpus.ts";

const SERVER = `subscriptionServer:
  domain: cop.cluster-a.landscape.internal
  dnsTarget: ingress.cluster-a.landscape.internal
`;

const TEXTS: Readonly<Record<string, string>> = {
  "block scalars": `podAnnotations:
  note: |
    one: two
    - three
    # four

      {five
  folded: >-

    "six
    seven'
  kept: |+
    eight


  stripped: |-
    nine
  deep: |2
      ten
subscriptionServer:
  podAnnotations:
    a: > # a comment
      eleven

      twelve
  domain: >-
    cop.cluster-a.landscape.internal
  dnsTarget: |-
    ingress.cluster-a.landscape.internal
`,
  "quoted texts over lines": `podAnnotations:
  double: "one
    two: three

    - four \\
    # five"
  single: 'it''s six
    seven: [

    eight' # nine
  "key/of": "ten"
  below:
    "eleven
    twelve"
subscriptionServer:
  domain: "cop.\\
    cluster-a.landscape.internal"
  dnsTarget:
    'ingress.cluster-a.landscape.internal'
`,
  "plain texts over lines": `podAnnotations:
  note: one
    two three

    four
  below:
    five
    six
  url: https://example.com/a#b
  text: it's seven
controller:
  priorityClassName:
    system-cluster-critical
${SERVER}`,
  "brackets over lines": `imagePullSecrets: [
  {name: one},
  # two
  {
    name: "two",
  },
]
podAnnotations: {a: "one", b: 'two', # three
  c: four,
  "d": "five
    six"
}
tolerations: [{key: dedicated, operator: Equal,
  value: operator,
  effect: NoSchedule}, {operator: Exists}]
controller:
  nodeSelector:
    {kubernetes.io/os: linux,
     kubernetes.io/arch: amd64}
  affinity: {}
${SERVER}`,
  "anchors and merges": `global:
  all: &all
    tolerations: &tolerations
      # the nodes of the platform
      - &platform
        key: dedicated
        operator: Equal
        value: &value platform
        effect: NoSchedule
  labels: &labels {team: one}
controller: &controller
  <<: *all
  podLabels:
    <<: *labels
    stage: *value
  resources: &small # all of them
    limits: {memory: 500Mi}
webhook:
  <<: [*all]
  resources: *small
  tolerations:
    - *platform
    - operator: Exists
${SERVER}`,
  "comments and tabs in them": `#\tthe top
# cap-operator: values
#! no comment of ours

image: # "all" components {}
#at the edge
      # far to the right
  #\t- it's pinned [1]
  tag: v0.13.2\t#\ttabs
    # deeper
  pullPolicy: Always   # the 'last' one
# between

imagePullSecrets: # a list
  # first
  - # the item
    name: one # 1
  # second
  - name: two
#controller:
#  replicas: 2
subscriptionServer:
  # the domain (of the cluster)

  domain: cop.cluster-a.landscape.internal
  # the target
  dnsTarget: ingress.cluster-a.landscape.internal
# the end
#`,
  "lists in both styles": `imagePullSecrets:
- name: one
-   name: two
-
  name: three
tolerations:
- key: a
  operator: Exists

- key: b
  operator: Equal
  value: "1"
controller:
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchExpressions:
        - key: app
          operator: In
          values:
          - one
          - "two"
  volumes:
  - name: ca
    secret:
      secretName: ca
      items:
        - key: ca.crt
          path: ca.crt
  volumeMounts:
  - name: ca
    mountPath: /etc/ssl/ca
${SERVER}`,
  "odd ways to write": `---
? podLabels
: team: one
"controller":
    'replicas':\t2
    resources: !!map
        limits:
            memory: !!str 500Mi
webhook: {}

monitoring:
   enabled: true
   serviceMonitorSelectorLabels:
      release: one
${SERVER}...
`,
};

/** Texts in which nothing is wrong, with everything in them that goes over several lines. */
export const TYPED_TEXTS: readonly CorpusFile[] = Object.entries(TEXTS).map(([name, text]) => ({
  name: `with ${name}`,
  kind: "values",
  text,
}));

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")", '"': '"', "'": "'" };

/** A text on its way, and where the cursor is in it. */
export interface TypedState {
  readonly text: string;
  readonly offset: number;
}

/** A text after each key that is pressed to write it, in an editor that may close brackets and quotes as VS Code does. */
export function keyByKey(text: string, closes: boolean): TypedState[] {
  let before = "";
  let behind = "";
  return Array.from(text.match(/\r\n|./gs) ?? [], (key) => {
    const next = behind.trimStart();
    // A bracket or quote that the editor closed is typed over, or left by going below it.
    if (next.startsWith(key)) behind = next.slice(1);
    else if (closes) behind = behindKey(key, before, behind);
    before += key;
    return { text: before + behind, offset: before.length };
  });
}

/** The text after the cursor once a key was pressed in an editor that closes brackets and quotes. */
function behindKey(key: string, before: string, behind: string): string {
  if (key.endsWith("\n") && /[[{(]$/.test(before) && /^[\]})]/.test(behind)) {
    const line = before.slice(before.lastIndexOf("\n") + 1);
    return `${key}${/^ */.exec(line)?.[0]}${behind}`;
  }
  const closing = CLOSING[key];
  const isBehindWord = key === closing && /\w$/.test(before);
  if (closing === undefined || isBehindWord || /^[^\s;:.,=}\])>`]/.test(behind)) return behind;
  return closing + behind;
}
