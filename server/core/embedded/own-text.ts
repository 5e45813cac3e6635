import { isSameJson } from "../chart/same-json.ts";
import { toJson } from "../values/helm-tree.ts";
import { readValues } from "../values/helm-value.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import { regionOf } from "../yaml/region.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { type EmbeddedPlace, embeddedFile } from "./embedded-file.ts";

/** Values as a separate text. */
export interface OwnText {
  readonly text: string;
  /** The end of the values in their document. */
  readonly end: number;
  readonly isAtKey?: true;
}

/** Embedded values as a separate text, without their indentation; `undefined` if Helm would read other values from it. */
export function ownText(around: YamlFile, values: EmbeddedPlace): OwnText | undefined {
  const { item, form, holder } = values;
  const { valueNode, colonOffset } = holder;
  if (colonOffset === undefined || form === "none") return undefined;
  const made = embeddedFile(around, values);
  if (!regionOf(made.file).isWritten)
    return valueNode.type === "string" ? { text: valueNode.value, end: made.end, isAtKey: true } : undefined;
  const start = item ? made.start : colonOffset + 1;
  const written = around.text.slice(start, made.end).trimEnd();
  // The first line is the rest of that of the key.
  const [first = "", ...rest] = (item ? `\n${written.replace("-", " ")}` : written).split(/\r?\n/);
  const head = first.trim();
  const isKept = form === "text" ? !head.includes("#") : head === "" || /^[#{]/.test(head);
  if (!isKept) return undefined;
  const filled = rest.filter((line) => line.trim() !== "");
  const width = filled.reduce((least, line) => Math.min(least, line.search(/\S/)), Number.POSITIVE_INFINITY);
  const above = form === "text" || head === "" ? [] : [head];
  const below = rest.map((line) => (line.trim() === "" ? "" : line.slice(width)));
  const text = `${[...above, ...below].join("\n")}\n`;
  return isSame(made.file, parseYaml(text)) ? { text, end: start + written.length } : undefined;
}

/** True if two texts have the same values for Helm; those of the second may be below a key. */
export function isSame(expected: YamlFile, other: YamlFile, key?: string): boolean {
  const [first, second] = [expected, other].map((file) => {
    const { values } = readValues(file, 3, ({ offset }) => ({
      kind: "chart-default",
      chart: String(offset),
    }));
    return values && toJson(values);
  });
  if (first === undefined || second === undefined) return false;
  return isSameJson(first, key === undefined ? second : (second as Record<string, unknown>)[key]);
}
