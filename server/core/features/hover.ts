import * as l10n from "@vscode/l10n";
import type { Hover, Position } from "vscode-languageserver-types";
import { code, documentation, heading, literal } from "../schema/markdown.ts";
import { isOpen } from "../schema/model.ts";
import { declarationOf } from "../semantics/chart-places.ts";
import { declarationLink, effectiveMarkdown } from "../semantics/effective-markdown.ts";
import { originText } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import type { Semantics, WrittenSubject } from "../semantics/semantics.ts";
import type { Switch } from "../values/charts-below.ts";

/**
 * The documentation of the key or value at a position, and the effective value if another one is written. `null` if the schema knows nothing
 * about it.
 */
export function hover(semantics: Semantics, position: Position): Hover | null {
  const subject = subjectAt(semantics, position);
  const schema = subject?.schema;
  if (!subject || !schema) return dependencyHover(semantics, position);
  const { document, path } = subject;
  const link = document.schemas.docsLink(document.root.kind.name, path);
  const declared = document.root.kind.isMerged ? declarationOf(document.schemas, path) : undefined;
  const comment = document.schemas.commentOn(document.root.kind.name, path);
  return shownAt(subject, [
    heading(path, schema, comment),
    ...switchedOff(subject),
    ...effectiveMarkdown(subject),
    [
      documentation(path, schema, document.schema.root, link, comment),
      ...(declared ? [declarationLink(declared)] : []),
    ].join(" · "),
  ]);
}

/** The hover over the key of a dependency: the chart that the values are for, and the value that switches it off. */
function dependencyHover({ analysis, documents }: Semantics, position: Position): Hover | null {
  const offset = analysis.text.offsetAt(position);
  for (const { root, schemas, release } of documents) {
    const key = root.document.key?.keyNode;
    if (key === undefined || offset < key.offset || offset > key.offset + key.length) continue;
    const { switchedOff, stack } = release;
    const { name = "" } = stack.chart?.umbrella ?? {};
    const off = switchedOff && offText(switchedOff, release);
    const parts = [
      l10n.t("**{0}** · values of {1}", literal(key.value), literal(schemas.chart.name)),
      l10n.t("A dependency of the chart {0}.", literal(name)),
      ...(off === undefined ? [] : [off]),
    ];
    const range = analysis.range(key.offset, key.offset + key.length);
    return { contents: { kind: "markdown", value: parts.join("\n\n") }, range };
  }
  return null;
}

function offText({ path, origin }: Switch, { stack }: ReleaseValues): string {
  return l10n.t(
    "Switched off by {0} ({1}), so none of it is installed.",
    code(path),
    literal(originText(origin, stack).text),
  );
}

/** A sentence about the value that switches off the dependency whose values are at a place, in the first of the releases. */
function switchedOff({ document, path }: WrittenSubject): string[] {
  if (!document.root.kind.isMerged) return [];
  const { release } = document;
  const origin = release.offAt(path);
  return origin ? [offText(origin, release)] : [];
}

/** The hover with the overriding value only, for an editor in which another extension shows the rest; `null` if the value itself is effective. */
export function effectiveHover(semantics: Semantics, position: Position): Hover | null {
  const subject = subjectAt(semantics, position);
  const lines = subject ? effectiveMarkdown(subject) : [];
  return subject && lines.length > 0 ? shownAt(subject, lines) : null;
}

/** The place at a position, if the schema knows it. */
function subjectAt(semantics: Semantics, position: Position): WrittenSubject | undefined {
  const subject = semantics.at(semantics.analysis.text.offsetAt(position));
  return subject?.schema && !isOpen(subject.schema) ? subject : undefined;
}

function shownAt({ document, start, end }: WrittenSubject, parts: readonly string[]): Hover {
  return {
    contents: { kind: "markdown", value: parts.join("\n\n") },
    range: document.analysis.range(start, end),
  };
}
