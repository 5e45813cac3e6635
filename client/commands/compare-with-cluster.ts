import * as l10n from "@vscode/l10n";
import {
  type ClusterDocument,
  COMPARE_RENDERED,
  EFFECTIVE_VALUES,
  FILE_STATUS,
  RELEASES,
  type ValuesOf,
} from "../../server/lsp/protocol.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { addressAt } from "../files/command-file.ts";
import { renderedValuesAt } from "../files/rendered-address.ts";
import { chosenValues, targetOf } from "../files/select-values.ts";
import { saysNotFound } from "../helm/failure.ts";
import { getManifest, history, installedValues, setValuesOf } from "../helm/reading-commands.ts";
import { CHANGE_CONTEXT } from "../helm/recovery.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { get } from "../kubectl/calls.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { comparableYaml } from "../manifests/comparable-yaml.ts";
import { Manifest } from "../manifests/manifest.ts";
import { valueAt, withoutValue } from "../manifests/value-at.ts";
import { mapOf, readYaml, writeYaml } from "../manifests/yaml.ts";
import type { Operation } from "../operation/operation.ts";
import { answered, type Done, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { RunFailed } from "../operation/step.ts";
import type { Choice } from "../ports/editor.ts";
import { chooseRelease } from "../release/choose-release.ts";
import { drift } from "../release/drift.ts";
import { revisionChoice } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import { partedAddress } from "../texts/parted-address.ts";
import { type Comparing, compareTitle, comparisonTitle } from "./compare-values.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  compareWithCluster: {
    title: "Compare with Cluster...",
    does: "Compares the effective values with those of a revision of the release in the cluster. In the view of rendered objects, marks the lines that are not as in the revision, and shows on request what is no longer as in that revision in the cluster (drift). Of a `HelmRelease` of Flux, the release is the one that Flux makes of it. The values of an `Application` of Argo CD are compared with those that the `Application` in the cluster has, together with the values files of the workspace.",
    section: "Effective values",
    order: 85,
    needs: "Helm",
  },
};

/** Compares the effective values with those of a revision in the cluster. */
export const compareWithCluster = operation({
  id: "capOperator.compareWithCluster",
  needsTrust: true,
  async run(operation, target) {
    const rendered = renderedValuesAt(addressAt(operation, target) ?? "");
    if (rendered) return compareObjects(operation, rendered);
    await compare(operation, await chosenValues(operation, target, compareTitle()));
    return undefined;
  },
});

/** Offers the values of a revision in the cluster. Nothing is contacted before that is picked. */
export function clusterChoices(): readonly Choice<Comparing>[] {
  return [{ label: `$(cloud) ${l10n.t("A revision in the cluster...")}`, value: compare }];
}

/**
 * Both sides are written with their keys in one order: Helm knows that of the chart no more. A default of the installed chart is left
 * out where that of the chart of these values is known in words only: nothing tells that the two differ.
 */
async function compare(operation: Operation, values: ValuesOf): Promise<void> {
  await operation.needTrust();
  const known = "uri" in values ? await inCluster(operation, values.uri) : undefined;
  if (known && "resource" in known) return compareDocument(operation, values, known);
  const target = await releaseOf(operation, values, known);
  operation.about({ target, release: target, doing: l10n.t("reading the values") });
  const { revision, isNewest } = await chosenRevision(operation, target);
  const { installed, text, unknown } = await operation.read(
    l10n.t("Reading the values of {0} in {1}", target.release, target.context),
    async (step) => {
      const [installed, { text, described = [] }] = await Promise.all([
        step.call(installedValues(target, revision)),
        step.server.ask(EFFECTIVE_VALUES, { of: values, form: "plain" }),
      ]);
      const there = described.filter((path) => valueAt(installed, path) !== undefined);
      const set =
        there.length === 0 ? undefined : readYaml(await step.call(setValuesOf(target, revision)))[0];
      return { installed, text, unknown: there.filter((path) => valueAt(set, path) === undefined) };
    },
  );
  const compared = (all: unknown) => comparableYaml(unknown.reduce(withoutValue, all));
  const name = isNewest
    ? l10n.t("{0} in {1}", target.release, target.context)
    : l10n.t("{0} in {1}, revision {2}", target.release, target.context, revision);
  const pair = {
    name: target.release,
    before: compared(installed),
    after: compared(readYaml(text)[0]),
  };
  await operation.pages.compare(comparisonTitle(name, values), [pair]);
}

/** Marks in the view of rendered objects the differences from a revision in the cluster. */
async function compareObjects(operation: Operation, values: ValuesOf): Promise<Done> {
  await operation.needTrust();
  const known = "uri" in values ? await inCluster(operation, values.uri) : undefined;
  // Not translated: the name of a product, the only one that has a document in place of a release.
  if (known && "resource" in known) return refuseWithoutRelease("Argo CD");
  const target = await releaseOf(operation, values, known);
  operation.about({ target, release: target, doing: l10n.t("reading the objects") });
  const { revision } = await chosenRevision(operation, target);
  const manifest = await operation.read(
    l10n.t("Reading the objects of {0} in {1}", target.release, target.context),
    (step) => step.call(getManifest(target, revision)),
  );
  const name = l10n.t("revision {0} of {1} in {2}", revision, target.release, target.context);
  const { release, namespace } = target;
  await operation.server.ask(COMPARE_RENDERED, {
    of: values,
    revision: { name, release, namespace, manifest: Manifest.whole(manifest) },
  });
  await operation.editor.showRenderedObjects(values);
  const show = (next: Operation) => showDrift(next, target, manifest, name);
  return {
    message: l10n.t("The view is compared with {0}.", name),
    actions: [{ button: l10n.t("Show Drift"), go: () => operation.next(show) }],
  };
}

