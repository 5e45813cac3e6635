import * as l10n from "@vscode/l10n";
import type { DocumentKind, SnippetOffer } from "../../server/lsp/protocol.ts";
import { modeline } from "../modeline.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { ActiveFile } from "../ports.ts";

/** The snippet that a new values file begins with. */
// Not translated: a name
export const NEW_VALUES_SNIPPET = "Minimal values";

/** The snippet that a new operator resource begins with. */
// Not translated: a name
export const NEW_OPERATOR_SNIPPET = "Operator resource";

/** Opens a new values file with the two values that every installation needs. */
export function newValuesDocument(around: Surroundings): Promise<ActiveFile> {
  return newDocument(around, "values", NEW_VALUES_SNIPPET);
}

/** Opens a new operator resource with the labels of the default ingress gateway. */
export function newOperatorDocument(around: Surroundings): Promise<ActiveFile> {
  return newDocument(around, "operator", NEW_OPERATOR_SNIPPET);
}

/** The names of new files until the person chooses others. */
export const NEW_FILE_NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "cap-operator-values.yaml",
  operator: "cap-operator.yaml",
};

/** Opens a new document with a modeline that says what it is, and `text` below. */
export function openNewFile(around: Surroundings, kind: DocumentKind, text = ""): Promise<ActiveFile> {
  return around.editor.openUntitled(`${modeline(kind)}\n${text}`, NEW_FILE_NAMES[kind]);
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

/** Opens a new YAML document with a modeline, and inserts a snippet below. Returns the document as it is then. */
async function newDocument(
  around: Surroundings,
  kind: DocumentKind,
  snippetName: string,
): Promise<ActiveFile> {
  const file = await openNewFile(around, kind);
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
