import * as l10n from "@vscode/l10n";
import { isRead } from "../../values/helm-documents.ts";
import type { YamlDocument } from "../../yaml/tree.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";

export const rule: Rule = {
  code: "extra-document",
  severity: "warning",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "A values file has more than one document. Helm 3 reads only the first one. Helm 4 merges them, and later ones win; with Helm 4 this is only informational.",
    why: "Helm 3 silently ignores everything after the first document. The setting `capOperator.helmVersion` selects the Helm version.",
  },
  check(context) {
    const { analysis, root } = context;
    if (root !== analysis.firstValues) return [];
    const [, ...others] = analysis.file.documents;
    return others
      .filter(({ root: content }) => content !== undefined && content.length > 0)
      .map((document) => finding(context, document));
  },
};

function finding({ analysis: { file, helm } }: RuleContext, document: YamlDocument): Finding {
  const place = placeOf(file.text, document);
  if (isRead(file, document, helm)) {
    const message = l10n.t("Helm 4 merges this document with the ones above it. Helm 3 would ignore it.");
    return { ...place, message, severity: "information" };
  }
  if (isRead(file, document, 4)) {
    const message = l10n.t(
      "Helm 3 reads only the first document of a values file and ignores this one. Move the values you need above the `---`.",
    );
    return { ...place, message };
  }
  const message = l10n.t(
    "Helm ignores everything after the `...`. Remove that line if you need the values below it.",
  );
  return { ...place, message };
}

/** The `---` that a document begins with; without one, its first line. */
function placeOf(text: string, { start, root }: YamlDocument): { start: number; end: number } {
  if (text.startsWith("---", start)) return { start, end: start + 3 };
  const from = root?.offset ?? start;
  return { start: from, end: from + (/^[^\r\n]*/.exec(text.slice(from))?.[0].length ?? 0) };
}
