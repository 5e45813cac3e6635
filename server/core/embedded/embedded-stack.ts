import * as l10n from "@vscode/l10n";
import type { HelmMajor } from "../values/refusal.ts";
import {
  aloneStack,
  type ReleaseProblem,
  type ReleaseStack,
  type StackChart,
} from "../values/release-stack.ts";
import type { SetEntry } from "../values/set-entry.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { EmbeddedValues } from "./find.ts";

/** The stack of embedded values: over the defaults of the chart that their document names, and below the entries of it. */
export function embeddedStack(
  uri: string,
  around: YamlFile,
  file: YamlFile,
  { entries, isPartial, unknown }: EmbeddedValues,
  chart: StackChart,
  helm: HelmMajor,
): ReleaseStack {
  const stack = aloneStack(uri, file, helm, chart);
  const sets = entries.map(({ flag, text, at, ...place }): SetEntry => {
    return { flag, text, place: { ...place, name: at, uri, file: around } };
  });
  const problems = unknown.map(notKnown);
  return { ...stack, sets, problems, ...(isPartial && { isPartial: true }) };
}

function notKnown(path: string): ReleaseProblem {
  const message = l10n.t("The values of {0} are not known, so they are not included.", path);
  return { message, severity: "information" };
}
