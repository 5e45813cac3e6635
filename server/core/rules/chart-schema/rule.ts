import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import type { Violation } from "../../schema/own-schema/own-schema.ts";
import { oneLine } from "../../semantics/origin-text.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { cut } from "../../yaml/shown.ts";
import type { Path, YamlNode } from "../../yaml/tree.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";

const LONGEST_MESSAGE = 160;

export const rule: Rule = {
  code: "chart-schema",
  severity: "error",
  proven: true,
  onAnyLine: true,
  docs: {
    what: "The schema of the local chart (`values.schema.json`) does not allow the value, or the schema cannot be evaluated.",
    why: "Helm checks the merged values against the chart's own schema and installs nothing that does not fit.",
  },
  check(context) {
    return context.violations.flatMap((violation) => violationFinding(context, violation));
  },
};

function violationFinding(context: RuleContext, { path, message, isAboutSchema }: Violation): Finding[] {
  const { document, root } = context;
  const node = markAt(document, path) ?? root.document.key?.keyNode;
  const given = document.release.given(path);
  // A value of another source is reported there.
  if (given && given.origin.kind !== "chart-default" && !document.isHere(given.origin)) return [];
  if (isAboutSchema) return [{ ...rangeOf(node ?? { offset: root.document.start, length: 0 }), message }];
  const complaint = cut(oneLine(message), LONGEST_MESSAGE);
  return [
    {
      ...rangeOf(node ?? { offset: root.document.start, length: 0 }),
      message:
        path.length === 0
          ? l10n.t("The chart's schema does not allow these values: {0}", complaint)
          : l10n.t('The chart\'s schema does not allow "{0}": {1}', cut(pathText(path), 80), complaint),
    },
  ];
}

/** The value at a path (its key, if it is more than a scalar) or, if it is not written, the deepest key on the way to it. */
function markAt(document: DocumentSemantics, path: Path): YamlNode | undefined {
  const { node, property } = document.at(path).nearest ?? {};
  const isScalar = node && node.type !== "object" && node.type !== "array" && node.length > 0;
  return isScalar ? node : (property?.keyNode ?? node);
}
