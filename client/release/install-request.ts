import * as l10n from "@vscode/l10n";
import {
  FILE_STATUS,
  type FileStatus,
  RELEASES,
  type ReleaseSummary,
  type SetEntry,
  type ValuesOf,
} from "../../server/lsp/protocol.ts";
import { commandFile, inFront, ownFileChoices } from "../files/command-file.ts";
import { releaseChoices } from "../files/release-choices.ts";
import { releaseAt } from "../helm/release-address.ts";
import { SUBDOMAIN } from "../kubectl/calls.ts";
import { savedNewFile, VALUES } from "../operation/gate.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import type { InstallationSettings, NextStep } from "../ports/installation.ts";
import { fileName } from "../texts/file-name.ts";

/** An installation as a person wants it, before any program or cluster was asked. */
export interface InstallRequest {
  readonly release: string;
  readonly namespace: string;
  readonly context?: string;
  /** Chart and version are independent: a version applies wherever the chart comes from. */
  readonly chart?: string;
  readonly version?: string;
  readonly of?: ValuesOf;
  /** Addresses of the values files, in order. */
  readonly values: readonly string[];
  readonly sets: readonly SetEntry[];
  /** The saved values file that the request was chosen from: the command starts there if it is run again. */
  readonly from?: string;
}

function requestOf(release: ReleaseSummary, settings: InstallationSettings): InstallRequest {
  const { id, name, namespace, kubeContext, chart, version, values, sets } = release;
  return {
    release: name,
    namespace: namespace ?? settings.namespace,
    ...(kubeContext !== undefined && { context: kubeContext }),
    ...(chart !== undefined && { chart }),
    ...(version !== undefined && { version }),
    of: { release: id },
    values,
    sets,
  };
}

/** One values file, or none, under the release name of the settings. */
export function requestAlone(settings: InstallationSettings, uri?: string): InstallRequest {
  return {
    release: settings.releaseName,
    namespace: settings.namespace,
    ...(uri !== undefined && { of: { uri }, from: uri }),
    values: uri === undefined ? [] : [uri],
    sets: [],
  };
}

export function requestChoices(
  releases: readonly ReleaseSummary[],
  settings: InstallationSettings,
): Choice<InstallRequest>[] {
  const byId = new Map(releases.map((release) => [release.id, release]));
  return releaseChoices(releases).flatMap((choice) => {
    const release = byId.get(choice.value);
    return release === undefined ? [] : [{ ...choice, value: requestOf(release, settings) }];
  });
}

/**
 * The request of a preview, else of the release that a line of the view names, else of the release that the values file in use
 * belongs to, else of that file alone, saved first if it is new. If there is no such file, or it is only likely a values file,
 * the person picks a release, a file, or to be asked for the two required values. In the last case, the request has no values
 * files.
 */
export async function chooseRequest(
  context: CommandContext,
  title: string,
  target: string | undefined,
): Promise<InstallRequest> {
  const named = previewedAt(target) ?? (await namedPlan(context, target));
  if (named !== undefined) return named;
  const found = await commandFile(context, target, ["values"]);
  if (found === undefined)
    return chooseWithoutFile(context, title, l10n.t("No values file is open. Select what to install"));
  const { file, status } = found;
  if (status.kind !== "values") {
    return chooseWithoutFile(
      context,
      title,
      l10n.t("{0} is not treated as a values file. Select what to install", file.name),
    );
  }
  if (status.strength === "certain") return requestWith(context, title, file, status);
  // A file name alone must not lead to Helm getting the values of another product.
  return chooseWithoutFile(
    context,
    title,
    l10n.t("Nothing in {0} shows that it is for CAP Operator. Select what to install", file.name),
    file,
  );
}

async function requestWith(
  context: CommandContext,
  title: string,
  file: ActiveFile,
  { umbrella }: Pick<FileStatus, "umbrella"> = {},
): Promise<InstallRequest> {
  const settings = context.installationSettings();
  const uri = file.isUntitled ? await savedNewFile(context, file, VALUES) : file.uri;
  const name = fileName(uri);
  const releases = await context.server.ask(RELEASES, { uri });
  const alone = { ...requestAlone(settings, uri), ...chartAround(name, umbrella) };
  const [only] = releases;
  if (only === undefined) return alone;
  if (releases.length === 1) return { ...requestOf(only, settings), from: uri };
  const aloneChoice: Choice<InstallRequest> = {
    label: `$(file) ${l10n.t("{0} alone", name)}`,
    description: settings.namespace,
    detail: l10n.t("as the release {0}, with the chart's defaults", settings.releaseName),
    value: alone,
  };
  const placeholder = l10n.t("{0} belongs to {1} releases: select one", name, releases.length);
  const choices = [...requestChoices(releases, settings), aloneChoice];
  return { ...answered(await context.prompts.pick(choices, title, placeholder)), from: uri };
}

/** Values for a chart that brings the operator's along are installed with that chart: to the operator's own they would mean nothing. */
function chartAround(file: string, umbrella: FileStatus["umbrella"]): Pick<InstallRequest, "chart"> {
  if (umbrella === undefined) return {};
  if (umbrella.path !== undefined) return { chart: umbrella.path };
  return refuse(
    l10n.t(
      "{0} has values for the chart {1}, which is not on this machine as a folder or an archive.",
      file,
      umbrella.name,
    ),
    l10n.t("Name the chart in a release of capOperator.releases."),
  );
}

