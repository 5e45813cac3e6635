import * as l10n from "@vscode/l10n";
import { FILE_STATUS, RELEASES, type ReleaseSummary, type ValuesOf } from "../../server/lsp/protocol.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import { partedAddress } from "../texts/parted-address.ts";
import {
  addressAt,
  commandOwnFile,
  commandValuesFile,
  fileAt,
  inFront,
  ownFileChoices,
} from "./command-file.ts";
import { effectiveValuesAt } from "./effective-values-address.ts";
import { releaseChoices } from "./release-choices.ts";

/** The values that a command reads, and where they are to be installed. */
export interface SelectedValues {
  /** Absent for the chart's defaults alone. */
  readonly of?: ValuesOf;
  /** The name of the values in messages. */
  readonly name: string;
  /** The values file that is open, if it was read from one. */
  readonly uri?: string;
  readonly release?: ReleaseSummary;
}

function defaults(): SelectedValues {
  return { name: l10n.t("the chart's defaults") };
}

type ValuesChoice = () => Promise<SelectedValues>;

/**
 * The values that a command is to set: those of the release that has this values file, otherwise those of that file alone.
 * If there is no such file, the person picks one of the workspace or a new one. A new one starts from the chart's defaults, and
 * is also what is taken if the workspace has none.
 */
export async function valuesToFill(
  context: CommandContext,
  target: string | undefined,
  title: string,
): Promise<SelectedValues> {
  const file = await commandValuesFile(context, target);
  if (file !== undefined) return ofFile(context, file, title);
  const files = await fileChoices(context, title);
  if (files.length === 0) return defaults();
  const fresh: Choice<ValuesChoice> = {
    label: `$(new-file) ${l10n.t("New Values File")}`,
    value: async () => defaults(),
  };
  const way = answered(
    await context.prompts.pick([...files, fresh], title, l10n.t("Select the values file to fill in")),
  );
  return way();
}

/**
 * The values to show. They are found in the same way, but without such a file the person picks a release, a file, or the
 * defaults.
 */
export async function anyValues(
  context: CommandContext,
  target: string | undefined,
  title: string,
): Promise<SelectedValues> {
  const file = await commandValuesFile(context, target);
  if (file !== undefined) return ofFile(context, file, title);
  const ways = [
    ...choicesOfReleases(await context.server.ask(RELEASES, {})),
    ...(await fileChoices(context, title)),
  ];
  if (ways.length === 0) return defaults();
  const onlyDefaults: Choice<ValuesChoice> = {
    label: `$(file) ${l10n.t("The chart's defaults")}`,
    detail: l10n.t("without values of your own"),
    value: async () => defaults(),
  };
  const placeholder = l10n.t("Select the values to check for");
  const way = answered(await context.prompts.pick([...ways, onlyDefaults], title, placeholder));
  return way();
}

/** The cluster and the namespace in which these values are to be installed. */
export async function targetOf(context: CommandContext, { release }: SelectedValues): Promise<ClusterTarget> {
  const { kubeContext, namespace } = release ?? {};
  return resolveTarget(context, {
    context: kubeContext,
    namespace,
  });
}

/**
 * The values of the release that has the file, otherwise of the file alone. If several releases have it, the person picks one, or
 * the file alone if `offersAlone`.
 */
async function ofFile(
  context: CommandContext,
  { uri, name }: ActiveFile,
  title: string,
  offersAlone = false,
): Promise<SelectedValues> {
  const alone = { of: { uri }, name, uri };
  const releases = await context.server.ask(RELEASES, { uri });
  const [only] = releases;
  if (only === undefined) return alone;
  if (releases.length === 1) return ofRelease(only, uri);
  const aloneChoice: Choice<ValuesChoice> = {
    label: `$(file) ${l10n.t("{0} alone", name)}`,
    detail: l10n.t("this file merged with the chart's defaults"),
    value: async () => alone,
  };
  const choices = [...choicesOfReleases(releases, uri), ...(offersAlone ? [aloneChoice] : [])];
  const placeholder = l10n.t("{0} belongs to {1} releases: select one", name, releases.length);
  const way = answered(await context.prompts.pick(choices, title, placeholder));
  return way();
}

function choicesOfReleases(releases: readonly ReleaseSummary[], uri?: string): Choice<ValuesChoice>[] {
  const byId = new Map(releases.map((release) => [release.id, release]));
  return releaseChoices(releases).flatMap((choice) => {
    const release = byId.get(choice.value);
    return release === undefined ? [] : [{ ...choice, value: async () => ofRelease(release, uri) }];
  });
}

async function fileChoices(context: CommandContext, title: string): Promise<Choice<ValuesChoice>[]> {
  const files = await ownFileChoices(context, ["values"]);
  return files.map((choice) => ({
    ...choice,
    value: async () => ofFile(context, await inFront(context, choice.value), title),
  }));
}

function ofRelease(release: ReleaseSummary, uri?: string): SelectedValues {
  return {
    of: { release: release.id },
    name: l10n.t("the release {0}", release.id),
    uri,
    release,
  };
}

/**
 * The effective values that a command is about: those of the named or active view, otherwise those that the
 * values file belongs to. If there is no such file, the person picks a release, or a file if there are no releases.
 */
export async function chosenValues(
  context: CommandContext,
  target: string | undefined,
  title: string,
): Promise<ValuesOf> {
  const shown = shownValues(context, target) ?? (await embeddedValues(context, target, title));
  if (shown !== undefined) return shown;
  const file = await commandValuesFile(context, target);
  return file === undefined ? valuesOfAnyRelease(context, target, title) : valuesWith(context, file, title);
}

/**
 * Values in a document of another product: those at a place that is named, or in the active file; if that has several, the person picks some.
 * `undefined` if it has none.
 */
async function embeddedValues(
  context: CommandContext,
  target: string | undefined,
  title: string,
): Promise<ValuesOf | undefined> {
  if (target !== undefined && partedAddress(target).place !== undefined) return { uri: target };
  const file = fileAt(context, target);
  if (!file?.isYaml) return undefined;
  const { embedded = [] } = await context.server.ask(FILE_STATUS, { uri: file.uri });
  const choices = embedded.map(({ place, address, product, chart }) => ({
    label: place,
    description: product,
    ...(chart && { detail: chart.name }),
    value: { uri: address },
  }));
  const [only, ...others] = choices;
  if (only === undefined || others.length === 0) return only?.value;
  return answered(await context.prompts.pick(choices, title, l10n.t("Select the values in {0}", file.name)));
}

/** The effective values that the named or active view shows. */
export function shownValues(context: CommandContext, target: string | undefined): ValuesOf | undefined {
  return effectiveValuesAt(addressAt(context, target) ?? "");
}

async function valuesWith(context: CommandContext, file: ActiveFile, title: string): Promise<ValuesOf> {
  const { of: values } = await ofFile(context, file, title, true);
  return values ?? { uri: file.uri };
}

async function valuesOfAnyRelease(
  context: CommandContext,
  target: string | undefined,
  title: string,
): Promise<ValuesOf> {
  const releases = await context.server.ask(RELEASES, {});
  if (releases.length > 0) {
    const picked = await context.prompts.pick(releaseChoices(releases), title, l10n.t("Select a release"));
    return { release: answered(picked) };
  }
  const selected = await commandOwnFile(context, target, ["values"]);
  return valuesWith(context, selected.file, title);
}
