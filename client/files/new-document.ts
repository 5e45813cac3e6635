import * as l10n from "@vscode/l10n";
import { type DocumentKind, SNIPPETS, type SnippetOffer } from "../../server/lsp/protocol.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { ActiveFile } from "../ports/editor.ts";
import { modeline } from "../texts/modeline.ts";
import { askChart } from "./ask-chart.ts";

// Not translated: a name
export const NEW_VALUES_SNIPPET = "Minimal values";

// Not translated: a name
export const NEW_OPERATOR_SNIPPET = "Operator resource";

/** Asks which chart the values are for, and opens a new file that names it, with the two values that every installation needs. */
export async function newValuesDocument(context: CommandContext): Promise<ActiveFile> {
  return withSnippet(context, await newValuesFile(context), NEW_VALUES_SNIPPET);
}

/** Opens a new operator resource with the labels of the default ingress gateway. */
export async function newOperatorDocument(context: CommandContext): Promise<ActiveFile> {
  return withSnippet(context, await newOperatorFile(context), NEW_OPERATOR_SNIPPET);
}

/** The names of new files until the person chooses others. */
export const NEW_FILE_NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "cap-operator-values.yaml",
  operator: "cap-operator.yaml",
};

/** Asks which chart the values are for, and opens a new values file with nothing but the comment that names it. */
export async function newValuesFile(context: CommandContext): Promise<ActiveFile> {
  const chart = await askChart(
    context,
    { uri: "", isUntitled: true },
    l10n.t("CAP Operator: New Values File"),
  );
  return context.editor.openUntitled(`${modeline("values", chart)}\n`, NEW_FILE_NAMES.values);
}

/** Opens a new operator resource with `text` below the comment that says what it is. */
export function newOperatorFile(context: CommandContext, text = ""): Promise<ActiveFile> {
  return context.editor.openUntitled(`${modeline("operator")}\n${text}`, NEW_FILE_NAMES.operator);
}

/** Inserts an offered snippet at its place. If the document has changed in the meantime, it tells the person. */
export async function insertOffer(
  context: CommandContext,
  file: ActiveFile,
  offer: SnippetOffer,
): Promise<void> {
  if (await context.editor.insertSnippet(file.uri, file.version, offer.range, offer.body)) return;
  await context.prompts.warn(
    l10n.t('"{0}" could not be inserted into {1}. Try again.', offer.name, file.name),
  );
}

/** Inserts a snippet into a new document. Returns the document as it is then. */
async function withSnippet(
  context: CommandContext,
  file: ActiveFile,
  snippetName: string,
): Promise<ActiveFile> {
  const offers = await context.server.ask(SNIPPETS, { uri: file.uri, position: file.cursor });
  const offer = offers.find((candidate) => candidate.name === snippetName);
  if (offer === undefined) {
    await context.prompts.warn(
      l10n.t('The snippet "{0}" is not available, so the new file has no content yet.', snippetName),
    );
  } else {
    await insertOffer(context, file, offer);
  }
  return answered(context.editor.opened(file.uri));
}
