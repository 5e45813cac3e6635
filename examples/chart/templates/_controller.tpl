{{- define "cap-operator.controller.pod" -}}
container:
  args:
    - --detailed-operational-metrics={{ .values.detailedOperationalMetrics | default false }}
  env:
    - name: NAMESPACE
      valueFrom:
        fieldRef:
          fieldPath: metadata.namespace
    {{- with .values.dnsTarget }}
    - name: DNS_TARGET
      value: {{ . | quote }}
    {{- end }}
    {{- with .values.versionMonitoring }}
    {{- if .metricsServerAddress }}
    - name: METRICS_SERVER_ADDRESS
      value: {{ .metricsServerAddress | quote }}
    - name: METRICS_EVALUATION_INTERVAL
      value: {{ .metricsEvaluationInterval | quote }}
    - name: METRICS_CLIENT_ACQUIRE_RETRY_DELAY
      value: {{ .metricsClientAcquireRetryDelay | quote }}
    {{- end }}
    {{- end }}
  ports:
    - name: metrics
      containerPort: 9090
{{- end }}

{{- define "cap-operator.controller.service" -}}
{{- if (.root.Values.monitoring).enabled -}}
ports:
  - name: metrics
    port: 9090
    targetPort: metrics
{{- end }}
{{- end }}

{{- define "cap-operator.controller.rules" -}}
- apiGroups: [sme.sap.com]
  resources: ["*"]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [""]
  resources: [secrets, services]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [batch]
  resources: [jobs]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [networking.k8s.io]
  resources: [networkpolicies]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [networking.istio.io]
  resources: [gateways, virtualservices, destinationrules]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [cert.gardener.cloud, cert-manager.io]
  resources: [certificates]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [dns.gardener.cloud]
  resources: [dnsentries]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [get, create, update]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
{{- end }}
