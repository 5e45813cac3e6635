import { findProperty } from "../yaml/lookup.ts";
import { regionOf } from "../yaml/region.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { embeddedFile } from "./embedded-file.ts";
import type { EmbeddedValues } from "./find.ts";

/**
 * The values of the operator's chart among those of an umbrella chart, below a key; `undefined` if there are none, or if they are in a text in quotes or folded. Values that the
 * document takes from elsewhere count as unknown.
 */
export function belowUmbrella(
  around: YamlFile,
  values: EmbeddedValues,
  key: string,
): EmbeddedValues | undefined {
  const { item, holder: outer, form, references, at: path, unknown, ...rest } = values;
  const text = form === "text" ? embeddedFile(around, values) : undefined;
  const all = text ? text.file.documents[0]?.root : (item ?? outer.valueNode);
  const isWritten = text === undefined || regionOf(text.file).isWritten;
  const isRead = form !== "none" && isWritten && all?.type === "object";
  const holder = isRead ? findProperty(all, key) : undefined;
  // Between braces, a mapping that is begun below a key could not be written in lines.
  const isBegun = holder?.valueNode.type === "null" && all?.type === "object" && !all.flow;
  const isMapping = holder?.valueNode.type === "object" || isBegun;
  if (holder === undefined || !isMapping || holder.valueNode.alias !== undefined) return undefined;
  return {
    ...rest,
    form: "mapping",
    holder,
    at: `${path}.${key}`,
    references: [],
    unknown: [...unknown, ...references.map((reference) => reference.at)],
    isPartial: rest.isPartial || references.length > 0,
  };
}
