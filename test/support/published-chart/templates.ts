import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { translatedCode } from "../../../schemas/vocabulary.ts";
import type { Chart, ChartKey } from "../../../server/core/chart/chart.ts";
import type { Words } from "../../../server/core/schema/vocabulary.ts";
import { repository } from "../repository.ts";

const EXAMPLE = path.join(repository, "examples/chart/templates");

type Keys = ReadonlyMap<string, ChartKey>;

/** A text of a template that is another one in the published charts. */
interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const COMPONENTS = ["controller", "subscriptionServer", "webhook"];
/** Keys that the templates look into, or whose length they measure, without asking if the mapping around them is there. */
const LOOKED_INTO = [
  ...["image.tag", "monitoring.enabled", "webhook.service.port"],
  ...COMPONENTS.map((component) => `${component}.image.tag`),
];
const MEASURED = ["", ...COMPONENTS.map((component) => `${component}.`)].flatMap((level) => [
  `${level}podLabels`,
  `${level}podAnnotations`,
]);
const NEEDED = [
  ...LOOKED_INTO.map((key) => `{{- $_ := $root.Values.${key} }}`),
  ...MEASURED.map((key) => `{{- $_ := len $root.Values.${key} }}`),
].join("\n");

/** Changes of the example's templates that make those of the published charts. */
const CHANGES: readonly Change[] = [
  {
    file: "_pod.tpl",
    from: "{{- with .values.securityContext }}",
    to: '{{- with .values.securityContext | default (eq .component "webhook" | ternary .root.Values.securityContext nil) }}',
  },
  {
    file: "_controller.tpl",
    from: "  env:\n",
    to: '  env:\n    {{- include "cap-operator.controller.settings" .values | nindent 4 }}\n',
  },
  {
    file: "_webhook.tpl",
    from: "    - --certificates=/etc/webhook/certificate\n",
    to: '    - --certificates=/etc/webhook/certificate\n    - {{ printf "--v=%v" (.values.logLevel | default .root.Values.logLevel | default 0) | quote }}\n',
  },
  {
    // A value that is not a word does not make the name of a Secret fail.
    file: "_webhook.tpl",
    from: ".values.certificateManager | kebabcase",
    to: ".values.certificateManager | toString | kebabcase",
  },
  {
    file: "deployments.yaml",
    from: '{{- range $component := list "controller"',
    to: `${NEEDED}\n{{- range $component := list "controller"`,
  },
  {
    // The top level wins.
    file: "_helpers.tpl",
    from: "    {{- $_ := set $joined $key $value -}}",
    to: "    {{- if not (get $joined $key) }}{{ $_ := set $joined $key $value }}{{ end -}}",
  },
  {
    file: "subscription-server-routing.yaml",
    from: "    {{- toYaml .ingressGatewayLabels | nindent 4 }}\n",
    to: "    {{- range $key, $value := .ingressGatewayLabels }}\n    {{ $key }}: {{ $value }}\n    {{- end }}\n",
  },
  {
    file: "subscription-server-routing.yaml",
    from: "        credentialName: {{ $name }}-certificate\n",
    to: '        {{- if include "cap-operator.domainManager" $scope }}\n        credentialName: {{ $name }}-certificate\n        {{- end }}\n',
  },
  {
    file: "webhook-admission.yaml",
    from: "{{- else }}\napiVersion: cert-manager.io/v1",
    to: '{{- else if eq .certificateManager "CertManager" }}\napiVersion: cert-manager.io/v1',
  },
  {
    file: "webhook-admission.yaml",
    from: "---\napiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration",
    to: '{{- if ne (toString .replicas) "0" }}\n{{- range $kind, $path := dict "Validating" "validate" "Mutating" "mutate" }}\n---\napiVersion: admissionregistration.k8s.io/v1\nkind: {{ $kind }}WebhookConfiguration',
  },
  { file: "webhook-admission.yaml", from: "- name: validation.sme", to: "- name: {{ $path }}.sme" },
  { file: "webhook-admission.yaml", from: "{{ .service.port }}", to: "{{ $scope.values.service.port }}" },
  { file: "webhook-admission.yaml", from: "path: /validate", to: "path: /{{ $path }}" },
  {
    file: "webhook-admission.yaml",
    from: "operations: [CREATE, UPDATE, DELETE]\n",
    to: "operations: [CREATE, UPDATE, DELETE]\n{{- end }}\n{{- end }}\n",
  },
];

/** Templates that are written for the published charts, in place of those of the example or beside them. */
const OWN = [
  "_certificate-manager.tpl",
  "_controller-settings.tpl",
  "subscription-server-certificate.yaml",
  "subscription-server-ca.yaml",
];

