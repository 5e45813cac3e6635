{{- /* The settings of a component's pods that have a default for all components; a value of its own replaces it whole. */ -}}
{{- define "cap-operator.podSettings" -}}
{{- $settings := dict -}}
{{- $keys := list "imagePullSecrets" "podSecurityContext" "nodeSelector" "affinity" "tolerations" "priorityClassName" "topologySpreadConstraints" -}}
{{- range $key := $keys -}}
  {{- with get $.values $key | default (get $.root.Values $key) -}}
    {{- $_ := set $settings ($key | replace "podSecurityContext" "securityContext") . -}}
  {{- end -}}
{{- end -}}
{{- with $settings }}{{ toYaml . }}{{ end }}
{{- end }}

{{- /* What all containers of a component have in common: its image and what the values say of its container. */ -}}
{{- define "cap-operator.container" -}}
image: {{ include "cap-operator.image" . | quote }}
{{- with coalesce (.values.image).pullPolicy (.root.Values.image).pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
{{- with .values.securityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
