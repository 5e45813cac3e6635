import { messageOf } from "../error-message.ts";
import { readOperatorResource } from "../manager/operator-resource.ts";
import type { ActiveFile, Command, Ports } from "../ports.ts";
import { ownFileAtHand } from "./choosing/own-file.ts";
import { resolveTarget } from "./choosing/resolve-target.ts";
import { findInstalledWays, saysHelmInstalledIt } from "./cluster-reading/installed-ways.ts";
import { errorsAmong, problemLine } from "./installing/values-gate.ts";
import { applyOperatorText } from "./managing/apply-operator-text.ts";

/** Applies the operator resource that is open, as it stands in the editor. */
export const applyOperatorResource: Command = {
  id: "capOperator.applyOperatorResource",
  async run(ports, target) {
    const own = await ownFileAtHand(ports, target);
    if (own === undefined) return;
    if (own.kind !== "operator") {
      await ports.prompts.info(
        `CAP Operator: ${own.file.name} is a values file. Values are installed with CAP Operator: Install CAP Operator...; only an operator resource can be applied.`,
      );
      return;
    }
    if (await passesGate(ports, own.file)) await apply(ports, own.file);
  },
};

async function apply(ports: Ports, { name, text }: ActiveFile): Promise<void> {
  const resource = tryToRead(text, name);
  if (typeof resource === "string") {
    await ports.prompts.error(`CAP Operator: ${resource} Nothing was applied.`);
    return;
  }
  if (!(await ports.dialogs.trusted())) return;
  const at = await resolveTarget(ports, { ...(resource.namespace && { namespace: resource.namespace }) });
  if (at === undefined) return;
  const ways = await ports.progress.show("CAP Operator: looking at the cluster", (_report, signal) =>
    findInstalledWays(ports, at, { signal }),
  );
  const remarks = [saysHelmInstalledIt(ways) ?? [], ways.notChecked].flat();
  await applyOperatorText(ports, at, { resource, source: name, remarks, isKindNew: false });
}

function tryToRead(text: string, name: string) {
  try {
    return readOperatorResource(text, name);
  } catch (error) {
    return messageOf(error);
  }
}

/** Stops at errors in the file, with the way to them. Warnings and hints are in front of the person already. */
async function passesGate(ports: Ports, { uri }: ActiveFile): Promise<boolean> {
  const errors = errorsAmong(await ports.server.problems({ uri }));
  if (errors === undefined) return true;
  const { first, found } = errors;
  const show = "Show Problems";
  const message = `CAP Operator: ${found} in the operator resource, so nothing was applied. ${problemLine(first)}`;
  if ((await ports.prompts.error(message, show)) === show) await ports.editor.showProblems();
  return false;
}
