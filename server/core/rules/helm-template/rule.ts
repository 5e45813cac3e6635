import type { Rule } from "../engine/rule.ts";
import { findingsOfComplaints } from "../topics/complaints.ts";

export const rule: Rule = {
  code: "helm-template",
  severity: "error",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "`helm template` cannot render the local chart with these values.",
    why: "Helm rejects an installation with these values in the same way. The message is that of Helm or of the chart.",
  },
  check(context) {
    return findingsOfComplaints(context, ({ kind }) => kind !== "rejected-object");
  },
};
