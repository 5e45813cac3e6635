import * as l10n from "@vscode/l10n";
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
    if (offers.length === 0) refuse(l10n.t("No snippet found for {0}.", file.name), "", { tone: "info" });
    const choices = snippetChoices(offers);
    const title = l10n.t("CAP Operator: Insert Snippet");
    const offer = await around.prompts.pick(choices, title, l10n.t("Select what to insert"));
    if (await insertOffer(around, file, answered(offer))) around.walkthrough.achieved("insertedSnippet");
  },
});

function snippetChoices(offers: readonly SnippetOffer[]): Choice<SnippetOffer>[] {
  const fitting = offers.filter((offer) => offer.fits);
  const others = offers.filter((offer) => !offer.fits);
  return [...fitting, ...others].map((offer) => ({
    label: offer.name,
    description: offer.fits ? l10n.t("at the cursor") : l10n.t("at the end of the file"),
    detail: offer.description,
    value: offer,
  }));
}
