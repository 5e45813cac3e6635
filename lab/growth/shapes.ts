// The shapes of text whose cost is measured: each repeats one thing a given number of times, so that its size grows and nothing else.
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import { CHART_SHAPES, type ChartShape, type Part, repeated } from "../../test/core/support/chart-shapes.ts";
import { PRODUCT_SHAPES } from "../../test/embedded/product-shapes.ts";
import { NOTIFICATION_SHAPES } from "../../test/lsp/notification-shapes.ts";

/** A text that can be made in any size. */
export interface Shape {
  readonly name: string;
  /**
   * The kind of the text: a document of CAP Operator, the settings of a project beside a values file, a chart, a definition of
   * the resource, a document of another product, or notifications of a client.
   */
  readonly kind: DocumentKind | "settings" | ChartShape["kind"] | "product" | "notification";
  /** The name of a file by which it is recognized. */
  readonly file?: string;
  /** The text with so many of what it repeats. */
  readonly make: (count: number) => string;
}

function shape(name: string, part: Part, head = "", tail = "", kind: Shape["kind"] = "values"): Shape {
  return { name, kind, make: (count) => head + repeated(part, count) + tail };
}

const OPERATOR =
  "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cap-operator\nspec:\n";

function settings(name: string, part: Part, head = "", tail = ""): Shape {
  return shape(name, part, head, tail, "settings");
}

