import * as l10n from "@vscode/l10n";
import { readEvents, type WarningEvent } from "../cluster/events.ts";
import { type ListedRelease, list } from "../helm/reading-commands.ts";
import { CHANGE_CONTEXT, RETRY } from "../helm/recovery.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { type ComponentState, readComponents } from "../kubectl/components.ts";
import type { Reading } from "../kubectl/reading.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { refuse } from "../operation/outcome.ts";
import { blocks, lines, type Markdown, md, table } from "../texts/markdown.ts";
import { listed } from "../texts/sentence-parts.ts";
import { isPending, releaseState, whenText } from "./release-state.ts";

/** Shows the current state of this release. If it does not exist, the message names those that do. */
export async function showStatusOf(operation: Operation, target: ReleaseRef): Promise<void> {
  const { release, components } = await operation.read(
    l10n.t("Reading {0} in {1}", target.release, target.context),
    async (step) => ({
      release: (await releaseState(step, target)) ?? (await refuseNone(step, target)),
      components: await step.ask(target, readComponents(target)),
    }),
  );
  const text = statusPage(target, release, components);
  const name = l10n.t("Status of {0} in {1}", target.release, target.context);
  await operation.pages.showMarkdown({ name, text, about: releaseAddress(target) });
}

/** Reports that there is no such release, and which ones exist. If one of this name is in another namespace, the command can start again there. */
export async function refuseNone(step: Step, target: ReleaseRef): Promise<never> {
  const sentence = l10n.t(
    "No release {0} found in the namespace {1} of {2}.",
    target.release,
    target.namespace,
    target.context,
  );
  const all = await listedIn(step, target);
  const elsewhere = all.filter(
    ({ name, namespace }) => name === target.release && namespace !== target.namespace,
  );
  const [only] = elsewhere;
  if (only !== undefined && elsewhere.length === 1) {
    const { namespace } = only;
    const [retryAs, from] = [l10n.t("Use {0}", namespace), releaseAddress({ ...target, namespace })];
    const next = l10n.t("It is in the namespace {0}.", namespace);
    return refuse(sentence, next, { tone: "info", retryAs, from }, [RETRY]);
  }
  if (elsewhere.length > 1) {
    const namespaces = listed(elsewhere.map(({ namespace }) => namespace));
    const next = l10n.t("It is in the namespaces {0} (capOperator.namespace).", namespaces);
    const actions = [openSettings(step, "capOperator.namespace")];
    return refuse(sentence, next, { tone: "info", actions }, [CHANGE_CONTEXT]);
  }
  const inNamespace = all.filter(({ namespace }) => namespace === target.namespace);
  return refuse(sentence, releasesText(inNamespace), { tone: "info" }, [CHANGE_CONTEXT]);
}

/** The releases of all namespaces, or of this one if the person may see no others. Empty if they cannot be listed. */
async function listedIn(step: Step, target: ReleaseRef): Promise<readonly ListedRelease[]> {
  const inNamespace = () => step.call(list(target)).catch((): readonly ListedRelease[] => []);
  return step.call(list(target, { allNamespaces: true })).catch(inNamespace);
}

function releasesText(releases: readonly ListedRelease[]): string {
  if (releases.length === 0) return l10n.t("The namespace contains no releases.");
  const names = releases.map(({ name, status }) => `${name} (${status})`).join(", ");
  return l10n.t("The namespace contains: {0}.", names);
}

/** A release and its components as a page. */
function statusPage(
  target: ReleaseRef,
  release: ReleaseState,
  components: Reading<readonly ComponentState[]>,
): Markdown {
  const facts = table(
    [l10n.t("Release"), target.release],
    [
      [l10n.t("Status"), `${release.status} (${release.description})`],
      [l10n.t("Revision"), l10n.t("{0}, of {1}", release.revision, whenText(release))],
      [l10n.t("Chart"), release.chart],
      [l10n.t("App version"), release.appVersion],
      [l10n.t("Context"), target.context],
      [l10n.t("Server"), target.server],
      [l10n.t("Namespace"), target.namespace],
    ],
  );
  return blocks(
    md`# ${target.release}`,
    ...advice(release),
    facts,
    md`## ${l10n.t("Components")}`,
    ...componentParts(components),
  );
}

function advice(release: ReleaseState): Markdown[] {
  if (isPending(release)) {
    return [
      md`**${l10n.t("Helm does not change a release that is {0}.", release.status)}** ${l10n.t("Either someone is working on it right now, or Helm was stopped before it finished. To resolve this, run CAP Operator: Upgrade CAP Operator...")}`,
    ];
  }
  if (release.status !== "failed") return [];
  return [
    md`**${l10n.t("The newest revision failed.")}** ${l10n.t("Part of it may be in the cluster. To go back to a revision that ran, run CAP Operator: Roll Back...; to try again, run CAP Operator: Upgrade CAP Operator...")}`,
  ];
}

/** Components with their obstacles, as parts of a page. */
function componentParts(components: Reading<readonly ComponentState[]>): Markdown[] {
  if ("unread" in components) return [md`${l10n.t("Not checked: {0}", components.unread)}`];
  if (components.answer.length === 0)
    return [md`${l10n.t("No deployment of this release found in the namespace.")}`];
  const rows = components.answer.map(({ name, ready, desired, restarts, image = "" }) => [
    name,
    l10n.t("{0} of {1}", ready, desired),
    String(restarts),
    image,
  ]);
  const troubles = components.answer.flatMap(({ name, troubles }) =>
    troubles.map((trouble) => md`- ${name}: ${trouble}`),
  );
  return [
    table([l10n.t("Component"), l10n.t("Ready"), l10n.t("Restarts"), l10n.t("Image")], rows),
    ...(troubles.length === 0 ? [] : [lines(troubles)]),
  ];
}

/**
 * Parts of a page with the components that were not ready when a change of their release failed, and with the cluster's warnings.
 */
export async function failureReport(
  operation: Operation,
  target: ReleaseRef,
  unready: readonly ComponentState[],
): Promise<readonly Markdown[]> {
  const title = l10n.t("Reading events in {0}", target.namespace);
  const events = await operation.read(title, (step) => step.ask(target, readEvents(target)));
  return [
    ...(unready.length === 0
      ? []
      : [md`## ${l10n.t("Components that were not ready")}`, ...componentParts({ answer: unready })]),
    md`## ${l10n.t("Events")}`,
    "unread" in events ? md`${l10n.t("Not checked: {0}", events.unread)}` : eventTable(events.answer, target),
  ];
}

/**
 * The events of objects whose name contains that of the release, as charts usually name them; if there are none, those of the
 * whole namespace.
 */
function eventTable(events: readonly WarningEvent[], { namespace, release }: ReleaseRef): Markdown {
  const related = events.filter(({ object }) => object.includes(release));
  const shown = related.length > 0 ? related : events;
  if (shown.length === 0) return md`${l10n.t("No warnings found in {0}.", namespace)}`;
  return table(
    [l10n.t("Time"), l10n.t("Object"), l10n.t("Reason"), l10n.t("Message")],
    shown.map(({ time, object, reason, message }) => [time, object, reason, message]),
  );
}
