import type { ReleaseAt } from "../cli/release.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { fileAt } from "../files/active-file.ts";
import { type Wanted, wantedAlone, wantedChoices } from "../install/wanted.ts";
import type { Choice, Ports } from "../ports.ts";
import { namedRelease } from "./named-release.ts";
import { nameProblem } from "./release-name.ts";

/**
 * The release that a command is about: the one that a line of the view names, that of the active values file, else
 * the person picks one of the settings; without any there, the one under the release name of the settings. Nothing
 * when the workspace is not trusted, or a question was dismissed.
 */
export async function chooseRelease(
  ports: Ports,
  title: string,
  target: string | undefined,
): Promise<ReleaseAt | undefined> {
  if (!(await ports.dialogs.trusted())) return undefined;
  const wanted = await pick(ports, title, target);
  if (wanted === undefined) return undefined;
  const problem = nameProblem(wanted.release, wanted.namespace);
  if (problem !== undefined) throw new Error(problem);
  const cluster = await resolveTarget(ports, wanted);
  return cluster && { ...cluster, release: wanted.release };
}

async function pick(ports: Ports, title: string, target: string | undefined): Promise<Wanted | undefined> {
  const named = await namedRelease(ports, target);
  if (named !== undefined) return named;
  const settings = ports.installationSettings();
  const file = fileAt(ports, target);
  const isValues = file?.isYaml && (await ports.server.fileStatus(file.uri)).kind === "values";
  const ofFile = isValues ? await ports.server.releases(file.uri) : [];
  const alone = wantedAlone(settings);
  if (isValues && ofFile.length === 0) return alone;
  const choices = wantedChoices(ofFile.length > 0 ? ofFile : await ports.server.releases(), settings);
  if (ofFile.length > 0 && choices.length === 1) return choices[0]?.value;
  if (choices.length === 0) return alone;
  return ports.prompts.pick([...choices, aloneChoice(alone)], title, "Pick a release");
}

function aloneChoice(wanted: Wanted): Choice<Wanted> {
  return {
    label: `$(settings-gear) ${wanted.release}`,
    description: wanted.namespace,
    detail: "the release name of the settings",
    value: wanted,
  };
}
