{{- /*
Templates about one component take its scope: a dict with `root` (the chart's own scope), `component` (its key in
the values) and `values` (what stands under that key).
*/ -}}

{{- /* The name of a component's objects. A Service's name ends at 63 characters, so a long release name is cut. */ -}}
{{- define "cap-operator.name" -}}
{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}-{{ .component | kebabcase }}
{{- end }}

{{- /* What tells a component's pods from all others. A Deployment cannot change it, so nothing here may vary. */ -}}
{{- define "cap-operator.selectorLabels" -}}
app.kubernetes.io/name: cap-operator
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component | kebabcase }}
{{- end }}

{{- /* The labels of every object of a component. */ -}}
{{- define "cap-operator.labels" -}}
{{ include "cap-operator.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* Name, namespace and labels of a component's object in the release's namespace. */ -}}
{{- define "cap-operator.metadata" -}}
name: {{ include "cap-operator.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "cap-operator.labels" . | nindent 2 }}
{{- end }}

{{- /* Maps joined key by key; of a key that several have, the last value counts. Nothing where all are empty. */ -}}
{{- define "cap-operator.joined" -}}
{{- $joined := dict -}}
{{- range . -}}
  {{- range $key, $value := . -}}
    {{- $_ := set $joined $key $value -}}
  {{- end -}}
{{- end -}}
{{- with $joined }}{{ toYaml . }}{{ end }}
{{- end }}

{{- /* The component's image: its own tag, else the one for all, else the version that the chart was made for. */ -}}
{{- define "cap-operator.image" -}}
{{- $image := .values.image | default dict -}}
{{- $tag := coalesce $image.tag (.root.Values.image).tag .root.Chart.AppVersion -}}
{{ $image.repository | required (printf "%s.image.repository is empty: name the component's image." .component) }}:{{ $tag }}
{{- end }}

{{- /*
An issuer of the values (`issuerName`, `issuerKind`, ...) as the reference of a Certificate. Empty values are left
out, and with them the reference when all are empty.
*/ -}}
{{- define "cap-operator.issuerRef" -}}
{{- $ref := dict -}}
{{- range $key, $value := . -}}
  {{- with $value -}}
    {{- $_ := set $ref ($key | trimPrefix "issuer" | lower) . -}}
  {{- end -}}
{{- end -}}
{{- with $ref }}{{ dict "issuerRef" . | toYaml }}{{ end }}
{{- end }}
