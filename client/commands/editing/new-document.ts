import type { Ports } from "../../ports.ts";
import { insertOffer } from "./insert-offer.ts";

/** Opens a new YAML document that begins with `start`, and inserts the snippet called `snippetName` below. */
export async function newDocument(ports: Ports, start: string, snippetName: string): Promise<void> {
  const file = await ports.editor.openUntitled(start);
  const offers = await ports.server.snippets(file.uri, file.cursor);
  const offer = offers.find((candidate) => candidate.name === snippetName);
  if (offer !== undefined) {
    await insertOffer(ports, file, offer);
    return;
  }
  await ports.prompts.warn(
    `CAP Operator: the snippet "${snippetName}" is not available, so the new file has no content yet.`,
  );
}
