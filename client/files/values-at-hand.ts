import type { ReleaseSummary, ValuesOf } from "../../server/lsp/protocol.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import type { ActiveFile, Choice, Ports } from "../ports.ts";
import { releaseChoices } from "../release/release-choices.ts";
import { inFront } from "./active-file.ts";
import { ownFileChoices } from "./choose-file.ts";
import { valuesFileAtHand } from "./file-at-hand.ts";

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

type Way = () => Promise<ValuesAtHand | undefined>;

/**
 * The values that a command is to set: of the release that has the values file at hand, else of that file alone. Without
 * one the person picks a file of the workspace or a new one, which begins with the chart's defaults, as it does where the
 * workspace has none. Nothing when a question is dismissed.
 */
export async function valuesToFill(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand | undefined> {
  const file = await valuesFileAtHand(ports, target);
  if (file !== undefined) return ofFile(ports, file, title);
  const files = await waysToFiles(ports, title);
  if (files.length === 0) return DEFAULTS;
  const fresh: Choice<Way> = { label: "$(new-file) New Values File", value: async () => DEFAULTS };
  const way = await ports.prompts.pick([...files, fresh], title, "Pick the values file to fill in");
  return way?.();
}

/** The values to look at: the same, but without a file at hand the person picks a release, a file, or the defaults. */
export async function anyValues(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand | undefined> {
  const file = await valuesFileAtHand(ports, target);
  if (file !== undefined) return ofFile(ports, file, title);
  const ways = [...waysToReleases(await ports.server.releases()), ...(await waysToFiles(ports, title))];
  if (ways.length === 0) return DEFAULTS;
  const defaults: Choice<Way> = {
    label: "$(file) The chart's defaults",
    detail: "without values of your own",
    value: async () => DEFAULTS,
  };
  const way = await ports.prompts.pick([...ways, defaults], title, "Pick the values to check for");
  return way?.();
}

/** Where these values are to be installed; nothing where that cannot be said, which the person is told. */
export async function targetOf(ports: Ports, { release }: ValuesAtHand): Promise<ClusterTarget | undefined> {
  const { kubeContext, namespace } = release ?? {};
  return resolveTarget(ports, {
    ...(kubeContext !== undefined && { context: kubeContext }),
    ...(namespace !== undefined && { namespace }),
  });
}

/** Of the release that has the file, else of the file alone; of several releases the person picks one. */
async function ofFile(
  ports: Ports,
  { uri, name }: ActiveFile,
  title: string,
): Promise<ValuesAtHand | undefined> {
  const releases = await ports.server.releases(uri);
  const [only] = releases;
  if (only === undefined) return { of: { uri }, name, uri };
  if (releases.length === 1) return ofRelease(only, uri);
  const placeholder = `${name} belongs to ${releases.length} releases: pick one`;
  const way = await ports.prompts.pick(waysToReleases(releases, uri), title, placeholder);
  return way?.();
}

function waysToReleases(releases: readonly ReleaseSummary[], uri?: string): Choice<Way>[] {
  const byId = new Map(releases.map((release) => [release.id, release]));
  return releaseChoices(releases).flatMap((choice) => {
    const release = byId.get(choice.value);
    return release === undefined ? [] : [{ ...choice, value: async () => ofRelease(release, uri) }];
  });
}

async function waysToFiles(ports: Ports, title: string): Promise<Choice<Way>[]> {
  const files = await ownFileChoices(ports, ["values"]);
  return files.map((choice) => ({
    ...choice,
    value: async () => {
      const file = await inFront(ports, choice.value);
      return file && ofFile(ports, file, title);
    },
  }));
}

function ofRelease(release: ReleaseSummary, uri?: string): ValuesAtHand {
  return {
    of: { release: release.id },
    name: `the release ${release.id}`,
    ...(uri !== undefined && { uri }),
    release,
  };
}
