import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Chart, ChartKey } from "../../../server/core/chart/chart.ts";
import { translatedCode, type Words } from "../../../server/core/schema/vocabulary.ts";
import { repository } from "../repository.ts";

const EXAMPLE = path.join(repository, "examples/chart/templates");

/** A text of a template that is another one in the published charts. */
interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What the templates of the example do otherwise, in the words of the published charts. */
const CHANGES: readonly Change[] = [
  {
    file: "_pod.tpl",
    from: "{{- with .values.securityContext }}",
    to: '{{- with .values.securityContext | default (eq .component "webhook" | ternary .root.Values.securityContext nil) }}',
  },
  {
    file: "_controller.tpl",
    from: "  env:\n",
    to: '    {{- with .root.Values.logLevel }}\n    - {{ printf "--log-level=%v" . | quote }}\n    {{- end }}\n  env:\n    {{- include "cap-operator.controller.settings" .values | nindent 4 }}\n',
  },
  {
    file: "_webhook.tpl",
    from: "    - --certificates=/etc/webhook/certificate\n",
    to: '    - --certificates=/etc/webhook/certificate\n    {{- with .values.logLevel | default .root.Values.logLevel }}\n    - {{ printf "--log-level=%v" . | quote }}\n    {{- end }}\n',
  },
  {
    // A word that is none makes no name of a Secret fail.
    file: "_webhook.tpl",
    from: ".values.certificateManager | kebabcase",
    to: ".values.certificateManager | toString | kebabcase",
  },
  {
    file: "deployments.yaml",
    from: '{{- range $component := list "controller"',
    to: '{{- if not (kindIs "map" $root.Values.podLabels) }}{{ fail "podLabels is no mapping" }}{{ end }}\n{{- range $component := list "controller"',
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
  "_values.tpl",
  "_certificate-manager.tpl",
  "_controller-settings.tpl",
  "subscription-server-certificate.yaml",
  "subscription-server-ca.yaml",
];

/** The beginning of each template that makes objects: the chart's scope, with the values that this version has. */
const SCOPE =
  '{{- $root := dict "Values" (include "cap-operator.values" . | fromJson) "Chart" .Chart "Release" .Release "Files" .Files "Capabilities" .Capabilities -}}\n';

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
  const tree = JSON.stringify(seenKeys(chart.keys, union.keys));
  const values = `{{- define "cap-operator.values" -}}
{{- include "cap-operator.seen" (dict "values" .Values "keys" (\`${tree}\` | fromJson)) -}}
{{- end }}
`;
  return texts.set("_values.tpl", `${texts.get("_values.tpl")}${values}`);
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

/** The tree that `_values.tpl` goes through. */
function seenKeys(own: ReadonlyMap<string, ChartKey>, all: ReadonlyMap<string, ChartKey>): object {
  const entries = [...all].map(([name, key]) => {
    const declared = own.get(name);
    if (!declared) return [name, { default: defaultOf(key) }];
    return [name, key.keys ? { keys: seenKeys(declared.keys ?? new Map(), key.keys) } : {}];
  });
  return Object.fromEntries(entries);
}

function defaultOf({ keys, default: standard = "" }: ChartKey): unknown {
  return keys ? Object.fromEntries([...keys].map(([name, key]) => [name, defaultOf(key)])) : standard;
}
