import { type ChartPlaces, findLocalCharts, type NamingFile } from "./local-charts.ts";

/** A chart that can be named at the end of what is typed. */
export interface ChartOffer {
  readonly words: string;
  readonly label: string;
  /**
   * The text that the editor compares with the typed text. It lacks the last character and the version, so that a chart that was
   * typed in full is no longer offered and Enter ends its line.
   */
  readonly filter: string;
}

/**
 * The charts of the workspace, and those that were fetched, that a comment can name whose line begins so; with the word that they
 * replace. The server offers what is built in. `undefined` if no chart can be named there.
 */
export async function chartOffers(
  context: ChartPlaces,
  file: NamingFile,
  typed: string,
): Promise<{ readonly replaced: number; readonly offers: readonly ChartOffer[] } | undefined> {
  const start = typed.lastIndexOf(" ") + 1;
  const [before, word] = [typed.slice(0, start).replaceAll(" ", ""), typed.slice(start)];
  const isHere = word.startsWith("chart=") || "chart=".startsWith(word);
  if (!before.startsWith("#cap-operator:values") || before.includes("chart=") || !isHere) return undefined;
  const { available } = await findLocalCharts(context);
  const offers = available.flatMap((chart) => {
    const words = chart.words(file);
    const [reference = ""] = words?.split(" ", 1) ?? [];
    return words === undefined ? [] : [{ words, label: chart.label, filter: reference.slice(0, -1) }];
  });
  return { replaced: word.length, offers };
}
