import { TextDocument } from "vscode-languageserver-textdocument";
import { type ChartPlace, keyAt, type ReadChart } from "../chart/chart.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Path } from "../yaml/tree.ts";
import type { ValuePlace } from "./origin-text.ts";

/** Where the values file of the chart at hand declares a key; `undefined` if it does not, or if no chart is at hand. */
export function declarationOf({ chart: { atHand } }: Schemas, path: Path): ValuePlace | undefined {
  const place = keyAt(atHand?.keys, path)?.place;
  return atHand && atHand.uri !== "" && place ? placeIn(atHand, place) : undefined;
}

/** A stretch of a chart's file as a place that an editor can show. */
export function placeIn({ uri, texts }: ReadChart, { file, start, end }: ChartPlace): ValuePlace {
  const text = TextDocument.create(file, "", 0, texts.get(file) ?? "");
  const range = { start: text.positionAt(start), end: text.positionAt(end) };
  const address = file.split("/").map(encodeURIComponent).join("/");
  return { uri: `${uri}/${address}`, name: range, whole: range };
}
