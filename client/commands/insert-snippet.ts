import type { SnippetOffer } from "../../server/lsp/protocol.ts";
import { insertOffer } from "../files/insert-offer.ts";
import { ownFileAtHand } from "../files/own-file.ts";
import type { Choice, Command } from "../ports.ts";

/** Offers the snippets, those that fit at the cursor first, and inserts the picked one. */
export const insertSnippet: Command = {
  id: "capOperator.insertSnippet",
  async run(ports, target) {
    const own = await ownFileAtHand(ports, target);
    if (own === undefined) return;
    const { file } = own;
    const offers = await ports.server.snippets(file.uri, file.cursor);
    if (offers.length === 0) {
      await ports.prompts.info(`There is no snippet for ${file.name}.`);
      return;
    }
    const offer = await ports.prompts.pick(
      snippetChoices(offers),
      "CAP Operator: Insert Snippet",
      "Pick what to insert",
    );
    if (offer === undefined || !(await insertOffer(ports, file, offer))) return;
    ports.walkthrough.achieved("insertedSnippet");
  },
};

function snippetChoices(offers: readonly SnippetOffer[]): Choice<SnippetOffer>[] {
  const fitting = offers.filter((offer) => offer.fits);
  const others = offers.filter((offer) => !offer.fits);
  return [...fitting, ...others].map((offer) => ({
    label: offer.name,
    description: offer.fits ? "at the cursor" : "at the end of the file",
    detail: offer.description,
    value: offer,
  }));
}
