import type { DocumentKind } from "../../server/lsp/protocol.ts";
import { modeline } from "../modeline.ts";
import type { ActiveFile, Ports } from "../ports.ts";
import { insertOffer } from "./insert-offer.ts";

/** The snippet that a new values file begins with. */
export const NEW_VALUES_SNIPPET = "Minimal values";

/** The snippet that a new operator resource begins with. */
export const NEW_OPERATOR_SNIPPET = "Operator resource";

/** Opens a new values file with the two values that every installation needs. */
export function newValuesDocument(ports: Ports): Promise<ActiveFile | undefined> {
  return newDocument(ports, "values", NEW_VALUES_SNIPPET);
}

/** Opens a new operator resource with the labels of the default ingress gateway. */
export function newOperatorDocument(ports: Ports): Promise<ActiveFile | undefined> {
  return newDocument(ports, "operator", NEW_OPERATOR_SNIPPET);
}

/** What new files are called until the person says otherwise. */
export const NEW_FILE_NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "cap-operator-values.yaml",
  operator: "cap-operator.yaml",
};

/** Opens a new document that says what it is, with `text` below. */
export function openNewFile(ports: Ports, kind: DocumentKind, text = ""): Promise<ActiveFile> {
  return ports.editor.openUntitled(`${modeline(kind)}\n${text}`, NEW_FILE_NAMES[kind]);
}

/** Opens a new YAML document that says what it is, and inserts a snippet below; gives it as it is then. */
async function newDocument(
  ports: Ports,
  kind: DocumentKind,
  snippetName: string,
): Promise<ActiveFile | undefined> {
  const file = await openNewFile(ports, kind);
  const offers = await ports.server.snippets(file.uri, file.cursor);
  const offer = offers.find((candidate) => candidate.name === snippetName);
  if (offer === undefined) {
    await ports.prompts.warn(
      `The snippet "${snippetName}" is not available, so the new file has no content yet.`,
    );
  } else {
    await insertOffer(ports, file, offer);
  }
  return ports.editor.opened(file.uri);
}
