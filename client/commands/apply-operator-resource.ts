import type { ValuesProblem } from "../../server/lsp/protocol.ts";
import { findInstalledWays, saysHelmInstalledIt } from "../cluster/installed-ways.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { messageOf } from "../error-message.ts";
import { ownFileAtHand } from "../files/own-file.ts";
import { OPERATOR_RESOURCE, passGate, problemLine, saveFirst } from "../install/gate.ts";
import { applyOperatorText } from "../manager/apply-operator-text.ts";
import { readOperatorResource } from "../manager/operator-resource.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { ActiveFile, Command, Ports } from "../ports.ts";

/** Applies the operator resource that is open: what is saved, or as it stands in the editor where it is no file yet. */
export const applyOperatorResource: Command = {
  id: "capOperator.applyOperatorResource",
  async run(ports, target) {
    const own = await ownFileAtHand(ports, target);
    if (own === undefined) return;
    if (own.kind !== "operator") {
      await ports.prompts.info(
        `${own.file.name} is a values file. Values are installed with CAP Operator: Install CAP Operator...; only an operator resource can be applied.`,
      );
      return;
    }
    if (!(await ports.dialogs.trusted())) return;
    const { uri, isUntitled } = own.file;
    if (!isUntitled && !(await saveFirst(ports, [uri], OPERATOR_RESOURCE))) return;
    const warnings = await passGate(ports, { uri }, OPERATOR_RESOURCE);
    // Saving may have formatted it.
    if (warnings) await apply(ports, ports.editor.opened(uri) ?? own.file, warnings);
  },
};

async function apply(
  ports: Ports,
  { name, text }: ActiveFile,
  warnings: readonly ValuesProblem[],
): Promise<void> {
  const resource = tryToRead(text, name);
  if (typeof resource === "string") {
    await ports.prompts.error(`${resource} Nothing was applied.`);
    return;
  }
  const at = await resolveTarget(ports, { ...(resource.namespace && { namespace: resource.namespace }) });
  if (at === undefined) return;
  const ways = await whileReading(ports, "Looking at the cluster", (signal) =>
    findInstalledWays(ports, at, { signal }),
  );
  const remarks = [
    saysHelmInstalledIt(ways) ?? [],
    ways.notChecked,
    warnings.map((warning) => `Warning: ${problemLine(warning)}`),
  ].flat();
  await applyOperatorText(ports, at, { resource, source: name, remarks, isKindNew: false });
}

function tryToRead(text: string, name: string) {
  try {
    return readOperatorResource(text, name);
  } catch (error) {
    return messageOf(error);
  }
}
