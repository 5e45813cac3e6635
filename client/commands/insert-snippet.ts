import * as l10n from "@vscode/l10n";
import { SNIPPETS, type SnippetOffer } from "../../server/lsp/protocol.ts";
import { askChart } from "../files/ask-chart.ts";
import { commandOwnFile } from "../files/command-file.ts";
import { insertOffer } from "../files/new-document.ts";
import { writeModeline } from "../files/write-modeline.ts";
import type { Command } from "../operation/command.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered, Cancelled, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile, Choice, CommandId } from "../ports/editor.ts";
import { type CommandOffers, OURS } from "./offer.ts";

export const offers: CommandOffers = {
  insertSnippet: {
    title: "Insert Snippet...",
    does: "Inserts a snippet at the cursor, or in the mapping that it is part of.",
    section: "Files and values",
    order: 50,
    menus: [["editor/context", "7_capOperator@1", OURS]],
  },
  insertCertificate: {
    title: "Insert Snippet: Certificate...",
    does: "Inserts the configuration of a certificate, of the subscription server or of the webhook.",
    section: "Files and values",
    order: 51,
  },
};

/**
 * Offers the snippets, starting with those that fit at the cursor, and inserts the picked one. Its words are those of a chart, so a
 * file that names none and has no words of one gets the chart that the person picks.
 */
export const insertSnippet = inserting("capOperator.insertSnippet", "");
/** The same for snippets that configure a certificate. */
export const insertCertificate = inserting("capOperator.insertCertificate", "certificate");

/** Offers the snippets whose prefix begins with a word. */
function inserting(id: CommandId, word: string): Command {
  return operation({
    id,
    async run(context, target) {
      const title = l10n.t("CAP Operator: Insert Snippet");
      const own = await commandOwnFile(context, target);
      const file = own.chart?.isDecided === false ? await withChart(context, own.file, title) : own.file;
      const all = await context.server.ask(SNIPPETS, { uri: file.uri, position: file.cursor });
      const offers = all.filter(({ prefix }) => prefix.startsWith(word));
      if (offers.length === 0) refuse(l10n.t("No snippet found for {0}.", file.name), "", { tone: "info" });
      const choices = snippetChoices(offers);
      const offer = await context.prompts.pick(choices, title, l10n.t("Select what to insert"));
      await insertOffer(context, file, answered(offer));
    },
  });
}

/** The file, after the chart that the person picks was written at its top. */
async function withChart(context: CommandContext, file: ActiveFile, title: string): Promise<ActiveFile> {
  const words = await askChart(context, file, title);
  if (!(await writeModeline(context, file, "values", words))) throw new Cancelled();
  return answered(context.editor.opened(file.uri));
}

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
