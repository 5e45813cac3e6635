import type { Diagnostic } from "vscode-languageserver-types";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { analyse, engine } from "./engine.ts";

/** Analyses a text and returns its diagnostics. */
export function diagnosticsOf(
  text: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<Diagnostic[]> {
  return engine.diagnostics(analyse(text, kind, chart));
}