/** All shapes, in the order in which they are printed. */
export const SHAPES: readonly Shape[] = [
  shape(
    "tolerations",
    (i) => `    - key: pool-${i}\n      operator: Equal\n      value: apps\n      effect: NoSchedule\n`,
    "controller:\n  tolerations:\n",
  ),
  shape(
    "volumes",
    (i) => `    - name: volume-${i}\n      configMap:\n        name: config-${i}\n`,
    "controller:\n  volumes:\n",
  ),
  shape(
    "volume mounts without volumes",
    (i) => `    - name: volume-${i}\n      mountPath: /etc/ca-${i}\n`,
    "controller:\n  volumeMounts:\n",
  ),
  shape("equal volumes", "    - name: a\n      emptyDir: {}\n", "controller:\n  volumes:\n"),
  shape(
    "environment",
    (i) => `    - name: VARIABLE_${i}\n      value: "${i}"\n`,
    "controller:\n  extraEnv:\n",
  ),
  shape("pull secrets", (i) => `  - name: secret-${i}\n`, "imagePullSecrets:\n"),
  shape("equal pull secrets", "  - name: secret\n", "imagePullSecrets:\n"),
  shape("labels", (i) => `    app-${i}: value-${i}\n`, "controller:\n  podLabels:\n"),
  shape("wrong labels", (i) => `    app-${i}: ${i}\n`, "controller:\n  podLabels:\n"),
  shape("annotations as a list", (i) => `    - key${i}: value\n`, "controller:\n  podAnnotations:\n"),
  shape("numbers as tolerations", "1, ", "controller:\n  tolerations: [", "1]\n"),
  shape("numbers as tolerations, one a line", "    - 1\n", "controller:\n  tolerations:\n"),
  shape("true as tolerations", "    - true\n", "controller:\n  tolerations:\n"),
  shape("wrong tolerations", "    - operator: Exists\n      value: a\n", "controller:\n  tolerations:\n"),
  shape("tolerations with unknown keys", "    - kye: a\n", "controller:\n  tolerations:\n"),
  shape(
    "affinity terms",
    (i) =>
      `        - weight: ${i}\n          preference:\n            matchExpressions: [{key: a, operator: In, values: [b]}]\n`,
    "controller:\n  affinity:\n    nodeAffinity:\n      preferredDuringSchedulingIgnoredDuringExecution:\n",
  ),
  shape("unknown keys at the top", (i) => `key${i}: 1\n`),
  shape("unknown keys in a component", (i) => `  key${i}: 1\n`, "controller:\n"),
  shape("misspelled keys", (i) => `  replica${i}: 1\n`, "controller:\n"),
  shape("misplaced keys", (i) => `    domain${i}: a\n    replicas: ${i}\n`, "controller:\n  resources:\n"),
  shape("unknown mappings", (i) => `key${i}:\n  a: 1\n  b: [1, 2]\n`),
  shape("equal keys", "k: 1\n"),
  shape("equal known keys", "  replicas: 1\n", "controller:\n"),
  shape("equal sections", (i) => `controller:\n  replicas: ${i}\n`),
  shape("long key", "a", "", ": 1\n"),
  shape("long text", "word ", "controller:\n  name: "),
  shape("comments", "# a comment\n", "", "controller: {}\n"),
  shape("comments that silence", "# cap-operator-disable-next-line unknown-key\nk: 1\n"),
  shape("empty lines", "\n", "controller:\n", "  replicas: 1\n"),
  shape("anchors", (i) => `x-${i}: &a${i} {k: ${i}}\n`),
  shape("aliases", (i) => `k${i}: *a\n`, "x-a: &a {k: 1}\n"),
  shape("aliases of many anchors", (i) => `x-${i}: &a${i} 1\nk${i}: *a${i}\n`),
  shape("unknown aliases", "k: *u\n"),
  shape("merge keys", (i) => `m${i}:\n  <<: *a\n  k: ${i}\n`, "x-a: &a {k: 1, l: 2}\n"),
  shape("a merge key over many keys", (i) => `  k${i}: 1\n`, "x-a: &a {k1: 1, k2: 2}\nm:\n", "  <<: *a\n"),
  shape("templates", (i) => `k${i}: "{{ .Values.a${i} }}"\n`),
  shape("templates without quotes", (i) => `k${i}: {{ .Values.a }}\n`),
  shape("block texts", (i) => `k${i}: |\n  text\n`),
  shape("equal block texts", "k: |\n"),
  shape("one block text", "  line\n", "k: |\n"),
  shape("brackets", "{a: [1, 2]}, ", "k: [", "1]\n"),
  shape("brackets without an end", "{a: ", "k: "),
  shape("keys with brackets without an end", "k: {a\n"),
  shape("quotes without an end", 'k: "a\n'),
  {
    name: "one quote without an end",
    kind: "values",
    make: (count) => {
      const items = (some: number) => repeated((i) => `    - key: pool-${i}\n      value: apps\n`, some);
      const half = Math.ceil(count / 2);
      return `controller:\n  tolerations:\n${items(half)}    - key: "pool\n${items(half)}`;
    },
  },
  shape("tabs", "\tk: 1\n", "a:\n"),
  shape("words", "word\n"),
  shape("colons", ": ", "k"),
  shape("documents", (i) => `---\ncontroller:\n  replicas: ${i}\n`),
  shape("marks of documents", "---\n"),
  shape("certificates", (i) => `MIIB${i}\n    `, "subscriptionServer:\n  caCertificate: |\n    "),
  shape("fields of a resource", (i) => `    key${i}: 1\n`, `${OPERATOR}  controller:\n`, "", "operator"),
  shape(
    "tolerations of a resource",
    (i) => `      - key: pool-${i}\n        operator: Exists\n`,
    `${OPERATOR}  controller:\n    tolerations:\n`,
    "",
    "operator",
  ),
  shape("numbers in a resource", "1, ", `${OPERATOR}  controller:\n    tolerations: [`, "1]\n", "operator"),
  shape(
    "resources",
    (i) => `---\n${OPERATOR.replace("name: cap-operator", `name: c${i}`)}  controller:\n    replicas: ${i}\n`,
    "",
    "",
    "operator",
  ),
  settings("releases", (i) => `  - name: r${i}\n    values: [values.yaml]\n`, "releases:\n"),
  settings("equal releases", "  - name: r\n    values: [values.yaml]\n", "releases:\n"),
  settings("releases of other files", (i) => `  - name: r${i}\n    values: [v${i}.yaml]\n`, "releases:\n"),
  settings("releases with an entry", (i) => `  - name: r${i}\n    set: [replicas=${i}]\n`, "releases:\n"),
  settings(
    "values files of a release",
    (i) => `, v${i}.yaml`,
    "releases:\n  - name: r\n    values: [values.yaml",
    "]\n",
  ),
  settings(
    "entries of a release",
    (i) => `      - controller.key${i}=1\n`,
    "releases:\n  - name: r\n    values: [values.yaml]\n    set:\n",
  ),
  settings(
    "entries for one list",
    (i) => `      - controller.tolerations[${i}].key=a\n`,
    "releases:\n  - name: r\n    values: [values.yaml]\n    set:\n",
  ),
  settings("wrong entries", "      - 5\n", "releases:\n  - name: r\n    set:\n"),
  settings("unknown settings", (i) => `setting${i}: 1\n`),
  settings("severities", (i) => `    code-${i}: error\n`, "diagnostics:\n  severity:\n"),
  settings("globs", (i) => `  - "*a*b*${i}.yaml"\n`, "files:\n"),
  ...CHART_SHAPES,
  ...PRODUCT_SHAPES.map((product): Shape => ({ ...product, kind: "product" })),
  ...NOTIFICATION_SHAPES.map(
    ({ method, name, before, make, settings }): Shape => ({
      name: `${method}: ${name}`,
      kind: "notification",
      make: (count) => JSON.stringify([settings?.(count), before?.(count) ?? [], make(count)]),
    }),
  ),
];
