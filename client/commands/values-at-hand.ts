import type { ReleaseSummary, ValuesOf } from "../../server/lsp/protocol.ts";
import type { Ports } from "../ports.ts";
import { fileAt } from "./active-file.ts";
import { releaseChoices } from "./release-choices.ts";

/** The values that a command reads, and where they are to be installed. */
export interface ValuesAtHand {
  /** Absent: the chart's defaults alone. */
  readonly of?: ValuesOf;
  /** How a person is told of them. */
  readonly name: string;
  readonly release?: ReleaseSummary;
}

/**
 * The values of the named or active values file: of the release that it belongs to, else of the file alone; without a
 * values file the chart's defaults. Of several releases the person picks one; nothing when that is dismissed.
 */
export async function valuesAtHand(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesAtHand | undefined> {
  const file = fileAt(ports, target);
  if (!file?.isYaml || (await ports.server.fileStatus(file.uri)).kind !== "values") {
    return { name: "the chart's defaults" };
  }
  const releases = await ports.server.releases(file.uri);
  const [only] = releases;
  if (only === undefined) return { of: { uri: file.uri }, name: file.name };
  const placeholder = `${file.name} belongs to ${releases.length} releases: pick one`;
  const picked =
    releases.length === 1
      ? only.name
      : await ports.prompts.pick(releaseChoices(releases), title, placeholder);
  const release = releases.find(({ name }) => name === picked);
  return release && { of: { release: release.name }, name: `the release ${release.name}`, release };
}