/** The beginning of each template that makes objects: the chart's scope, with the values that this version has. */
const SCOPE =
  '{{- $values := dict -}}{{- include "cap-operator.own" (dict "from" .Values "into" $values) -}}\n' +
  '{{- $root := dict "Values" $values "Chart" .Chart "Release" .Release "Files" .Files "Capabilities" .Capabilities -}}\n';

/** The templates of a chart by their names; `union` has the keys of all versions. */
export function publishedTemplates(chart: Chart, union: Chart, words: Words): ReadonlyMap<string, string> {
  const texts = new Map(
    readdirSync(EXAMPLE).map((name) => [
      name,
      changed(name, onRoot(name, translatedCode(readFileSync(path.join(EXAMPLE, name), "utf8"), words))),
    ]),
  );
  for (const name of OWN) texts.set(name, readFileSync(new URL(name, import.meta.url), "utf8"));
  for (const [name, text] of texts) if (!name.endsWith(".tpl")) texts.set(name, SCOPE + text);
  const config = chart.keys.get("subscriptionServer")?.keys?.get("certificateConfig");
  if (!config?.keys?.has("additionalCACertificate")) texts.delete("subscription-server-ca.yaml");
  return texts.set("_values.tpl", ownValues(chart.keys, union.keys));
}

function changed(name: string, text: string): string {
  return CHANGES.filter(({ file }) => file === name).reduce((before, { from, to }) => {
    if (!before.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)} any more.`);
    return before.replaceAll(from, () => to);
  }, text);
}

/** A template that reads the values of `$root`; named templates get theirs from whoever includes them. */
function onRoot(name: string, text: string): string {
  if (name.endsWith(".tpl")) return text;
  return text.replace(/(?<![\w$.])\$?\.Values\b/g, "$$root.Values").replaceAll('"root" $ ', '"root" $root ');
}

/**
 * The helper that puts the values of this version into `into`. Of keys that only other versions have, the templates see the default,
 * whatever is set. Nothing else is read on the way, so that what is read can be followed.
 */
function ownValues(present: Keys, all: Keys): string {
  const body = ["{{- $at := .from -}}", "{{- $own := .into -}}", ...levelOf(present, all, 0)];
  return `{{- define "cap-operator.own" -}}\n${body.join("\n")}\n{{- end }}\n`;
}

/** Puts what a version has of a mapping, `$at`, into another, `$own`; of mappings inside it, what it has of those. */
function levelOf(present: Keys, all: Keys, depth: number): string[] {
  const isWhole = ([name, key]: [string, ChartKey]) => !hasOthers(present.get(name)?.keys, key.keys);
  const [whole, partial] = [[...all].filter(isWhole), [...all].filter((entry) => !isWhole(entry))];
  const [from, into] = [`$from${depth}`, `$into${depth}`];
  return [
    `{{- ${from} := $at -}}{{- ${into} := $own -}}`,
    ...whole.map(([name, key]) => {
      const quoted = JSON.stringify(name);
      if (!present.has(name)) return `{{- $_ := set ${into} ${quoted} ${literal(defaultOf(key))} -}}`;
      return `{{- if hasKey ${from} ${quoted} }}{{ $_ := set ${into} ${quoted} ${from}.${name} }}{{ end -}}`;
    }),
    ...partial.flatMap(([name, key]) => [
      `{{- if kindIs "map" ${from}.${name} -}}`,
      `{{- $at := ${from}.${name} -}}{{- $own := dict -}}`,
      `{{- $_ := set ${into} ${JSON.stringify(name)} $own -}}`,
      ...levelOf(present.get(name)?.keys ?? new Map(), key.keys ?? new Map(), depth + 1),
      `{{- else if not (kindIs "invalid" ${from}.${name}) -}}`,
      `{{- $_ := set ${into} ${JSON.stringify(name)} "no mapping" -}}`,
      "{{- end -}}",
    ]),
  ];
}

/** True if other versions have keys in a mapping of this version that this one lacks. */
function hasOthers(present: Keys | undefined, all: Keys | undefined): boolean {
  if (!present || !all) return false;
  return [...all].some(([name, { keys }]) => !present.has(name) || hasOthers(present.get(name)?.keys, keys));
}

/** A value of JSON as an expression of a template. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `(${["list", ...value.map(literal)].join(" ")})`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? "");
  const entries = Object.entries(value).flatMap(([name, child]) => [JSON.stringify(name), literal(child)]);
  return `(${["dict", ...entries].join(" ")})`;
}

function defaultOf({ keys, default: standard = "" }: ChartKey): unknown {
  return keys ? Object.fromEntries([...keys].map(([name, key]) => [name, defaultOf(key)])) : standard;
}
