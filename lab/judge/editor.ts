import { DiagnosticSeverity } from "vscode-languageserver-types";
import { KINDS, rootsOf } from "../../server/core/kinds.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { StackChart } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { engine } from "../../test/core/support/engine.ts";
import type { JudgedCase } from "./cases.ts";

/** One problem or note that the editor shows. */
export interface Said {
  readonly code: string;
  readonly message: string;
}

/** The editor's findings in a file that the good file, from which it was made, does not have. */
export interface EditorVerdict {
  readonly errors: readonly Said[];
  readonly warnings: readonly Said[];
}

/** The editor's verdict on a file, for a person who uses this Helm. */
export async function editorVerdict({ base, text, helm }: JudgedCase): Promise<EditorVerdict> {
  const known = new Set((await saidOf(base, helm)).map(({ said }) => keyOf(said)));
  const found = (await saidOf(text, helm)).filter(({ said }) => !known.has(keyOf(said)));
  const withSeverity = (wanted: DiagnosticSeverity) =>
    found.filter(({ severity }) => severity === wanted).map(({ said }) => said);
  return {
    errors: withSeverity(DiagnosticSeverity.Error),
    warnings: withSeverity(DiagnosticSeverity.Warning),
  };
}

/** All that the editor shows of a file that is alone, with the chart that something other than the file names. */
export async function saidOf(text: string, helm: HelmMajor, chart: StackChart = {}) {
  const found = await engine.diagnostics(analysisOf(text, helm, chart));
  return found.map(({ code, message, severity }) => ({
    severity,
    said: { code: String(code), message: typeof message === "string" ? message : message.value },
  }));
}

/** The analysis of such a file. */
export function analysisOf(text: string, helm: HelmMajor, chart: StackChart): Analysis {
  const file = parseYaml(text);
  const roots = rootsOf(file, KINDS.values);
  return new Analysis("file:///values.yaml", 1, file, roots, [], helm, chart);
}

function keyOf({ code, message }: Said): string {
  return `${code} ${message}`;
}
