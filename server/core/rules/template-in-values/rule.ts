import * as l10n from "@vscode/l10n";
import type { Rule } from "../engine/rule.ts";

export const rule: Rule = {
  code: "template-in-values",
  severity: "warning",
  onAnyLine: true,
  docs: {
    what: "A template expression in a values file, where the chart does not run the value through `tpl`.",
    why: "Helm does not render values files: the braces are read as YAML, or passed to the chart as text.",
    wrong: "image:\n  tag: {{ .Values.version }}",
    right: "image:\n  tag: v1.2.3",
  },
  check({ templates }) {
    const unrendered = templates.filter(({ isRendered }) => !isRendered);
    return unrendered.map(({ start, end }) => ({
      start,
      end,
      message: l10n.t(
        "Helm does not render values files, so this template is not replaced. Write the value itself.",
      ),
    }));
  },
};
