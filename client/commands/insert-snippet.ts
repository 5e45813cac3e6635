import type { SnippetOffer } from "../../server/lsp/protocol.ts";
import { ownFileAtHand } from "../files/file-at-hand.ts";
import { insertOffer } from "../files/new-document.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { Choice } from "../ports.ts";

/** Offers the snippets, starting with those that fit at the cursor, and inserts the picked one. */
export const insertSnippet = operation({
  id: "capOperator.insertSnippet",
  async run(around, target) {
    const { file } = await ownFileAtHand(around, target);
    const offers = await around.server.snippets(file.uri, file.cursor);
    if (offers.length === 0) refuse(`There is no snippet for ${file.name}.`, "", { tone: "info" });
    const choices = snippetChoices(offers);
    const offer = await around.prompts.pick(choices, "CAP Operator: Insert Snippet", "Pick what to insert");
    if (await insertOffer(around, file, answered(offer))) around.walkthrough.achieved("insertedSnippet");
  },
});

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
