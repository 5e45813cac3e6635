import { chartIn, depends, type Shape, template, values } from "./shape.ts";

const SUB = {
  "Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
  "values.yaml": "# -- The port to listen on.\nport: 80\nlevel:\n  size: small\n",
  "templates/a.yaml": "{{ .Values.port }}{{ .Values.level.size }}{{ .Values.undeclared | default 1 }}\n",
};
const FROM = "From the subchart `sub 1.0.0`";
const KEYS = ["port", "level", "undeclared", "global"];

/** Charts in the folder `charts` of the chart. */
export const SUBCHARTS: readonly Shape[] = [
  {
    what: "a chart below",
    files: chartIn("charts/sub", SUB),
    values: "sub:\n  port: 81\n  level:\n    size: large\n  undeclared: 3\n",
    hover: {
      sub: [FROM],
      port: ["The port to listen on.", "Default: `80`", FROM, "charts/sub/values.yaml#L2"],
      size: ["Default: `small`", FROM],
      undeclared: ["number", FROM],
    },
    offers: ["sub:\n  ", KEYS],
  },
  {
    what: "a misspelled key of a chart below",
    files: chartIn("charts/sub", SUB),
    values: "sub:\n  prt: 81\n  level:\n    sise: large\n",
    said: ["unknown-key prt", "unknown-key sise"],
  },
  {
    what: "a wrong type in a chart below",
    files: chartIn("charts/sub", SUB),
    values: "sub:\n  level: [1]\n",
    said: ["wrong-type level"],
  },
  {
    what: "the schema of a chart below",
    files: chartIn("charts/sub", {
      ...SUB,
      "values.schema.json":
        '{"properties": {"owner": {"description": "Who pays."}, "port": {"maximum": 99}}}',
    }),
    values: "sub:\n  port: 100\n  owner: me\n",
    said: ["out-of-range 100"],
    hover: { owner: ["Who pays.", FROM], sub: ["Default: `{ port: 80, level: { size: small } }`"] },
  },
  {
    what: "what the schema of a chart below requires",
    files: chartIn("charts/sub", { ...SUB, "values.schema.json": '{"required": ["owner"]}' }),
    values: "sub:\n  port: 81\n",
    said: ["chart-schema sub"],
  },
  {
    what: "what the schema of a chart below requires that is switched off",
    files: {
      ...chartIn("charts/sub", { ...SUB, "values.schema.json": '{"required": ["owner"]}' }),
      ...depends("{name: sub, version: 1.0.0, condition: sub.enabled}"),
    },
    values: "sub:\n  enabled: false\n  port: 81\n",
    idle: ["sub"],
  },
  {
    what: "a chart below that is packed",
    files: { "charts/sub-1.0.0.tgz": chartIn("sub", SUB) },
    values: "sub:\n  port: 81\n  prt: 1\n",
    said: ["unknown-key prt"],
    hover: { port: ["The port to listen on.", "Default: `80`", FROM] },
    offers: ["sub:\n  ", KEYS],
  },
  {
    what: "a chart below with an alias",
    files: { ...chartIn("charts/sub", SUB), ...depends("{name: sub, version: ^1.0.0, alias: other}") },
    values: "other:\n  port: 81\nsub:\n  port: 81\n",
    said: ["unknown-key sub"],
    hover: { port: ["Default: `80`", FROM] },
    offers: ["other:\n  ", KEYS],
  },
  {
    what: "a chart below that is used twice",
    files: {
      ...chartIn("charts/sub", SUB),
      ...depends("{name: sub, version: 1.0.0}", "{name: sub, version: 1.0.0, alias: other}"),
      ...values("other:\n  port: 90\n"),
    },
    values: "other:\n  port: 81\n",
    hover: { port: ["Default: `90`", "The port to listen on.", FROM] },
    offers: ["sub:\n  ", KEYS],
  },
  {
    what: "a condition",
    files: {
      ...chartIn("charts/sub", SUB),
      ...depends("{name: sub, version: 1.0.0, condition: 'sub.enabled,switches.sub'}"),
    },
    values: "sub:\n  enabled: true\nswitches:\n  sub: false\n",
    idle: ["switches", "enabled"],
    hover: { enabled: ["boolean", FROM] },
  },
  {
    what: "a chart below that is switched off",
    files: {
      ...chartIn("charts/sub", SUB),
      ...depends("{name: sub, version: 1.0.0, condition: sub.enabled}"),
      ...values("sub:\n  enabled: false\n"),
    },
    values: "sub:\n  port: 81\n",
    idle: ["port"],
    hover: {
      port: ["Default: `80`", FROM],
      sub: ["Switched off by `sub.enabled` (chart default, line 2), so none of it is installed."],
    },
  },
  {
    what: "tags",
    files: { ...chartIn("charts/sub", SUB), ...depends("{name: sub, version: 1.0.0, tags: [t]}") },
    values: "tags:\n  t: false\nsub:\n  port: 1\n",
    idle: ["port"],
    hover: { sub: ["Switched off by `tags.t` (values.yaml:6), so none of it is installed."] },
    offers: ["tags:\n  ", ["t"]],
  },
  {
    what: "global of a chart below",
    files: chartIn("charts/sub", { ...SUB, "templates/b.yaml": "{{ .Values.global.registry }}\n" }),
    values: "global:\n  registry: x\nsub:\n  global:\n    registry: z\n",
    idle: ["sub"],
  },
  {
    what: "what the chart sets for one below",
    files: {
      ...chartIn("charts/sub", SUB),
      ...values("sub:\n  # The port of ours.\n  port: 8080\n  more: 1\n"),
    },
    values: "sub:\n  port: 81\n  more: 2\n",
    said: ["unread-key more"],
    hover: {
      sub: ["Default: `{ port: 8080, level: { size: small }, more: 1 }`"],
      port: ["The port of ours.", "Default: `8080`", FROM, "mine/values.yaml#L3"],
      more: ["Default: `1`"],
    },
    offers: ["sub:\n  ", [...KEYS, "more"]],
  },
  {
    what: "a chart in a chart below",
    files: {
      ...chartIn("charts/top", { ...SUB, "Chart.yaml": "apiVersion: v2\nname: top\nversion: 2.0.0\n" }),
      ...chartIn("charts/top/charts/sub", SUB),
    },
    values: "top:\n  sub:\n    port: 81\n    prt: 1\n",
    said: ["unknown-key prt"],
    hover: { port: ["Default: `80`", FROM] },
    offers: ["top:\n  sub:\n    ", KEYS],
  },
  {
    what: "a chart below that reads all of its values",
    files: chartIn("charts/sub", { ...SUB, "templates/b.yaml": "{{ toYaml .Values }}\n" }),
    values: "sub:\n  anything: 1\n",
  },
  {
    what: "a chart below that is not there",
    files: depends("{name: db, version: 1.0.0}"),
    values: "db:\n  anything: 1\n",
    idle: ["db"],
  },
  {
    what: "a library chart",
    files: {
      ...chartIn("charts/lib", {
        "Chart.yaml": "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n",
        "values.yaml": "own: 1\n",
        "templates/_x.tpl": '{{ define "lib.x" }}{{ .Values.libKey }}{{ end }}',
      }),
      ...template('{{ include "lib.x" . }}'),
    },
    values: "libKey: 1\nlib:\n  own: 2\n  owm: 3\n",
    said: ["unread-key own", "unknown-key owm"],
    offers: ["lib:\n  ", ["own", "global"]],
  },
];
