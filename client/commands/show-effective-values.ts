import type { EffectiveValuesParams } from "../../server/lsp/protocol.ts";
import type { ActiveFile, Command, Ports } from "../ports.ts";
import { fileAt } from "./choosing/active-file.ts";
import { activeOwnFile } from "./choosing/own-file.ts";
import { releaseChoices } from "./choosing/release-choices.ts";

const TITLE = "CAP Operator: Show Effective Values";

/**
 * Shows what the operator will run with: of the release that has the values file, else of the file alone. From
 * anywhere else the person picks one of the releases.
 */
export const showEffectiveValues: Command = {
  id: "capOperator.showEffectiveValues",
  async run(ports, target) {
    const file = fileAt(ports, target);
    const isValues = file?.isYaml && (await ports.server.fileStatus(file.uri)).kind === "values";
    const of = isValues ? await ofFile(ports, file) : await ofAnyRelease(ports, target);
    if (of !== undefined) await ports.editor.showEffectiveValues(of);
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
  const own = await activeOwnFile(ports, target);
  if (own === undefined) return undefined;
  await ports.prompts.info(
    `CAP Operator: ${own.file.name} is an operator resource. Effective values are those of the chart: open a values file first.`,
  );
  return undefined;
}
