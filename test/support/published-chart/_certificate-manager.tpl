{{- /* Who makes the certificate of the domain; nothing where nobody does: a word that is none, or no such API in the cluster. */ -}}
{{- define "cap-operator.domainManager" -}}
{{- $manager := .values.certificateManager -}}
{{- $hasGardener := .root.Capabilities.APIVersions.Has "cert.gardener.cloud/v1alpha1" -}}
{{- if or (eq $manager "CertManager") (and (eq $manager "Gardener") $hasGardener) }}{{ $manager }}{{ end -}}
{{- end }}
