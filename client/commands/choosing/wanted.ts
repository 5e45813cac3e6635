import type { ReleaseSummary, SetEntry, ValuesOf } from "../../../server/lsp/protocol.ts";
import { fileName } from "../../file-name.ts";
import type { ChartRef } from "../../helm/release.ts";
import type { InstallationSettings } from "../../installation-ports.ts";
import type { Choice, Ports } from "../../ports.ts";
import { fileAt } from "./active-file.ts";
import { releaseChoices } from "./release-choices.ts";

/** What a person wants installed, before any program or cluster was asked. */
export interface Wanted {
  readonly release: string;
  readonly namespace: string;
  readonly context?: string;
  readonly chart?: ChartRef;
  /** What the language server is asked about; absent where there is no values file. */
  readonly of?: ValuesOf;
  /** Addresses of the values files, in order. */
  readonly values: readonly string[];
  readonly sets: readonly SetEntry[];
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
    ...(chart !== undefined && { chart: { ref: chart, ...(version !== undefined && { version }) } }),
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
    ...(uri !== undefined && { of: { uri } }),
    values: uri === undefined ? [] : [uri],
    sets: [],
  };
}

/**
 * The release that has the values file, else the file alone; from anywhere else the person picks a release of the settings, or
 * the two required values are to be asked for: then it has no values files.
 */
export async function chooseWanted(
  ports: Ports,
  title: string,
  target: string | undefined,
): Promise<Wanted | undefined> {
  const settings = ports.installationSettings();
  const file = fileAt(ports, target);
  const status = file?.isYaml ? await ports.server.fileStatus(file.uri) : undefined;
  if (file === undefined || status?.kind !== "values") {
    const reason = reasonToAsk(file?.name, status);
    return chooseWithoutFile(ports, title, reason);
  }
  const releases = await ports.server.releases(file.uri);
  const alone = wantedAlone(settings, file.uri);
  const [only] = releases;
  if (only === undefined) return alone;
  if (releases.length === 1) return wantedRelease(only, settings);
  const aloneChoice: Choice<Wanted> = {
    label: `$(file) ${file.name} alone`,
    description: settings.namespace,
    detail: `as the release ${settings.releaseName}, over the chart's defaults`,
    value: alone,
  };
  const placeholder = `${file.name} belongs to ${releases.length} releases: pick one`;
  return ports.prompts.pick([...wantedChoices(releases, settings), aloneChoice], title, placeholder);
}

async function chooseWithoutFile(ports: Ports, title: string, reason: string): Promise<Wanted | undefined> {
  const settings = ports.installationSettings();
  const ask: Choice<Wanted> = {
    label: "$(edit) Enter domain and DNS target",
    description: settings.namespace,
    detail: `as the release ${settings.releaseName}, with the two values that every installation needs`,
    value: wantedAlone(settings),
  };
  const choices = [...wantedChoices(await ports.server.releases(), settings), ask];
  return ports.prompts.pick(choices, title, `${reason} Pick what to install`);
}

function reasonToAsk(name: string | undefined, status: { kind: string | null } | undefined): string {
  if (name === undefined) return "No values file is open.";
  return status?.kind === "operator"
    ? `${name} is an operator resource, which the manager reads and not the chart.`
    : `${name} is not treated as a values file.`;
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
