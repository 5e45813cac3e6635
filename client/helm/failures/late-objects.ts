import * as l10n from "@vscode/l10n";
import { listed } from "../../texts/sentence-parts.ts";

/**
 * A sentence about the objects or the hook that Helm waited for in vain. Helm 4 names them: `resource Deployment/namespace/name
 * not ready. status: ..., message: ...`.
 */
export function lateText(error: string): string {
  const late = Array.from(
    error.matchAll(/resource (\w+)\/[^\s/]+\/([^\s/]+) not ready\. status: /g),
    ([, kind, name]) => `${kind} ${name}`,
  );
  const hook = /failed ((?:pre|post)-\w+)/.exec(error)?.[1];
  if (hook !== undefined) return l10n.t("A {0} hook of the chart did not finish in time.", hook);
  return late.length === 0
    ? l10n.t("The objects of the release did not become ready in time.")
    : l10n.t("{0} did not become ready in time.", listed(late));
}
