import { TextDocument } from "vscode-languageserver-textdocument";
import { keyAt, type ReadChart } from "../chart/chart.ts";
import type { ChartPlace } from "../chart/chart-place.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Path } from "../yaml/tree.ts";
import type { ValuePlace } from "./origin-text.ts";

/** The place at which the values file of a local chart declares a key; `undefined` if it does not, or if the chart is not local. */
export function declarationOf({ chart: { atHand } }: Schemas, path: Path): ValuePlace | undefined {
  const place = atHand && keyAt(atHand.keys, path)?.place;
  return place && addressIn(atHand, place.file) !== undefined ? placeIn(atHand, place) : undefined;
}

/** The address of a chart's file; `undefined` if an editor cannot show it: it is in an archive in a folder, or in one that the client does not show. */
export function addressIn({ uri }: ReadChart, file: string): string | undefined {
  if (uri === "" || (file.includes(".tgz/") && !/\.(?:tgz|tar\.gz)(?:\/|$)/.test(uri))) return undefined;
  return `${uri}/${file.split("/").map(encodeURIComponent).join("/")}`;
}

/** A stretch of a chart's file as a place that an editor can show, if it can show the file. */
export function placeIn(chart: ReadChart, { file, start, end }: ChartPlace): ValuePlace {
  const text = TextDocument.create(file, "", 0, chart.texts.get(file) ?? "");
  const range = { start: text.positionAt(start), end: text.positionAt(end) };
  return { uri: addressIn(chart, file) ?? `${chart.uri}/${file}`, name: range, whole: range };
}
