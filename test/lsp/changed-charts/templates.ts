import { chartIn, type Shape, template, values } from "./shape.ts";

const define = (name: string, body: string) => ({
  "templates/_h.tpl": `{{ define "${name}" }}${body}{{ end }}`,
});

/** What templates do with values. */
export const TEMPLATES: readonly Shape[] = [
  { what: "a misspelled key", values: "controller:\n  replicaz: 2\n", said: ["unknown-key replicaz"] },
  { what: "all values as a whole", files: template("{{ toJson .Values }}"), values: "other: 1\n" },
  {
    what: "a whole mapping",
    files: template("{{ toJson .Values.controller }}"),
    values: "controller:\n  x: 1\nother: 1\n",
    said: ["unknown-key other"],
  },
  {
    what: "a key that is not literal",
    files: template("{{ index .Values .Release.Name }}"),
    values: "other: 1\n",
    idle: ["other"],
  },
  {
    what: "default",
    files: template("{{ .Values.size | default 3 }}"),
    values: "size: 4\nsise: 5\n",
    said: ["unknown-key sise"],
    hover: { size: ["number"] },
  },
  {
    what: "with",
    files: template("{{ with .Values.extra }}{{ .deep }}{{ end }}"),
    values: "extra:\n  deep: 1\n  deap: 2\n",
    said: ["unknown-key deap"],
    offers: ["extra:\n  ", ["deep"]],
  },
  {
    what: "range over a list",
    files: template("{{ range .Values.hosts }}{{ .name }}{{ end }}"),
    values: "hosts:\n  - name: a\n    nmae: b\n",
    said: ["unknown-key nmae"],
    offers: ["hosts:\n  - ", ["name"]],
  },
  {
    what: "range over a mapping",
    files: template("{{ range $name, $port := .Values.ports }}{{ $name }}{{ $port.number }}{{ end }}"),
    values: "ports:\n  web:\n    number: 1\n    numbre: 2\n",
    said: ["unknown-key numbre"],
  },
  {
    what: "index",
    files: template('{{ index .Values "my-key" "deep" }}'),
    values: "my-key:\n  deep: 1\n  deap: 2\n",
    said: ["unknown-key deap"],
  },
  {
    what: "get",
    files: template('{{ get .Values.controller "extra" }}'),
    values: "controller:\n  extra: 1\n  extar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "dig",
    files: template('{{ dig "extra" "deep" "none" .Values.controller }}'),
    values: "controller:\n  extra:\n    deep: 1\n    deap: 2\n",
    said: ["unknown-key deap"],
  },
  {
    what: "hasKey",
    files: template('{{ hasKey .Values.controller "extra" }}'),
    values: "controller:\n  extra: 1\n  extar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "variables",
    files: template("{{ $one := .Values.controller }}{{ $one.extra }}"),
    values: "controller:\n  extra: 1\n  extar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "the top as $",
    files: template("{{ with .Values.controller }}{{ $.Values.extra }}{{ end }}"),
    values: "extra: 1\nextar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "a helper with the top",
    files: { ...define("h", "{{ .Values.extra }}"), ...template('{{ include "h" . }}') },
    values: "extra: 1\nextar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "a helper with a component",
    files: {
      ...define("h", "{{ .extra }}{{ .more }}"),
      ...template('{{ include "h" .Values.controller }}'),
    },
    values: "controller:\n  more: 2\nwebhook:\n  extra: 1\n",
    said: ["misplaced-key extra"],
  },
  {
    what: "a helper with a mapping",
    files: {
      ...define("h", "{{ .part.extra }}{{ .root.Values.other }}"),
      ...template('{{ include "h" (dict "root" $ "part" .Values.controller) }}'),
    },
    values: "controller:\n  extra: 1\n  extar: 2\nother: 3\n",
    said: ["unknown-key extar"],
  },
  {
    what: "a key that another value names",
    files: template("{{ index .Values.controller .Values.which }}"),
    values: "which: anything\ncontroller:\n  anything: 1\nwhihc: 1\n",
    said: ["unknown-key whihc"],
  },
  {
    what: "pick",
    files: template('{{ pick .Values.controller "extra" | toJson }}'),
    values: "controller:\n  extra: 1\n  extar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "omit",
    files: template('{{ omit .Values.controller "replicas" | toJson }}'),
    values: "controller:\n  extra: 1\n",
  },
  {
    what: "mergeOverwrite",
    files: template("{{ mergeOverwrite (deepCopy .Values.controller) .Values.overrides | toJson }}"),
    values: "overrides:\n  anything: 1\ncontroller:\n  extra: 2\noverides: 3\n",
    said: ["unknown-key overides"],
  },
  {
    what: "coalesce",
    files: template('{{ coalesce .Values.first .Values.second "none" }}'),
    values: "first: 1\nsecnd: 2\n",
    said: ["unknown-key secnd"],
  },
  {
    what: "ternary",
    files: template("{{ ternary .Values.first .Values.second .Values.choice }}"),
    values: "choice: true\nfirst: 1\nsecond: 2\nthird: 3\n",
    said: ["unknown-key third"],
    idle: ["second"],
    hover: { choice: ["boolean"] },
  },
  {
    what: "kindIs",
    files: template('{{ kindIs "string" .Values.extra }}'),
    values: "extra: text\nextar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "deep undeclared keys",
    files: template("{{ .Values.one.two.three.four }}"),
    values: "one:\n  two:\n    three:\n      four: 1\n      fuor: 2\n",
    said: ["unknown-key fuor"],
    offers: ["one:\n  two:\n    three:\n      ", ["four"]],
  },
  {
    what: "a comment in a template",
    files: template("{{/* .Values.extra */}}1"),
    values: "extra: 1\n",
    said: ["unknown-key extra"],
  },
  {
    what: ".helmignore",
    files: { ...template("{{ .Values.extra }}"), ".helmignore": "templates/x.yaml\n" },
    values: "extra: 1\n",
    said: ["unknown-key extra"],
  },
  {
    what: "NOTES.txt",
    files: { "templates/NOTES.txt": "{{ .Values.extra }}\n" },
    values: "extra: 1\nextar: 2\n",
    said: ["unknown-key extar"],
  },
  {
    what: "a key that is removed from the chart",
    files: {
      "values.yaml": 'subscriptionServer:\n  domain: ""\n  dnsTarget: ""\n',
      "templates/base.yaml": "b: {{ toJson .Values.subscriptionServer }}\n",
    },
    values: "webhook:\n  replicas: 2\n",
    said: ["unknown-key webhook"],
  },
  {
    what: "a key that is renamed in the chart",
    files: { ...values("logging: info\n"), ...template("{{ .Values.logging }}") },
    values: "loging: debug\n",
    said: ["unknown-key loging"],
  },
  {
    what: "a key that is declared and not read",
    files: values("legacy: 1\n"),
    values: "legacy: 2\n",
    said: ["unread-key legacy"],
  },
  {
    what: "an array of the values in a helper of a library chart",
    files: {
      ...chartIn("charts/lib", {
        "Chart.yaml": "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n",
        "templates/_x.tpl": '{{ define "lib.x" }}{{ range . }}{{ .host }}{{ end }}{{ end }}',
      }),
      ...template('{{ include "lib.x" .Values.hosts }}'),
    },
    values: "hosts:\n  - host: a\n    hots: b\n",
    said: ["unknown-key hots"],
  },
];

