import * as l10n from "@vscode/l10n";
import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { targetOf } from "../files/select-values.ts";
import { history, installedValues } from "../helm/inspect.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { comparableYaml } from "../manifests/comparable-yaml.ts";
import { readYaml } from "../manifests/yaml.ts";
import type { Operation } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { Choice } from "../ports/editor.ts";
import { chooseRelease } from "../release/choose-release.ts";
import { revisionChoice } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import { type Comparing, compareTitle, comparisonTitle } from "./compare-values.ts";

/** Offers the values of a revision in the cluster. Nothing is contacted before that is picked. */
export function clusterChoices(): readonly Choice<Comparing>[] {
  return [{ label: `$(cloud) ${l10n.t("A revision in the cluster...")}`, value: compareWithCluster }];
}

/** Both sides are written with their keys in one order: Helm knows that of the chart no more. */
async function compareWithCluster(operation: Operation, of: ValuesOf): Promise<void> {
  await operation.needTrust();
  const at = await releaseOf(operation, of);
  operation.about({ at, release: at, doing: l10n.t("reading the values") });
  const { revision, isNewest } = await chosenRevision(operation, at);
  const [installed, { text }] = await operation.read(
    l10n.t("Reading the values of {0} in {1}", at.release, at.context),
    (step) =>
      Promise.all([
        step.call(installedValues(at, revision)),
        step.server.effectiveValues({ of, form: "plain" }),
      ]),
  );
  const name = isNewest
    ? l10n.t("{0} in {1}", at.release, at.context)
    : l10n.t("{0} in {1}, revision {2}", at.release, at.context, revision);
  const pair = {
    name: at.release,
    before: comparableYaml(installed),
    after: comparableYaml(readYaml(text)[0]),
  };
  await operation.pages.compare(comparisonTitle(name, of), [pair]);
}

/** The revision that the person picks, if there are several. */
async function chosenRevision(operation: Operation, at: ReleaseRef) {
  const revisions = await operation.read(
    l10n.t("Reading the history of {0} in {1}", at.release, at.context),
    async (step) => {
      const found = await step.call(history(at));
      return found.length > 0 ? found : refuseNone(step, at);
    },
  );
  const choices = revisions.map((state, index) =>
    revisionChoice(state, { revision: state.revision, isNewest: index === 0 }),
  );
  const [only] = choices;
  if (only !== undefined && choices.length === 1) return only.value;
  const placeholder = l10n.t("Select a revision of {0} in {1}", at.release, at.context);
  return answered(await operation.prompts.pick(choices, compareTitle(), placeholder));
}

async function releaseOf(operation: Operation, of: ValuesOf): Promise<ReleaseRef> {
  if ("uri" in of) return chooseRelease(operation, compareTitle(), of.uri);
  const releases = await operation.server.releases();
  const release = releases.find(({ id }) => id === of.release);
  const target = await targetOf(operation, { name: of.release, ...(release && { release }) });
  return { ...target, release: release?.name ?? of.release };
}
