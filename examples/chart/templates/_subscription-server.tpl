{{- define "cap-operator.subscriptionServer.pod" -}}
container:
  env:
    - name: DOMAIN
      value: {{ .values.domain | quote }}
  ports:
    - name: server
      containerPort: 4000
    - name: metrics
      containerPort: 9090
  readinessProbe:
    tcpSocket:
      port: server
{{- end }}

{{- define "cap-operator.subscriptionServer.service" -}}
ports:
  - name: server
    port: {{ .values.port }}
    targetPort: server
  {{- if (.root.Values.monitoring).enabled }}
  - name: metrics
    port: 9090
    targetPort: metrics
  {{- end }}
{{- end }}

{{- define "cap-operator.subscriptionServer.rules" -}}
- apiGroups: [sme.sap.com]
  resources: [capapplications]
  verbs: [get, list, watch]
- apiGroups: [sme.sap.com]
  resources: [captenants]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [""]
  resources: [secrets]
  verbs: [get]
{{- end }}
