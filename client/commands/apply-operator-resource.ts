import * as l10n from "@vscode/l10n";
import type { ValuesProblem } from "../../server/lsp/protocol.ts";
import { changeContext } from "../cluster/contexts.ts";
import { findInstallations, helmInstallationWarning } from "../cluster/existing-installations.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { commandOwnFile } from "../files/command-file.ts";
import { applyOperatorText } from "../manager/apply-operator-text.ts";
import { type OperatorResource, readOperatorResource } from "../manager/operator-resource.ts";
import { reportClusterDefinitions } from "../manager/report-definition.ts";
import { OPERATOR_RESOURCE, passGate, problemLine, saveFirst } from "../operation/gate.ts";
import type { Operation } from "../operation/operation.ts";
import { type Done, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile } from "../ports/editor.ts";
import { messageOf } from "../texts/error-message.ts";
import { type CommandOffers, OPERATOR_FILE } from "./offer.ts";

export const offers: CommandOffers = {
  applyOperatorResource: {
    title: "Apply Operator Resource...",
    does: "Applies the open operator resource.",
    section: "Installation",
    order: 180,
    icon: "$(cloud-upload)",
    needs: "kubectl",
    menus: [
      ["editor/title", "navigation@18", OPERATOR_FILE],
      ["editor/context", "8_capOperatorCluster@5", OPERATOR_FILE],
    ],
  },
};

/** Applies the open operator resource: the saved file, or the text in the editor if there is no file yet. */
export const applyOperatorResource = operation({
  id: "capOperator.applyOperatorResource",
  needsTrust: true,
  async run(operation, target) {
    const { file, kind } = await commandOwnFile(operation, target);
    if (kind !== "operator") {
      refuse(
        l10n.t("{0} is a values file. Only an operator resource can be applied.", file.name),
        l10n.t("To install values, run CAP Operator: Install CAP Operator..."),
        { tone: "info" },
      );
    }
    const { uri, isUntitled } = file;
    if (!isUntitled) await saveFirst(operation, [uri], OPERATOR_RESOURCE);
    const warnings = await passGate(operation, { uri }, OPERATOR_RESOURCE);
    // Saving may have formatted it.
    return apply(operation, operation.editor.opened(uri) ?? file, warnings);
  },
});

async function apply(
  operation: Operation,
  file: ActiveFile,
  warnings: readonly ValuesProblem[],
): Promise<Done> {
  const { name, text } = file;
  const resource = read(text, name);
  const target = await resolveTarget(operation, {
    namespace: resource.namespace,
  });
  const existing = await operation.read(l10n.t("Checking the cluster"), async (step) => {
    const found = await findInstallations(step, target);
    await reportClusterDefinitions(step, target, found.resourceTypes);
    return found;
  });
  const remarks = [
    helmInstallationWarning(existing) ?? [],
    existing.notChecked,
    warnings.map((warning) => l10n.t("Warning: {0}", problemLine(warning))),
  ].flat();
  const elsewhere = async () => {
    await changeContext(operation);
    return apply(operation, file, warnings);
  };
  return applyOperatorText(operation, target, {
    resource,
    source: name,
    remarks,
    isKindNew: false,
    elsewhere,
  });
}

function read(text: string, name: string): OperatorResource {
  try {
    return readOperatorResource(text, name);
  } catch (error) {
    return refuse(messageOf(error), l10n.t("Nothing was applied."));
  }
}
