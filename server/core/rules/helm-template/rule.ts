import type { Rule } from "../engine/rule.ts";
import { findingsOfComplaints } from "../topics/complaints.ts";

export const rule: Rule = {
  code: "helm-template",
  severity: "error",
  onAnyLine: true,
  docs: {
    what: "`helm template` cannot render the local chart with these values.",
    why: "Helm rejects an installation with these values in the same way. The message is that of Helm or of the chart.",
    wrong: "webhook:\n  tls:\n    enabled: true",
    right: "webhook:\n  tls:\n    enabled: true\n    secretName: webhook-tls",
    chart: {
      "values.yaml":
        'controller:\n  replicas: 1\nsubscriptionServer:\n  replicas: 1\nwebhook:\n  tls:\n    enabled: false\n    secretName: ""',
      "templates/webhook.yaml":
        '{{- if .Values.webhook.tls.enabled }}\nsecretName: {{ required "webhook.tls.secretName: required" .Values.webhook.tls.secretName }}\n{{- end }}',
    },
    refused:
      "Error: execution error at (chart/templates/webhook.yaml:2:15): webhook.tls.secretName: required",
  },
  check(context) {
    return findingsOfComplaints(context, ({ kind }) => kind !== "rejected-object");
  },
};
