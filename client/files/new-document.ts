import * as l10n from "@vscode/l10n";
import type { DocumentKind, SnippetOffer } from "../../server/lsp/protocol.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { ActiveFile } from "../ports/editor.ts";
import { modeline } from "../texts/modeline.ts";
import { askChart } from "./ask-chart.ts";

/** The snippet that a new values file begins with. */
// Not translated: a name
export const NEW_VALUES_SNIPPET = "Minimal values";

/** The snippet that a new operator resource begins with. */
// Not translated: a name
export const NEW_OPERATOR_SNIPPET = "Operator resource";

/** Asks which chart the values are for, and opens a new file that names it, with the two values that every installation needs. */
export async function newValuesDocument(around: Surroundings): Promise<ActiveFile> {
  return withSnippet(around, await newValuesFile(around), NEW_VALUES_SNIPPET);
}

/** Opens a new operator resource with the labels of the default ingress gateway. */
export async function newOperatorDocument(around: Surroundings): Promise<ActiveFile> {
  return withSnippet(around, await newOperatorFile(around), NEW_OPERATOR_SNIPPET);
}

/** The names of new files until the person chooses others. */
export const NEW_FILE_NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "cap-operator-values.yaml",
  operator: "cap-operator.yaml",
};

/** Asks which chart the values are for, and opens a new values file with nothing but the comment that names it. */
export async function newValuesFile(around: Surroundings): Promise<ActiveFile> {
  const chart = await askChart(
    around,
    { uri: "", isUntitled: true },
    l10n.t("CAP Operator: New Values File"),
  );
  return around.editor.openUntitled(`${modeline("values", chart)}\n`, NEW_FILE_NAMES.values);
}

/** Opens a new operator resource with `text` below the comment that says what it is. */
export function newOperatorFile(around: Surroundings, text = ""): Promise<ActiveFile> {
  return around.editor.openUntitled(`${modeline("operator")}\n${text}`, NEW_FILE_NAMES.operator);
}

/** Inserts an offered snippet at its place. If the document has changed in the meantime, it tells the person and returns false. */
export async function insertOffer(
  around: Surroundings,
  file: ActiveFile,
  offer: SnippetOffer,
): Promise<boolean> {
  if (await around.editor.insertSnippet(file.uri, file.version, offer.range, offer.body)) return true;
  await around.prompts.warn(
    l10n.t('"{0}" could not be inserted into {1}. Try again.', offer.name, file.name),
  );
  return false;
}

/** Inserts a snippet into a new document. Returns the document as it is then. */
async function withSnippet(around: Surroundings, file: ActiveFile, snippetName: string): Promise<ActiveFile> {
  const offers = await around.server.snippets(file.uri, file.cursor);
  const offer = offers.find((candidate) => candidate.name === snippetName);
  if (offer === undefined) {
    await around.prompts.warn(
      l10n.t('The snippet "{0}" is not available, so the new file has no content yet.', snippetName),
    );
  } else {
    await insertOffer(around, file, offer);
  }
  return answered(around.editor.opened(file.uri));
}
