// The shapes of charts and of definitions of the operator resource whose cost is measured.

/** A text to repeat, or a function that makes each repetition from its index. */
export type Part = string | ((index: number) => string);

/** A text of so many parts. */
export function repeated(part: Part, count: number): string {
  if (typeof part === "string") return part.repeat(count);
  let text = "";
  for (let index = 0; index < count; index++) text += part(index);
  return text;
}

/** A chart with all its files in one text, or a definition, that can be made in any size. */
export interface ChartShape {
  readonly name: string;
  readonly kind: "chart" | "definition";
  /** The text with so many of what it repeats. */
  readonly make: (count: number) => string;
}

/** A file of a chart that grows: its path, what is repeated in it, and what is before and after that. */
type Growing = readonly [path: string, part: Part, head?: string, tail?: string];

const VALUES =
  "controller:\n  replicas: 1\n  labels: {}\nsubscriptionServer:\n  replicas: 1\nwebhook:\n  replicas: 1\n";
const TEMPLATE = "a: {{ .Values.controller.replicas }}\nb: {{ .Values.controller.labels }}\n";

/** Files in one text, so that a chart has a size and can be made like any other text. */
function inOneText(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .map(([path, text]) => `\0${path}\n${text}`)
    .join("");
}

/** The files in such a text, by their paths from the folder of the chart. */
export function filesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split("\0")
      .slice(1)
      .map((one) => [one.slice(0, one.indexOf("\n")), one.slice(one.indexOf("\n") + 1)]),
  );
}

const BASE = {
  "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\n",
  "values.yaml": VALUES,
  "templates/all.yaml": TEMPLATE,
};

/** A chart in which the same number of parts is in each of some files. */
function chart(name: string, ...growing: readonly Growing[]): ChartShape {
  const make = (count: number) => {
    const grown = growing.map(([path, part, head = "", tail = ""]) => [
      path,
      head + repeated(part, count) + tail,
    ]);
    return inOneText({ ...BASE, ...Object.fromEntries(grown) });
  };
  return { name, kind: "chart", make };
}

/** A chart with many files of a kind. */
function files(name: string, fileOf: (index: number) => Readonly<Record<string, string>>): ChartShape {
  const make = (count: number) =>
    inOneText(Object.assign({ ...BASE }, ...Array.from({ length: count }, (_, index) => fileOf(index))));
  return { name, kind: "chart", make };
}

const SCHEMA = "values.schema.json";
/** A schema whose parts are what `word` has for a component of the chart, or for the labels in it. */
function schema(name: string, word: string, part: Part, [open, close] = "{}", at = "controller"): ChartShape {
  const head = `{"properties":{"${at}":{"${word}":${open}`;
  return chart(name, [SCHEMA, part, head, `${open === "[" ? "{}" : '"":{}'}${close}}}}`]);
}

const NESTED_VALUES = (count: number) => `${"{a: ".repeat(count)}1${"}".repeat(count)}`;
const NESTED_SCHEMA = (count: number) => `${'{"properties":{"a":'.repeat(count)}{}${"}}".repeat(count)}`;

function nested(
  name: string,
  path: string,
  head: string,
  make: (count: number) => string,
  tail = "",
): ChartShape {
  return {
    name,
    kind: "chart",
    make: (count) => inOneText({ ...BASE, [path]: `${head}${make(count)}${tail}` }),
  };
}

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: capoperators.operator.sme.sap.com
spec:
  group: operator.sme.sap.com
  names: {kind: CAPOperator, plural: capoperators}
  versions:
`;
const VERSION = `    - name: v1alpha1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          properties:
            spec:
              type: object
