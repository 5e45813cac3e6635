import { CompletionItem, CompletionItemKind, type Disposable, languages, Range } from "vscode";
import { type ChartOffer, chartOffers } from "../../files/chart-offers.ts";

/** Offers the charts that only the editor can find in the comment at the top of a file. */
export function registerChartCompletion(context: Parameters<typeof chartOffers>[0]): Disposable {
  return languages.registerCompletionItemProvider(
    { language: "yaml" },
    {
      async provideCompletionItems(document, position) {
        const typed = document.lineAt(position).text.slice(0, position.character);
        const file = { uri: document.uri.toString(), isUntitled: document.isUntitled };
        const found = await chartOffers(context, file, typed);
        if (found === undefined) return undefined;
        const range = new Range(position.translate(0, -found.replaced), position);
        return found.offers.map((offer, index) => itemOf(offer, range, index));
      },
    },
    " ",
    "=",
  );
}

function itemOf({ words, label, filter }: ChartOffer, range: Range, index: number): CompletionItem {
  const item = new CompletionItem({ label: words, description: label }, CompletionItemKind.File);
  // Before what the server offers, which begins with four digits.
  return Object.assign(item, { range, sortText: `0000${index}`, insertText: words, filterText: filter });
}
