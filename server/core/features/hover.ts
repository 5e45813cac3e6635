import type { Hover, Position } from "vscode-languageserver-types";
import { documentation, heading } from "../schema/markdown.ts";
import { isOpen } from "../schema/model.ts";
import { declarationOf } from "../semantics/chart-places.ts";
import { declarationLink, effectiveMarkdown } from "../semantics/effective-markdown.ts";
import type { Semantics, WrittenSubject } from "../semantics/semantics.ts";

/**
 * What the schema says about the key or value at a position, and the effective value where that differs from what is written.
 * `null` if the schema knows nothing about it.
 */
export function hover(semantics: Semantics, position: Position): Hover | null {
  const subject = subjectAt(semantics, position);
  const schema = subject?.schema;
  if (!subject || !schema) return null;
  const { document, path } = subject;
  const link = semantics.schemas.docsLink(document.root.kind, path);
  const declared = document.root.kind === "values" ? declarationOf(semantics.schemas, path) : undefined;
  return shownAt(subject, [
    heading(path, schema),
    ...effectiveMarkdown(subject),
    [
      documentation(
        path,
        schema,
        document.schema.root,
        link,
        semantics.schemas.commentOn(document.root.kind, path),
      ),
      ...(declared ? [declarationLink(declared)] : []),
    ].join(" · "),
  ]);
}

/** Only what overrides a value, for an editor in which another extension shows the rest; `null` if the value itself is effective. */
export function effectiveHover(semantics: Semantics, position: Position): Hover | null {
  const subject = subjectAt(semantics, position);
  const lines = subject ? effectiveMarkdown(subject) : [];
  return subject && lines.length > 0 ? shownAt(subject, lines) : null;
}

/** The place at a position, if the schema says something about it. */
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
