import type { SnippetOffer } from "../../server/lsp/protocol.ts";
import type { ActiveFile, Ports } from "../ports.ts";

/** Inserts an offer at its place; false when the document changed under it, which the person is told. */
export async function insertOffer(ports: Ports, file: ActiveFile, offer: SnippetOffer): Promise<boolean> {
  if (await ports.editor.insertSnippet(file.uri, file.version, offer.range, offer.body)) return true;
  await ports.prompts.warn(`"${offer.name}" could not be inserted into ${file.name}. Try again.`);
  return false;
}
