import * as l10n from "@vscode/l10n";
import { FILE_STATUS } from "../../server/lsp/protocol.ts";
import { commandOwnFile, fileAt } from "../files/command-file.ts";
import type { Command } from "../operation/command.ts";
import { refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  extractValues: {
    title: "Extract to a Values File",
    does: "Moves the values of a Flux `HelmRelease` to a ConfigMap in a new file next to it, and those of an Argo CD `Application` to a values file. The new file opens, with a message on how it gets to the cluster. What takes effect stays the same.",
    section: "Files and values",
    order: 66,
  },
  inlineValues: {
    title: "Inline from a Values File",
    does: "Moves the values of a ConfigMap that only one `HelmRelease` takes back into it, or those of a file in `helm.valueFiles` into an Argo CD `Application` or `ApplicationSet`, and deletes the file. If that would change a value, it shows the reason.",
    section: "Files and values",
    order: 68,
  },
};

/** Moves the values of another product's document to a file of their own. */
export const extractValues = moving("extract");
/** Moves values of such a file back into the document. */
export const inlineValues = moving("inline");

function moving(way: "extract" | "inline"): Command {
  return operation({
    id: `capOperator.${way}Values`,
    async run(context, target) {
      const file = fileAt(context, target);
      if (!file?.isYaml) {
        refuse(
          l10n.t("No document with values of the operator is open."),
          l10n.t("Open a HelmRelease of Flux, or an Application or ApplicationSet of Argo CD."),
          { tone: "info" },
        );
      }
      const { embedded } = await context.server.ask(FILE_STATUS, { uri: file.uri });
      if (!embedded) {
        const { file: valuesFile } = await commandOwnFile(context, target, ["values"]);
        refuse(l10n.t("{0} is a values file already.", valuesFile.name));
      }
      await context.editor.runCodeAction(`refactor.${way}.values`);
    },
  });
}
