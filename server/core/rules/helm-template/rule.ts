import type { Rule } from "../engine/rule.ts";
import { findingsOfComplaints } from "../topics/complaints.ts";

export const rule: Rule = {
  code: "helm-template",
  severity: "error",
  onAnyLine: true,
  docs: {
    what: "`helm template` cannot render the local chart with these values.",
    why: "Helm rejects an installation with these values in the same way. The message is that of Helm or of the chart.",
    wrong: "webhook:\n  mode: fast",
    right: "webhook:\n  mode: safe",
    chart: {
      "values.yaml":
        "controller:\n  replicas: 1\nsubscriptionServer:\n  replicas: 1\nwebhook:\n  mode: careful",
      "templates/webhook.yaml":
        '{{- if eq .Values.webhook.mode "fast" }}\n{{- fail "webhook.mode=fast" }}\n{{- end }}\n# {{ toYaml .Values }}',
    },
    refused: "Error: execution error at (chart/templates/webhook.yaml:2:4): webhook.mode=fast",
  },
  check(context) {
    return findingsOfComplaints(context, ({ kind }) => kind !== "rejected-object");
  },
};
