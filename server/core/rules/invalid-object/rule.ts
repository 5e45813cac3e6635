import type { Rule } from "../engine/rule.ts";
import { findingsOfComplaints } from "../topics/complaints.ts";

export const rule: Rule = {
  code: "invalid-object",
  severity: "error",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "Kubernetes rejects an object that Helm renders with these values. The message names the object and the field, and the problem is at the key that sets the field.",
    why: "Helm renders the object, but the installation fails: the API server checks types, required fields and allowed values. A number or boolean without quotes among labels or annotations is the most common reason. VS Code reports this while **Show Rendered Objects** is open for the file or its release, and `cap-operator render` prints it.",
  },
  check(context) {
    return findingsOfComplaints(context, ({ kind }) => kind === "rejected-object");
  },
};