/** Shows how the live objects differ from a revision (drift). */
async function showDrift(operation: Operation, target: ReleaseRef, manifest: Manifest, name: string) {
  operation.about({ target, release: target, doing: l10n.t("comparing the objects") });
  const found = await operation.read(
    l10n.t("Comparing the objects of {0} in {1}", target.release, target.context),
    (step) => drift(step, target, manifest),
  );
  if (found.length === 0)
    return { message: l10n.t("The objects in {0} are as in {1}.", target.context, name) };
  await operation.pages.compare(l10n.t("{0} now ↔ {1}", target.context, name), found);
  return undefined;
}

function refuseWithoutRelease(product: string): never {
  return refuse(
    l10n.t("{0} keeps no Helm release in the cluster that these values can be compared with.", product),
  );
}

/** The same for a product that keeps no release: the document in the cluster takes the place of the one in Git. */
async function compareDocument(
  operation: Operation,
  values: ValuesOf,
  { resource, kind, name, namespace }: ClusterDocument,
): Promise<void> {
  const target = await resolveTarget(operation, { namespace });
  operation.about({ target, doing: l10n.t("reading the values") });
  const {
    live,
    installed,
    own: written,
  } = await operation.read(l10n.t("Reading the values of {0} in {1}", name, target.context), async (step) => {
    const [object] = await step.call(get(target, resource, { name })).catch((error: unknown) => {
      if (error instanceof RunFailed && saysNotFound(error.result)) return [];
      throw error;
    });
    if (object === undefined)
      return refuse(
        l10n.t("No {0} {1} found in the namespace {2} of {3}.", kind, name, namespace, target.context),
        "",
        {},
        [CHANGE_CONTEXT],
      );
    const live = documentText(object);
    const shown = { of: values, form: "plain" } as const;
    return {
      live,
      installed: await step.server.ask(EFFECTIVE_VALUES, { ...shown, live }),
      own: await step.server.ask(EFFECTIVE_VALUES, shown),
    };
  });
  if (installed.problem !== undefined) return refuse(installed.problem);
  const pair = {
    name,
    before: comparableYaml(readYaml(installed.text)[0]),
    after: comparableYaml(readYaml(written.text)[0]),
  };
  const title = live.includes("valueFiles:")
    ? l10n.t("{0} in {1} with the values files of the workspace", name, target.context)
    : l10n.t("{0} in {1}", name, target.context);
  await operation.pages.compare(comparisonTitle(title, values), [pair]);
}

/** A document of Argo CD without its status. Values that are not set are written as empty ones, so that they have a place. */
function documentText({ apiVersion, kind, metadata: { name, namespace }, spec }: ClusterObject): string {
  const withValues = (source: unknown) => {
    const helm = mapOf(mapOf(source).helm);
    const isSet = helm.valuesObject !== undefined || (helm.values ?? "") !== "";
    return { ...mapOf(source), helm: isSet ? helm : { ...helm, valuesObject: {} } };
  };
  const { source, sources } = mapOf(spec);
  return writeYaml({
    ...{ apiVersion, kind, metadata: { name, namespace } },
    spec: {
      ...mapOf(spec),
      ...(source !== undefined && { source: withValues(source) }),
      ...(Array.isArray(sources) && { sources: sources.map(withValues) }),
    },
  });
}

/** The revision that the person picks, if there are several. */
async function chosenRevision(operation: Operation, target: ReleaseRef) {
  const revisions = await operation.read(
    l10n.t("Reading the history of {0} in {1}", target.release, target.context),
    async (step) => {
      const found = await step.call(history(target));
      return found.length > 0 ? found : refuseNone(step, target);
    },
  );
  const choices = revisions.map((state, index) =>
    revisionChoice(state, { revision: state.revision, isNewest: index === 0 }),
  );
  const [only] = choices;
  if (only !== undefined && choices.length === 1) return only.value;
  const placeholder = l10n.t("Select a revision of {0} in {1}", target.release, target.context);
  return answered(await operation.prompts.pick(choices, compareTitle(), placeholder));
}

async function releaseOf(
  operation: Operation,
  values: ValuesOf,
  known: Awaited<ReturnType<typeof inCluster>>,
): Promise<ReleaseRef> {
  if (known && "release" in known) {
    const { release, namespace } = known;
    return { ...(await resolveTarget(operation, namespace === undefined ? {} : { namespace })), release };
  }
  if ("uri" in values) return chooseRelease(operation, compareTitle(), values.uri);
  const releases = await operation.server.ask(RELEASES, {});
  const release = releases.find(({ id }) => id === values.release);
  const target = await targetOf(operation, { name: values.release, release });
  return { ...target, release: release?.name ?? values.release };
}

/** The release or the document in the cluster that has the values of another product's document; `undefined` if unknown. */
async function inCluster(operation: Operation, address: string) {
  const { uri, place } = partedAddress(address);
  if (place === undefined) return undefined;
  const { embedded = [] } = await operation.server.ask(FILE_STATUS, { uri });
  const { product = "", inCluster: known } = embedded.find((part) => part.address === address) ?? {};
  if (known === "rendered") return refuseWithoutRelease(product);
  return known;
}
