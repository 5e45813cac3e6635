import type { EffectiveValuesParams } from "../../server/lsp/protocol.ts";
import type { ActiveFile, Command, Ports } from "../ports.ts";
import { valuesFileAtHand } from "./choosing/file-at-hand.ts";
import { ownFileAtHand } from "./choosing/own-file.ts";
import { releaseChoices } from "./choosing/release-choices.ts";

const TITLE = "CAP Operator: Show Effective Values";

/**
 * Shows what the operator will run with: of the release that has the values file at hand, else of the file alone. Without
 * one the person picks a release, or a file where there is none.
 */
export const showEffectiveValues: Command = {
  id: "capOperator.showEffectiveValues",
  async run(ports, target) {
    const file = await valuesFileAtHand(ports, target);
    const of = file === undefined ? await ofAnyRelease(ports, target) : await ofFile(ports, file);
    if (of === undefined) return;
    await ports.editor.showEffectiveValues(of);
    ports.walkthrough.achieved("sawEffectiveValues");
  },
};

async function ofFile(ports: Ports, file: ActiveFile): Promise<EffectiveValuesParams | undefined> {
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
  return ports.prompts.pick<EffectiveValuesParams>([...choices, aloneChoice], TITLE, placeholder);
}

async function ofAnyRelease(
  ports: Ports,
  target: string | undefined,
): Promise<EffectiveValuesParams | undefined> {
  const releases = await ports.server.releases();
  if (releases.length > 0) {
    const release = await ports.prompts.pick(releaseChoices(releases), TITLE, "Pick a release");
    return release === undefined ? undefined : { release };
  }
  const own = await ownFileAtHand(ports, target, ["values"]);
  return own && ofFile(ports, own.file);
}
