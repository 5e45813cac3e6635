import { CHART, type Shape, template, values } from "./shape.ts";

const READ = template("{{ .Values.extra }}{{ toJson .Values.more }}");

/** What the comments of the chart say about a key `extra` with the value 5. */
function commented(what: string, text: string, said: readonly string[], more: Partial<Shape> = {}): Shape {
  return { what, files: { ...values(text), ...READ }, values: "extra: 6\n", hover: { extra: said }, ...more };
}

/** What the comments in the values of a chart say. */
export const COMMENTS: readonly Shape[] = [
  commented("helm-docs", "# -- The extra one.\nextra: 5\n", ["The extra one.", "Default: `5`"]),
  commented("helm-docs over several lines", "# -- The extra one.\n# And more.\nextra: 5\n", [
    "The extra one. And more.",
  ]),
  commented("helm-docs with a type", "# -- (int) The extra one.\nextra:\n", ["The extra one.", "`int`"]),
  commented(
    "helm-docs with a default in words",
    "# -- The extra one.\n# @default -- as many as nodes\nextra:\n",
    ["The extra one.", "as many as nodes"],
  ),
  commented("helm-docs of old", "# extra -- The extra one.\nextra: 5\n", ["The extra one.", "Default: `5`"]),
  commented("a parameter of Bitnami", "## @param extra The extra one.\nextra: 5\n", ["The extra one."]),
  commented(
    "an @schema block",
    "# @schema\n# type: integer\n# minimum: 3\n# @schema\n# The extra one.\nextra: 5\n",
    ["The extra one.", "integer", "At least 3"],
    { values: "extra: 2\n", said: ["out-of-range 2"] },
  ),
  commented("an @schema line", "extra: 5 # @schema type:[integer];minimum:3\n", ["integer", "At least 3"], {
    values: "extra: 2\n",
    said: ["out-of-range 2"],
  }),
  commented("a plain comment", "# The extra one.\nextra: 5\n", ["The extra one."]),
  commented("a comment behind the value", "extra: 5 # The extra one.\n", ["The extra one."]),
  commented("a comment of another key", "# -- The other one.\nmore: {}\n\nextra: 5\n", ["Default: `5`"]),
  commented("a key that is commented out and read", "# extra: 5\n", ["extra"], { said: [] }),
  {
    what: "a key that is commented out and not read",
    files: values("# extra: 5\n"),
    values: "extra: 6\n",
    said: ["unknown-key extra"],
  },
  {
    what: "a chart with line ends of Windows",
    files: {
      "values.yaml": `# -- The extra one.\nextra: 5\n${CHART["values.yaml"]}`.replaceAll("\n", "\r\n"),
      "templates/x.yaml": "x: {{ .Values.extra }}\r\n",
    },
    values: "extra: 6\nextar: 7\n",
    said: ["unknown-key extar"],
    hover: { extra: ["The extra one.", "Default: `5`"] },
  },
  {
    what: "merge keys in the values of the chart",
    files: {
      ...values("base: &base\n  # The first one.\n  a: 1\nmerged:\n  <<: *base\n  b: 2\n"),
      ...template("{{ toJson .Values.base }}{{ .Values.merged.a }}{{ .Values.merged.b }}"),
    },
    values: "merged:\n  a: 3\n  c: 4\n",
    said: ["unknown-key c"],
    hover: { a: ["The first one.", "Default: `1`"] },
    offers: ["merged:\n  ", ["a", "b"]],
  },
];
