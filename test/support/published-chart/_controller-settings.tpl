{{- /* Environment variables of the controller for what came with later versions; an empty value says nothing. */ -}}
{{- define "cap-operator.controller.settings" -}}
{{- $settings := dict "ROLLOUT_DELAY" .rolloutDelay "CERT_MANAGER" .certManager "DNS_MANAGER" .dnsManager -}}
{{- range $key, $value := .maxConcurrentReconciles -}}
  {{- $_ := set $settings (printf "MAX_CONCURRENT_RECONCILES_%s" ($key | snakecase | upper)) $value -}}
{{- end -}}
{{- range $key, $value := .clientRateLimiting -}}
  {{- $_ := set $settings (printf "CLIENT_%s" ($key | upper)) $value -}}
{{- end -}}
{{- range $name, $value := $settings }}
{{- with $value }}
- name: {{ $name }}
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}
