import type { Rule } from "../engine/rule.ts";
import { findingsOfComplaints } from "../topics/complaints.ts";

export const rule: Rule = {
  code: "invalid-object",
  severity: "error",
  onAnyLine: true,
  docs: {
    what: "Kubernetes rejects an object that Helm renders with these values. The message names the object and the field, and the key is the one that makes the field.",
    why: "Helm renders the object, but the installation fails: the API server checks types, required fields and allowed values. A number or boolean without quotes among labels or annotations is the most common reason. VS Code reports this while **Show Rendered Objects** is open for the file or its release, and `cap-operator render` prints it.",
    wrong: "controller:\n  team: 5",
    right: 'controller:\n  team: "five"',
    chart: {
      "values.yaml":
        "controller:\n  team: platform\nsubscriptionServer:\n  replicas: 1\nwebhook:\n  replicas: 1",
      "templates/deployment.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  labels:\n    team: {{ .Values.controller.team }}\n# {{ toYaml .Values }}",
    },
    complaint: {
      kind: "rejected-object",
      words: 'Kubernetes rejects Deployment/web: "metadata.labels.team" takes text, but gets a number.',
      paths: [["controller", "team"]],
    },
  },
  check(context) {
    return findingsOfComplaints(context, ({ kind }) => kind === "rejected-object");
  },
};
