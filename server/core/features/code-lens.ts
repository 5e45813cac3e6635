import * as l10n from "@vscode/l10n";
import type { Range } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";

/** An action for a values file as a whole. */
export type FileAction = "effective-values" | "compare-values" | "compare-cluster" | "install" | "preview";

/** An action, its title, and where it is offered. */
export interface FileLens {
  readonly action: FileAction;
  readonly title: string;
  readonly range: Range;
}

function titles(): readonly (readonly [FileAction, string])[] {
  return [
    ["effective-values", l10n.t("Effective values")],
    ["compare-values", l10n.t("Compare...")],
    ["compare-cluster", l10n.t("Compare with Cluster...")],
    ["install", l10n.t("Install...")],
    ["preview", l10n.t("Preview")],
  ];
}

/** The actions for a values file, above its first line. Only embedded values whose release in the cluster is known can be compared with it. */
export function codeLenses(analysis: Analysis, isInCluster = false): FileLens[] {
  if (!analysis.firstValues) return [];
  const { isEmbedded } = analysis.region;
  // Values that another product installs cannot be installed from here.
  const offered = titles().filter(
    ([action]) => (action !== "compare-cluster" || isInCluster) && (!isEmbedded || READING.includes(action)),
  );
  const { start } = isEmbedded ? analysis.range(holderOffset(analysis), holderOffset(analysis)) : TOP;
  return offered.map(([action, title]) => ({ action, title, range: { start, end: start } }));
}

const TOP = { start: { line: 0, character: 0 } };
const READING: readonly FileAction[] = ["effective-values", "compare-values", "compare-cluster"];

/** The offset of the key that holds embedded values. */
function holderOffset({ roots: [root] }: Analysis): number {
  return root?.document.key?.offset ?? root?.node?.offset ?? 0;
}
