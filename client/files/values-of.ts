import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { effectiveValuesAt } from "../effective-values-address.ts";
import type { ActiveFile, Ports } from "../ports.ts";
import { releaseChoices } from "../release/release-choices.ts";
import { addressAt } from "./active-file.ts";
import { valuesFileAtHand } from "./file-at-hand.ts";
import { ownFileAtHand } from "./own-file.ts";

/**
 * The effective values that a command is about: those of the view that is named or active, else those that the values
 * file at hand belongs to. Without one the person picks a release, or a file where there is none.
 */
export async function chosenValues(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesOf | undefined> {
  const shown = shownValues(ports, target);
  if (shown !== undefined) return shown;
  const file = await valuesFileAtHand(ports, target);
  return file === undefined ? valuesOfAnyRelease(ports, target, title) : valuesWith(ports, file, title);
}

/** The effective values that are shown in the view that is named or active. */
export function shownValues(ports: Ports, target: string | undefined): ValuesOf | undefined {
  return effectiveValuesAt(addressAt(ports, target) ?? "");
}

/** The values of the release that has a values file, else of the file alone; of several, those that the person picks. */
export async function valuesWith(
  ports: Ports,
  file: ActiveFile,
  title: string,
): Promise<ValuesOf | undefined> {
  const alone = { uri: file.uri };
  const releases = await ports.server.releases(file.uri);
  const [only] = releases;
  if (only === undefined) return alone;
  if (releases.length === 1) return { release: only.id };
  const choices = releaseChoices(releases).map((choice) => ({ ...choice, value: { release: choice.value } }));
  const aloneChoice = {
    label: `$(file) ${file.name} alone`,
    detail: "this file over the chart's defaults",
    value: alone,
  };
  const placeholder = `${file.name} belongs to ${releases.length} releases: pick one`;
  return ports.prompts.pick<ValuesOf>([...choices, aloneChoice], title, placeholder);
}

async function valuesOfAnyRelease(
  ports: Ports,
  target: string | undefined,
  title: string,
): Promise<ValuesOf | undefined> {
  const releases = await ports.server.releases();
  if (releases.length > 0) {
    const release = await ports.prompts.pick(releaseChoices(releases), title, "Pick a release");
    return release === undefined ? undefined : { release };
  }
  const own = await ownFileAtHand(ports, target, ["values"]);
  return own && valuesWith(ports, own.file, title);
}