`;
const FIELDS = `${DEFINITION}${VERSION}              properties:\n`;

function definition(name: string, part: Part, head = FIELDS, tail = ""): ChartShape {
  return { name, kind: "definition", make: (count) => head + repeated(part, count) + tail };
}

/** The shapes of charts and definitions. */
export const CHART_SHAPES: readonly ChartShape[] = [
  chart("keys of a chart", ["values.yaml", (i) => `  key${i}: ${i}\n`, `${VALUES}more:\n`]),
  chart(
    "keys of a chart that templates read",
    ["values.yaml", (i) => `  key${i}: ${i}\n`, `${VALUES}more:\n`],
    ["templates/all.yaml", (i) => `{{ .Values.more.key${i} }}\n`, TEMPLATE],
  ),
  chart("keys of a chart with comments", [
    "values.yaml",
    (i) => `  # -- (string) Sets the key ${i}.\n  # @default -- none\n  key${i}: "" # a text\n`,
    `${VALUES}more:\n`,
  ]),
  chart("comments of a chart", ["values.yaml", (i) => `  # key${i}: 1\n`, `${VALUES}more:\n`, "  a: 1\n"]),
  chart("mappings of a chart", ["values.yaml", (i) => `key${i}:\n  a: {b: [1, {c: d}]}\n`, VALUES]),
  chart("merge keys of a chart", [
    "values.yaml",
    (i) => `m${i}:\n  <<: *a\n  k: ${i}\n`,
    `${VALUES}a: &a {k: 1, l: 2}\n`,
  ]),
  nested("nested values of a chart", "values.yaml", `${VALUES}more: `, NESTED_VALUES),
  files("templates of a chart", (i) => ({
    [`templates/t${i}.yaml`]: `a: {{ .Values.controller.key${i} | quote }}\n`,
  })),
  chart("expressions of a template", [
    "templates/all.yaml",
    (i) => `{{- if .Values.key${i} }}\na: {{ .Values.controller.k${i} | default 1 }}\n{{- end }}\n`,
  ]),
  chart(
    "a chain of definitions in templates",
    [
      "templates/_all.tpl",
      (i) => `{{ define "a${i}" }}{{ include "a${i + 1}" . }}{{ .Values.k${i} }}{{ end }}\n`,
    ],
    ["templates/all.yaml", "", '{{ include "a0" . }}\n'],
  ),
  nested(
    "nested scopes of a template",
    "templates/all.yaml",
    TEMPLATE,
    (count) => `${"{{ with .Values.a }}".repeat(count)}a${"{{ end }}".repeat(count)}
`,
  ),
  chart("variables of a template", [
    "templates/all.yaml",
    (i) => `{{ $v${i} := .Values.k${i} }}{{ $v${i} }}\n`,
  ]),
  chart("dependencies of a chart", [
    "Chart.yaml",
    (i) => `  - name: d${i}\n    version: 1.0.0\n    condition: d${i}.enabled\n`,
    `${BASE["Chart.yaml"]}dependencies:\n`,
  ]),
  chart("annotations of a chart", [
    "Chart.yaml",
    (i) => `  key${i}: "a text"\n`,
    `${BASE["Chart.yaml"]}annotations:\n`,
  ]),
  files("charts in a chart", (i) => ({
    [`charts/c${i}/Chart.yaml`]: `name: c${i}\nversion: 1.0.0\n`,
    [`charts/c${i}/values.yaml`]: "a: 1\n",
    [`charts/c${i}/templates/a.yaml`]: "a: {{ .Values.a }}\n",
  })),
  schema("properties of a schema", "properties", (i) => `"k${i}":{"type":"string"},`),
  chart(
    "properties of a schema for as many keys",
    ["values.yaml", (i) => `  key${i}: ${i}\n`, `${VALUES}more:\n`],
    [SCHEMA, (i) => `"key${i}":{"type":"integer"},`, '{"properties":{"more":{"properties":{', '"":{}}}}}'],
  ),
  nested("nested properties of a schema", SCHEMA, '{"properties":{"controller":', NESTED_SCHEMA, "}}"),
  schema("patterns of a schema", "patternProperties", (i) => `"^k${i}[a-z]+$":{"type":"string"},`),
  chart(
    "pattern of a schema for many keys",
    ["values.yaml", (i) => `  key${i}: a${i}\n`, `${VALUES}more:\n`],
    [SCHEMA, "", '{"properties":{"more":{"patternProperties":{"^k[a-z]+[0-9]*$":{"pattern":"^b|^a9"}}}}}'],
  ),
  chart("a chain of references in a schema", [
    SCHEMA,
    (i) => `"d${i}":{"$ref":"#/$defs/d${i + 1}"},`,
    '{"properties":{"controller":{"$ref":"#/$defs/d0"}},"$defs":{',
    '"":{}}}',
  ]),
  chart("references of a schema to one part", [
    SCHEMA,
    (i) => `"k${i}":{"$ref":"#/$defs/a"},`,
    '{"$defs":{"a":{"properties":{"b":{"type":"string"},"c":{"type":"string"},"d":{"$ref":"#/$defs/a"}}}},"properties":{"controller":{"properties":{',
    '"":{}}}}}',
  ]),
  schema("alternatives of a schema", "oneOf", (i) => `{"required":["k${i}"]},`, "[]"),
  schema("parts of a schema", "allOf", (i) => `{"properties":{"k${i}":{"type":"string"}}},`, "[]"),
  schema("values that a schema allows", "enum", (i) => `"value ${i}",`, "[]"),
  schema(
    "conditions of a schema",
    "allOf",
    (i) => `{"if":{"required":["k${i}"]},"then":{"required":["l"]}},`,
    "[]",
  ),
  definition(
    "fields of a definition",
    (i) => `                key${i}: {type: string, description: A field.}\n`,
  ),
  definition(
    "components of a definition",
    (i) =>
      `                key${i}:\n                  type: object\n                  properties:\n                    replicas: {type: integer, format: int32}\n`,
  ),
  definition(
    "nested fields of a definition",
    (i) => `                k${i}: ${"{properties: {a: ".repeat(12)}{type: string}${"}}".repeat(12)}\n`,
  ),
  definition(
    "patterns of a definition",
    (i) => `                key${i}: {type: string, pattern: "^k${i}[a-z]+$", enum: [a, b]}\n`,
  ),
  definition(
    "rules of a definition",
    (i) => `                - {rule: "self.a != ${i}", message: "A message ${i}."}\n`,
    `${FIELDS}                a: {type: string}\n              x-kubernetes-validations:\n`,
  ),
  definition("versions of a definition", (i) => VERSION.replace("v1alpha1", `v${i}`), DEFINITION),
  definition("definitions", (i) => `---\n${DEFINITION}${VERSION.replace("v1alpha1", `v${i}`)}`, ""),
];
