import type { ReleaseSummary, SetEntry, ValuesOf } from "../../server/lsp/protocol.ts";
import { fileName } from "../file-name.ts";
import { inFront } from "../files/active-file.ts";
import { ownFileChoices } from "../files/choose-file.ts";
import { fileAtHand } from "../files/file-at-hand.ts";
import type { InstallationSettings } from "../installation-ports.ts";
import type { ActiveFile, Choice, Ports } from "../ports.ts";
import { releaseChoices } from "../release/release-choices.ts";
import { savedNewFile, VALUES } from "./gate.ts";

/** What a person wants installed, before any program or cluster was asked. */
export interface Wanted {
  readonly release: string;
  readonly namespace: string;
  readonly context?: string;
  /** Each part of the chart counts by itself: a version that is written down, wherever the chart comes from. */
  readonly chart?: string;
  readonly version?: string;
  /** What the language server is asked about; absent where there is no values file. */
  readonly of?: ValuesOf;
  /** Addresses of the values files, in order. */
  readonly values: readonly string[];
  readonly sets: readonly SetEntry[];
  /** The values file that it was chosen by, saved by then: where the command begins when it runs again. */
  readonly from?: string;
}

/** How a person is told of the values. */
export function valuesName({ of }: Wanted): string {
  if (of === undefined) return "the chart's defaults, and what was entered";
  return "release" in of ? `the release ${of.release}` : fileName(of.uri);
}

/** A release as the settings write it down. */
export function wantedRelease(release: ReleaseSummary, settings: InstallationSettings): Wanted {
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
export function wantedAlone(settings: InstallationSettings, uri?: string): Wanted {
  return {
    release: settings.releaseName,
    namespace: settings.namespace,
    ...(uri !== undefined && { of: { uri }, from: uri }),
    values: uri === undefined ? [] : [uri],
    sets: [],
  };
}

/**
 * The release that has the values file at hand, else that file alone, saved first when it is new. Without one the person
 * picks a release, a file of the workspace, or the two required values are to be asked for: then it has no values files.
 */
export async function chooseWanted(
  ports: Ports,
  title: string,
  target: string | undefined,
): Promise<Wanted | undefined> {
  const at = await fileAtHand(ports, target, ["values"]);
  if (at?.status.kind === "values") return wantedOf(ports, title, at.file);
  const reason = at ? `${at.file.name} is not treated as a values file.` : "No values file is open.";
  return chooseWithoutFile(ports, title, reason);
}

async function wantedOf(ports: Ports, title: string, file: ActiveFile): Promise<Wanted | undefined> {
  const settings = ports.installationSettings();
  const uri = file.isUntitled ? await savedNewFile(ports, file, VALUES) : file.uri;
  if (uri === undefined) return undefined;
  const name = fileName(uri);
  const releases = await ports.server.releases(uri);
  const alone = wantedAlone(settings, uri);
  const [only] = releases;
  if (only === undefined) return alone;
  if (releases.length === 1) return { ...wantedRelease(only, settings), from: uri };
  const aloneChoice: Choice<Wanted> = {
    label: `$(file) ${name} alone`,
    description: settings.namespace,
    detail: `as the release ${settings.releaseName}, over the chart's defaults`,
    value: alone,
  };
  const placeholder = `${name} belongs to ${releases.length} releases: pick one`;
  const choices = [...wantedChoices(releases, settings), aloneChoice];
  const picked = await ports.prompts.pick(choices, title, placeholder);
  return picked && { ...picked, from: uri };
}

async function chooseWithoutFile(ports: Ports, title: string, reason: string): Promise<Wanted | undefined> {
  const settings = ports.installationSettings();
  const releases = wantedChoices(await ports.server.releases(), settings);
  const files = await ownFileChoices(ports, ["values"]);
  const choices: Choice<() => Promise<Wanted | undefined>>[] = [
    ...releases.map((choice) => ({ ...choice, value: async () => choice.value })),
    ...files.map((choice) => ({
      ...choice,
      value: async () => {
        const file = await inFront(ports, choice.value);
        return file && wantedOf(ports, title, file);
      },
    })),
    {
      label: "$(edit) Enter domain and DNS target",
      description: settings.namespace,
      detail: `as the release ${settings.releaseName}, with the two values that every installation needs`,
      value: async () => wantedAlone(settings),
    },
  ];
  const way = await ports.prompts.pick(choices, title, `${reason} Pick what to install`);
  return way?.();
}

/** Releases of the settings as a pick list shows them. */
export function wantedChoices(
  releases: readonly ReleaseSummary[],
  settings: InstallationSettings,
): Choice<Wanted>[] {
  const byId = new Map(releases.map((release) => [release.id, release]));
  return releaseChoices(releases).flatMap((choice) => {
    const release = byId.get(choice.value);
    return release === undefined ? [] : [{ ...choice, value: wantedRelease(release, settings) }];
  });
}
