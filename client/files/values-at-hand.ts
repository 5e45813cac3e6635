import * as l10n from "@vscode/l10n";
import type { ReleaseSummary, ValuesOf } from "../../server/lsp/protocol.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import { effectiveValuesAt } from "./effective-values-address.ts";
import { addressAt, inFront, ownFileAtHand, ownFileChoices, valuesFileAtHand } from "./file-at-hand.ts";
import { releaseChoices } from "./release-choices.ts";

/** The values that a command reads, and where they are to be installed. */
export interface ValuesAtHand {
  /** Absent for the chart's defaults alone. */
  readonly of?: ValuesOf;
  /** What messages call them. */
  readonly name: string;
  /** The values file that is open, if it was read from one. */
  readonly uri?: string;
  readonly release?: ReleaseSummary;
}

function defaults(): ValuesAtHand {
  return { name: l10n.t("the chart's defaults") };
}

type Way = () => Promise<ValuesAtHand>;

/**
 * The values that a command is to set: those of the release that has the values file at hand, otherwise those of that file alone.
 * If there is no such file, the person picks one of the workspace or a new one. A new one starts from the chart's defaults, and
 * is also what is taken if the workspace has none.
 */
export async function valuesToFill(
  around: Surroundings,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand> {
  const file = await valuesFileAtHand(around, target);
  if (file !== undefined) return ofFile(around, file, title);
  const files = await waysToFiles(around, title);
  if (files.length === 0) return defaults();
  const fresh: Choice<Way> = {
    label: `$(new-file) ${l10n.t("New Values File")}`,
    value: async () => defaults(),
  };
  const way = answered(
    await around.prompts.pick([...files, fresh], title, l10n.t("Select the values file to fill in")),
  );
  return way();
}

/**
 * The values to look at. They are found in the same way, but without a file at hand the person picks a release, a file, or the
 * defaults.
 */
export async function anyValues(
  around: Surroundings,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand> {
  const file = await valuesFileAtHand(around, target);
  if (file !== undefined) return ofFile(around, file, title);
  const ways = [...waysToReleases(await around.server.releases()), ...(await waysToFiles(around, title))];
  if (ways.length === 0) return defaults();
  const onlyDefaults: Choice<Way> = {
    label: `$(file) ${l10n.t("The chart's defaults")}`,
    detail: l10n.t("without values of your own"),
    value: async () => defaults(),
  };
  const placeholder = l10n.t("Select the values to check for");
  const way = answered(await around.prompts.pick([...ways, onlyDefaults], title, placeholder));
  return way();
}

/** Where these values are to be installed. */
export async function targetOf(around: Surroundings, { release }: ValuesAtHand): Promise<ClusterTarget> {
  const { kubeContext, namespace } = release ?? {};
  return resolveTarget(around, {
    ...(kubeContext !== undefined && { context: kubeContext }),
    ...(namespace !== undefined && { namespace }),
  });
}

/** The values of the release that has the file, otherwise of the file alone. If several releases have it, the person picks one. */
async function ofFile(around: Surroundings, { uri, name }: ActiveFile, title: string): Promise<ValuesAtHand> {
  const releases = await around.server.releases(uri);
  const [only] = releases;
  if (only === undefined) return { of: { uri }, name, uri };
  if (releases.length === 1) return ofRelease(only, uri);
  const placeholder = l10n.t("{0} belongs to {1} releases: select one", name, releases.length);
  const way = answered(await around.prompts.pick(waysToReleases(releases, uri), title, placeholder));
  return way();
}

function waysToReleases(releases: readonly ReleaseSummary[], uri?: string): Choice<Way>[] {
  const byId = new Map(releases.map((release) => [release.id, release]));
  return releaseChoices(releases).flatMap((choice) => {
    const release = byId.get(choice.value);
    return release === undefined ? [] : [{ ...choice, value: async () => ofRelease(release, uri) }];
  });
}

async function waysToFiles(around: Surroundings, title: string): Promise<Choice<Way>[]> {
  const files = await ownFileChoices(around, ["values"]);
  return files.map((choice) => ({
    ...choice,
    value: async () => ofFile(around, await inFront(around, choice.value), title),
  }));
}

function ofRelease(release: ReleaseSummary, uri?: string): ValuesAtHand {
  return {
    of: { release: release.id },
    name: l10n.t("the release {0}", release.id),
    ...(uri !== undefined && { uri }),
    release,
  };
}

/**
 * The effective values that a command is about: those of the named or active view, otherwise those that the values file at hand
 * belongs to. If there is no such file, the person picks a release, or a file if there are no releases.
 */
export async function chosenValues(
  around: Surroundings,
  target: string | undefined,
  title: string,
): Promise<ValuesOf> {
  const shown = shownValues(around, target);
  if (shown !== undefined) return shown;
  const file = await valuesFileAtHand(around, target);
  return file === undefined ? valuesOfAnyRelease(around, target, title) : valuesWith(around, file, title);
}

/** The effective values that the named or active view shows. */
export function shownValues(around: Surroundings, target: string | undefined): ValuesOf | undefined {
  return effectiveValuesAt(addressAt(around, target) ?? "");
}

/** The values of the release that has a values file, otherwise of the file alone. If several releases have it, the person picks. */
async function valuesWith(around: Surroundings, file: ActiveFile, title: string): Promise<ValuesOf> {
  const alone = { uri: file.uri };
  const releases = await around.server.releases(file.uri);
  const [only] = releases;
  if (only === undefined) return alone;
  if (releases.length === 1) return { release: only.id };
  const choices = releaseChoices(releases).map((choice) => ({ ...choice, value: { release: choice.value } }));
  const aloneChoice = {
    label: `$(file) ${l10n.t("{0} alone", file.name)}`,
    detail: l10n.t("this file over the chart's defaults"),
    value: alone,
  };
  const placeholder = l10n.t("{0} belongs to {1} releases: select one", file.name, releases.length);
  return answered(await around.prompts.pick<ValuesOf>([...choices, aloneChoice], title, placeholder));
}

async function valuesOfAnyRelease(
  around: Surroundings,
  target: string | undefined,
  title: string,
): Promise<ValuesOf> {
  const releases = await around.server.releases();
  if (releases.length > 0) {
    const picked = await around.prompts.pick(releaseChoices(releases), title, l10n.t("Select a release"));
    return { release: answered(picked) };
  }
  const own = await ownFileAtHand(around, target, ["values"]);
  return valuesWith(around, own.file, title);
}
