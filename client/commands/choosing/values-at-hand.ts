import type { ReleaseSummary, ValuesOf } from "../../../server/lsp/protocol.ts";
import type { ClusterTarget } from "../../cluster/target.ts";
import type { Ports } from "../../ports.ts";
import { fileAt } from "./active-file.ts";
import { releaseChoices } from "./release-choices.ts";
import { resolveTarget } from "./resolve-target.ts";

/** The values that a command reads, and where they are to be installed. */
export interface ValuesAtHand {
  /** Absent: the chart's defaults alone. */
  readonly of?: ValuesOf;
  /** How a person is told of them. */
  readonly name: string;
  /** The values file that is open, if it was read from one. */
  readonly uri?: string;
  readonly release?: ReleaseSummary;
}

const DEFAULTS: ValuesAtHand = { name: "the chart's defaults" };

/**
 * The values of the named or active values file: of the release that it belongs to, else of the file alone. Of several
 * releases the person picks one; nothing when that is dismissed. Without a values file: the chart's defaults.
 */
export async function valuesAtHand(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand | undefined> {
  const file = fileAt(ports, target);
  if (!file?.isYaml || (await ports.server.fileStatus(file.uri)).kind !== "values") return DEFAULTS;
  const releases = await ports.server.releases(file.uri);
  const [only] = releases;
  if (only === undefined) return { of: { uri: file.uri }, name: file.name, uri: file.uri };
  if (releases.length === 1) return ofRelease(only, file.uri);
  const placeholder = `${file.name} belongs to ${releases.length} releases: pick one`;
  const picked = await ports.prompts.pick(releaseChoices(releases), title, placeholder);
  const release = releases.find(({ id }) => id === picked);
  return release && ofRelease(release, file.uri);
}

/** The same, but without a values file the person picks one of the releases, or the chart's defaults. */
export async function anyValues(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand | undefined> {
  const atHand = await valuesAtHand(ports, target, title);
  if (atHand !== DEFAULTS) return atHand;
  const releases = await ports.server.releases();
  if (releases.length === 0) return DEFAULTS;
  const choices = releaseChoices(releases).map((choice) => ({ ...choice, value: [choice.value] }));
  const defaults = { label: "$(file) The chart's defaults", detail: "without values of your own", value: [] };
  const picked = await ports.prompts.pick<string[]>(
    [...choices, defaults],
    title,
    "Pick the values to check for",
  );
  if (picked === undefined) return undefined;
  const release = releases.find(({ id }) => picked.includes(id));
  return release === undefined ? DEFAULTS : ofRelease(release);
}

/** Where these values are to be installed; nothing where that cannot be said, which the person is told. */
export async function targetOf(ports: Ports, { release }: ValuesAtHand): Promise<ClusterTarget | undefined> {
  const { kubeContext, namespace } = release ?? {};
  return resolveTarget(ports, {
    ...(kubeContext !== undefined && { context: kubeContext }),
    ...(namespace !== undefined && { namespace }),
  });
}

function ofRelease(release: ReleaseSummary, uri?: string): ValuesAtHand {
  return {
    of: { release: release.id },
    name: `the release ${release.id}`,
    ...(uri !== undefined && { uri }),
    release,
  };
}
