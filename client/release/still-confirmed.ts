import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import { changeOf } from "../cluster/resolve-target.ts";
import { changedFiles, type ValuesFile } from "../install/values-files.ts";
import type { ChartArchive } from "../installation-ports.ts";
import type { Ports } from "../ports.ts";
import { releaseState } from "./release-state.ts";

/** What was looked at when the person confirmed. */
export interface Confirmed {
  readonly at: ReleaseAt;
  readonly files?: readonly ValuesFile[];
  readonly archive?: ChartArchive;
  /** The release as it was; absent where there was none. */
  readonly release: ReleaseState | undefined;
}

/** One sentence on what is not as it was confirmed, asked right before running; nothing when all of it is. */
export async function changedSince(
  ports: Ports,
  { at, files = [], archive, release }: Confirmed,
): Promise<string | undefined> {
  const change = await changeOf(ports, at);
  if (change !== undefined) return change;
  const changed = await changedFiles(ports, files);
  if (changed.length > 0) return `${changed.join(", ")} changed on the disk meanwhile.`;
  if (archive !== undefined && !(await ports.charts.isIntact(archive))) {
    return "The chart that was kept for it is not the one that was shown.";
  }
  const now = await releaseState(ports, at);
  if (now?.revision === release?.revision && now?.status === release?.status) return undefined;
  return `${at.release} was changed meanwhile: ${stateText(release)} before, ${stateText(now)} now.`;
}

function stateText(state: ReleaseState | undefined): string {
  return state === undefined ? "not installed" : `revision ${state.revision} (${state.status})`;
}
