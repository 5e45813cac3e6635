import * as l10n from "@vscode/l10n";
import { complaintAbout } from "../../ownership/unknown-comment.ts";
import type { DocumentKind } from "../../wire/documents.ts";
import { findModeline, type Modeline, meantModeline } from "../../yaml/modeline.ts";
import type { Fix, Rule } from "../engine/rule.ts";

export const rule: Rule = {
  code: "unknown-comment",
  severity: "warning",
  onAnyLine: true,
  docs: {
    what: "The comment `# cap-operator: ...` at the top of the file, or a part of it, is not recognized.",
    why: "What is not recognized has no effect: the chart or version that the comment is meant to name is not the one that the file is checked for.",
    fix: "Writes the comment that is most likely meant.",
  },
  check({ analysis: { file, roots }, root }) {
    const modeline = root === roots[0] ? findModeline(file.text) : undefined;
    const message = modeline && complaintAbout(modeline);
    if (modeline === undefined || message === undefined) return [];
    const { start, end } = modeline;
    return [{ start, end, message, fixes: () => fixesOf(modeline, root.kind, file.text.length) }];
  },
};

/** Parts without a meaning are dropped; only a person knows if that is right. */
function fixesOf(modeline: Modeline, kind: DocumentKind, length: number): Fix[] {
  if (modeline.isCut) return [];
  const { start, end } = modeline;
  const { meaning = kind, options, dropped } = meantModeline(modeline);
  const text = [`# cap-operator: ${meaning}`, ...options].join(" ");
  return [
    {
      title: l10n.t('Change to "{0}"', text),
      edits: [{ start, end, text }],
      preferred: dropped.length === 0,
      // Only then, the file is checked for the intended chart.
      reveals: { start: 0, end: length },
    },
  ];
}
