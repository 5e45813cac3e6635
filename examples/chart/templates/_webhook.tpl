{{- define "cap-operator.webhook.pod" -}}
container:
  args:
    - --port={{ .values.service.targetPort }}
    - --certificates=/etc/webhook/certificate
    {{- if .values.sidecar }}
    - --admission-reviews=/admission-review
    {{- end }}
  ports:
    - name: webhook
      containerPort: {{ .values.service.targetPort }}
  readinessProbe:
    tcpSocket:
      port: webhook
  volumeMounts:
    - name: certificate
      mountPath: /etc/webhook/certificate
      readOnly: true
    {{- if .values.sidecar }}
    - name: admission-review
      mountPath: /admission-review
    {{- end }}
{{- if .values.sidecar }}
sidecars:
  - name: admission-review
    {{- include "cap-operator.container" . | nindent 4 }}
    args:
      - --sidecar
      - --admission-reviews=/admission-review
    volumeMounts:
      - name: admission-review
        mountPath: /admission-review
{{- end }}
volumes:
  - name: certificate
    secret:
      secretName: {{ include "cap-operator.webhook.secretName" . }}
  {{- if .values.sidecar }}
  - name: admission-review
    emptyDir: {}
  {{- end }}
{{- end }}

{{- define "cap-operator.webhook.service" -}}
type: {{ .values.service.type }}
ports:
  - name: webhook
    port: {{ .values.service.port }}
    targetPort: {{ .values.service.targetPort }}
{{- end }}

{{- define "cap-operator.webhook.rules" -}}
- apiGroups: [sme.sap.com]
  resources: ["*"]
  verbs: [get, list, watch]
{{- end }}

{{- /* Each certificate manager has a Secret of its own, so that Helm never meets one that somebody else made. */ -}}
{{- define "cap-operator.webhook.secretName" -}}
{{ include "cap-operator.name" . }}-{{ .values.certificateManager | kebabcase }}-certificate
{{- end }}

{{- /* The names under which the API server calls the webhook. */ -}}
{{- define "cap-operator.webhook.dnsNames" -}}
{{- $service := printf "%s.%s" (include "cap-operator.name" .) .root.Release.Namespace -}}
- {{ $service }}.svc
- {{ $service }}.svc.cluster.local
{{- end }}

{{- /*
The data of the Secret with the chart's own certificate. What is in the cluster stays, so that an upgrade changes
nothing; a rendering without a cluster makes a new one each time.
*/ -}}
{{- define "cap-operator.webhook.ownCertificate" -}}
{{- $kept := lookup "v1" "Secret" .root.Release.Namespace (include "cap-operator.webhook.secretName" .) -}}
{{- if $kept.data }}
{{- toYaml $kept.data }}
{{- else }}
{{- $name := include "cap-operator.name" . }}
{{- $dnsNames := include "cap-operator.webhook.dnsNames" . | fromYamlArray }}
{{- $authority := genCAWithKey (printf "%s-ca" $name) 3650 (genPrivateKey "ecdsa") }}
{{- $certificate := genSignedCertWithKey $name nil $dnsNames 3650 $authority (genPrivateKey "ecdsa") -}}
ca.crt: {{ $authority.Cert | b64enc }}
tls.crt: {{ $certificate.Cert | b64enc }}
tls.key: {{ $certificate.Key | b64enc }}
{{- end }}
{{- end }}
