import assert from "node:assert/strict";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import { WHOLE_TEXT } from "../../../server/core/rules/precedence.ts";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
import { analyse, engine } from "./engine.ts";

const SEVERITY_NAMES: Record<DiagnosticSeverity, string> = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "information",
  [DiagnosticSeverity.Hint]: "hint",
};

const ANNOTATION = /^( *)(\^+) (\w+\[[\w-]+\]) ?(.*)$/;

interface Expected {
  readonly at: string;
  readonly head: string;
  readonly message: string;
}

/** What is wrong in a text. */
export function diagnosticsOf(
  text: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<Diagnostic[]> {
  return engine.diagnostics(analyse(text, kind, chart));
}

/**
 * A text has exactly the diagnostics of its annotation lines. Such a line is below the line that it is about: carets
 * under the range, then `severity[code]`, then the beginning of the message, or nothing.
 * Rules about what a text lacks as a whole are ignored unless an annotation names them.
 */
export async function checkDiagnostics(
  annotated: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<void> {
  const lines: string[] = [];
  const expected: Expected[] = [];
  for (const line of annotated.split("\n")) {
    const match = ANNOTATION.exec(line.replace(/\r$/, ""));
    if (!match) lines.push(line);
    else {
      const [, blanks = "", carets = "", head = "", message = ""] = match;
      const start = blanks.length;
      expected.push({ at: `${lines.length}:${start}-${start + carets.length}`, head, message });
    }
  }
  const left = WHOLE_TEXT.filter((code) => !expected.some(({ head }) => head.includes(`[${code}]`)));
  const found = (await diagnosticsOf(lines.join("\n"), kind, chart))
    .filter(({ code }) => !left.includes(String(code)))
    .map((diagnostic): Expected => {
      const { start, end } = diagnostic.range;
      assert.equal(diagnostic.source, "cap-operator");
      return {
        at: `${start.line + 1}:${start.character}-${end.line === start.line ? end.character : `${end.line + 1}:${end.character}`}`,
        head: `${diagnostic.severity ? SEVERITY_NAMES[diagnostic.severity] : "none"}[${diagnostic.code}]`,
        message: messageOf(diagnostic),
      };
    });
  const shown = found.map((one, index) => {
    const beginning = expected[index]?.message ?? one.message;
    return {
      ...one,
      message: one.message.startsWith(beginning) ? beginning : one.message,
    };
  });
  assert.deepEqual(shown, expected);
}

/** A text has no diagnostics, apart from those of rules about what it lacks as a whole. */
export async function checkNoDiagnostics(
  text: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<void> {
  const found = await diagnosticsOf(text, kind, chart);
  assert.deepEqual(
    found
      .filter(({ code }) => !WHOLE_TEXT.includes(String(code)))
      .map(({ code, message }) => `${code}: ${message}`),
    [],
  );
}

function messageOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}
