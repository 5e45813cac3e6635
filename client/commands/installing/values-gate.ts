import type { ValuesOf, ValuesProblem } from "../../../server/lsp/protocol.ts";
import { fileName } from "../../file-name.ts";
import type { Ports } from "../../ports.ts";

/**
 * Stops at errors in the values, with the way to them; else gives the warnings. Nothing when the person has been told
 * that it cannot go on.
 */
export async function passGate(
  ports: Ports,
  of: ValuesOf | undefined,
): Promise<readonly ValuesProblem[] | undefined> {
  if (of === undefined) return [];
  const problems = await ports.server.problems(of);
  const errors = errorsAmong(problems);
  if (errors === undefined) return problems.filter(({ severity }) => severity === "warning");
  const showProblems = "Show Problems";
  const goToFirst = "Go to the First";
  const { first, found } = errors;
  const message = `CAP Operator: ${found} in the values, so nothing was started. ${problemLine(first)}`;
  const { uri, range } = first;
  const buttons = uri === undefined ? [showProblems] : [goToFirst, showProblems];
  const pressed = await ports.prompts.error(message, ...buttons);
  if (pressed === showProblems) await ports.editor.showProblems();
  if (pressed === goToFirst && uri !== undefined) await ports.editor.openAt(uri, range);
  return undefined;
}

/** The first error, and how many there are as a part of a sentence; nothing where there is none. */
export function errorsAmong(
  problems: readonly ValuesProblem[],
): { readonly first: ValuesProblem; readonly found: string } | undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return undefined;
  return { first, found: errors.length === 1 ? "there is an error" : `there are ${errors.length} errors` };
}

/** A problem in one line, with the file and the line where it is. */
export function problemLine({ uri, range, message }: ValuesProblem): string {
  if (uri === undefined) return message;
  const line = range === undefined ? "" : `:${range.start.line + 1}`;
  return `${fileName(uri)}${line}: ${message}`;
}