async function chooseWithoutFile(
  context: CommandContext,
  title: string,
  placeholder: string,
  likely?: ActiveFile,
): Promise<InstallRequest> {
  const settings = context.installationSettings();
  const releases = requestChoices(await context.server.ask(RELEASES, {}), settings);
  const files = (await ownFileChoices(context, ["values"])).filter(({ value }) => value !== likely?.uri);
  const choices: Choice<() => Promise<InstallRequest>>[] = [
    ...(likely === undefined ? [] : [likelyChoice(context, title, likely)]),
    ...releases.map((choice) => ({ ...choice, value: async () => choice.value })),
    ...files.map((choice) => ({
      ...choice,
      value: async () => {
        const picked = await inFront(context, choice.value);
        return requestWith(
          context,
          title,
          picked,
          await context.server.ask(FILE_STATUS, { uri: picked.uri }),
        );
      },
    })),
    {
      label: `$(edit) ${l10n.t("Enter domain and DNS target")}`,
      description: settings.namespace,
      detail: l10n.t(
        "as the release {0}, with the two values that every installation needs",
        settings.releaseName,
      ),
      value: async () => requestAlone(settings),
    },
  ];
  const way = answered(await context.prompts.pick(choices, title, placeholder));
  return way();
}

function likelyChoice(
  context: CommandContext,
  title: string,
  file: ActiveFile,
): Choice<() => Promise<InstallRequest>> {
  const value = () => requestWith(context, title, file);
  return { label: `$(file) ${file.name}`, description: l10n.t("a values file by its name only"), value };
}

/**
 * The release that a line of the view names, in the context where it was seen, with the settings about it; without
 * values if they do not mention it. Undefined if `target` names no release.
 */
export async function namedRelease(
  context: CommandContext,
  target: string | undefined,
): Promise<InstallRequest | undefined> {
  const seen = releaseAt(target);
  if (seen === undefined) return undefined;
  const settings = context.installationSettings();
  const plans = (await context.server.ask(RELEASES, {})).filter(
    ({ name, namespace = settings.namespace, kubeContext = seen.context }) =>
      name === seen.release && namespace === seen.namespace && kubeContext === seen.context,
  );
  // Prefer a release that names this context and namespace to one that relies on the defaults.
  const [plan] = plans.sort((a, b) => namedParts(b) - namedParts(a));
  return plan === undefined ? { ...seen, values: [], sets: [] } : { ...requestOf(plan, settings), ...seen };
}

function namedParts({ namespace, kubeContext }: ReleaseSummary): number {
  return (kubeContext === undefined ? 0 : 2) + (namespace === undefined ? 0 : 1);
}

/** The same for installing, which needs to know the values. If they are not known, the message explains where to specify them. */
async function namedPlan(
  context: CommandContext,
  target: string | undefined,
): Promise<InstallRequest | undefined> {
  const named = await namedRelease(context, target);
  if (named === undefined || named.of !== undefined) return named;
  const unknown = l10n.t(
    "No release in the settings names the values of {0} in the namespace {1} of {2}.",
    named.release,
    named.namespace,
    named.context ?? "",
  );
  const next = l10n.t("Describe it in capOperator.releases, or start from its values file.");
  return refuse(unknown, next, { tone: "info", actions: [openSettings(context, "capOperator.releases")] });
}

const PREVIEW_SCHEME = "cap-operator-preview:";

/** The next step after a preview: to install what it showed, in the given context. */
export function installAfterPreview(request: InstallRequest, context: string): NextStep {
  const pinned: InstallRequest = { ...request, context };
  return { way: "install", address: `${PREVIEW_SCHEME}${encodeURIComponent(JSON.stringify(pinned))}` };
}

/** The request that the preview at an address showed; undefined if `installAfterPreview` did not make the address. */
export function previewedAt(address: string | undefined): InstallRequest | undefined {
  if (!address?.startsWith(PREVIEW_SCHEME)) return undefined;
  return JSON.parse(decodeURIComponent(address.slice(PREVIEW_SCHEME.length)));
}

const LONGEST_RELEASE = 53;
const NAMESPACE = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LONGEST_NAMESPACE = 63;

/** Refuses names that Helm or Kubernetes refuse (Helm: chartutil.ValidateReleaseName; Kubernetes: RFC 1123 label). */
export function refuseBadNames(context: CommandContext, { release, namespace }: InstallRequest): void {
  const actions = [openSettings(context, "capOperator.releaseName")];
  if (release.length > LONGEST_RELEASE || !SUBDOMAIN.test(release)) {
    refuse(
      l10n.t(
        '"{0}" is not a valid release name: lowercase letters, digits, hyphens and dots, at most {1} characters, a letter or digit first and last.',
        release,
        LONGEST_RELEASE,
      ),
      "",
      { actions },
    );
  }
  if (namespace.length > LONGEST_NAMESPACE || !NAMESPACE.test(namespace)) {
    refuse(
      l10n.t(
        '"{0}" is not a valid namespace name: lowercase letters, digits and hyphens, at most {1} characters, a letter or digit first and last.',
        namespace,
        LONGEST_NAMESPACE,
      ),
      "",
      { actions },
    );
  }
}
