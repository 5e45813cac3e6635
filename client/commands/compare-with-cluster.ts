import * as l10n from "@vscode/l10n";
import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { targetOf } from "../files/select-values.ts";
import { installedValues } from "../helm/inspect.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { comparableYaml } from "../manifests/comparable-yaml.ts";
import { readYaml } from "../manifests/yaml.ts";
import type { Operation } from "../operation/operation.ts";
import type { Choice } from "../ports/editor.ts";
import { chooseRelease } from "../release/choose-release.ts";
import { type Comparing, comparisonTitle } from "./compare-values.ts";

/** Offers the values of the revision in the cluster. Nothing is contacted before that is picked. */
export function clusterChoices(): readonly Choice<Comparing>[] {
  return [{ label: `$(cloud) ${l10n.t("The revision in the cluster...")}`, value: compareWithCluster }];
}

/** Both sides are written with their keys in one order: Helm knows that of the chart no more. */
async function compareWithCluster(operation: Operation, of: ValuesOf): Promise<void> {
  await operation.needTrust();
  const at = await releaseOf(operation, of);
  operation.about({ at, release: at, doing: l10n.t("reading the values") });
  const [installed, { text }] = await operation.read(
    l10n.t("Reading the values of {0} in {1}", at.release, at.context),
    (step) =>
      Promise.all([step.call(installedValues(at)), step.server.effectiveValues({ of, form: "plain" })]),
  );
  const name = l10n.t("{0} in {1}", at.release, at.context);
  const pair = {
    name: at.release,
    before: comparableYaml(installed),
    after: comparableYaml(readYaml(text)[0]),
  };
  await operation.pages.compare(comparisonTitle(name, of), [pair]);
}

async function releaseOf(operation: Operation, of: ValuesOf): Promise<ReleaseRef> {
  if ("uri" in of) return chooseRelease(operation, l10n.t("CAP Operator: Compare Values"), of.uri);
  const releases = await operation.server.releases();
  const release = releases.find(({ id }) => id === of.release);
  const target = await targetOf(operation, { name: of.release, ...(release && { release }) });
  return { ...target, release: release?.name ?? of.release };
}