/** Values that are templates, and what is read as a whole. */
export const WHOLES: readonly Shape[] = [
  {
    what: "a value that is run through tpl",
    files: { ...values("text: a\n"), ...template("{{ tpl .Values.text . }}") },
    values: "text: '{{ .Values.other }}'\nother: 1\n",
  },
  {
    what: "a template in a value that nothing runs",
    files: { ...values("text: a\n"), ...template("{{ .Values.text }}") },
    values: "text: '{{ .Values.other }}'\n",
    said: ["template-in-values {{ .Values.other }}"],
  },
  {
    what: "a file for tpl",
    files: template('{{ tpl (.Files.Get "x") . }}'),
    values: "other: 1\n",
    idle: ["other"],
  },
  {
    what: "a component as a whole",
    files: template("{{ toYaml .Values.webhook | nindent 2 }}"),
    values: "webhook:\n  anything: 1\ncontroller:\n  other: 1\n",
    said: ["unknown-key other"],
  },
  {
    what: "a declared text for tpl",
    files: { ...values("greeting: hello\n"), ...template("{{ tpl .Values.greeting . }}") },
    values: 'greeting: "Hello {{ .Release.Name }}"\n',
  },
  {
    what: "a known value for tpl",
    files: {
      ...values('image:\n  tag: ""\n'),
      ...template("{{ tpl .Values.image.tag . }}"),
    },
    values: 'image:\n  tag: "{{ .Chart.Version }}"\n',
  },
  {
    what: "a whole mapping for tpl",
    files: {
      ...values("extra:\n  a: x\n  b: [x]\n"),
      ...template("{{ tpl (toYaml .Values.extra) . | quote }}"),
    },
    values: 'extra:\n  a: "{{ .Values.other }}"\n  b: ["{{ .Values.other }}"]\nother: 1\n',
  },
  {
    what: "the items of a list for tpl",
    files: { ...values("all: [x]\n"), ...template("{{ range .Values.all }}{{ tpl . $ }}{{ end }}") },
    values: 'all: ["{{ .Release.Name }}"]\n',
  },
  {
    what: "a file for tpl that is there",
    files: { "conf/x": "{{ .Values.other }}", ...template('{{ tpl (.Files.Get "conf/x") . }}') },
    values: "other: 1\n",
  },
  {
    what: "files with any name for tpl",
    files: {
      "conf/x": "{{ .Values.other }}",
      ...template('{{ range $name, $_ := .Files.Glob "conf/*" }}{{ tpl ($.Files.Get $name) $ }}{{ end }}'),
    },
    values: "other: 1\n",
  },
  {
    what: "files as a mapping for tpl",
    files: { "conf/x": "{{ .Values.other }}", ...template('{{ tpl (.Files.Glob "conf/*").AsConfig . }}') },
    values: "other: 1\n",
  },
];
