import { findProperty } from "../yaml/lookup.ts";
import { regionOf } from "../yaml/region.ts";
import type { PropertyNode, YamlFile } from "../yaml/tree.ts";
import { type EmbeddedPlace, embeddedFile } from "./embedded-file.ts";
import type { EmbeddedLayer, EmbeddedValues } from "./find.ts";

/**
 * The values of the operator's chart among those of an umbrella chart, below a key; `undefined` if there are none, or if they are in a text in quotes or folded. Values that the
 * document takes from elsewhere count as unknown. Without values, the files and single keys of a document are left.
 */
export function belowUmbrella(
  around: YamlFile,
  values: EmbeddedValues,
  key: string,
): EmbeddedValues | undefined {
  const { item: _, references, at: path, unknown, under, over, ...rest } = values;
  const holder = holderBelow(around, values, key);
  const hasMore = values.entries.length + values.files.length > 0 && values.unread === undefined;
  if (holder === undefined && (!hasMore || hasKey(around, values, key))) return undefined;
  const layersBelow = (layers: readonly EmbeddedLayer[] = []) =>
    layers.map((layer): EmbeddedLayer => {
      const { interpolation, files } = layer;
      const inner = holderBelow(around, layer, key);
      return { holder: inner ?? layer.holder, form: inner ? "mapping" : "none", interpolation, files };
    });
  const all = { under: layersBelow(under), over: layersBelow(over) };
  const areRead = [...all.under, ...all.over].every(({ form }) => form === "mapping");
  return {
    ...rest,
    ...all,
    form: holder ? "mapping" : "none",
    holder: holder ?? values.holder,
    at: holder ? `${path}.${key}` : path,
    references: [],
    unknown: [...unknown, ...references.map((reference) => reference.at)],
    isPartial: rest.isPartial || references.length > 0 || !areRead,
  };
}

/** The values of an umbrella chart, read from a text if they are one. */
function valuesOf(around: YamlFile, values: EmbeddedPlace) {
  const { item, holder, form } = values;
  const text = form === "text" ? embeddedFile(around, values) : undefined;
  const all = text ? text.file.documents[0]?.root : (item ?? holder.valueNode);
  const isWritten = text === undefined || regionOf(text.file).isWritten;
  return { all, isRead: form !== "none" && isWritten };
}

function hasKey(around: YamlFile, values: EmbeddedPlace, key: string): boolean {
  return values.form !== "none" && findProperty(valuesOf(around, values).all, key) !== undefined;
}

/** The key of a dependency among the values of an umbrella chart, if it holds a mapping, or nothing yet. */
function holderBelow(around: YamlFile, values: EmbeddedPlace, key: string): PropertyNode | undefined {
  const { all, isRead: isPlace } = valuesOf(around, values);
  const isRead = isPlace && all?.type === "object";
  const holder = isRead ? findProperty(all, key) : undefined;
  // Between braces, a mapping that is begun below a key could not be written in lines.
  const isBegun = holder?.valueNode.type === "null" && all?.type === "object" && !all.flow;
  const isMapping = holder?.valueNode.type === "object" || isBegun;
  return isMapping && holder?.valueNode.alias === undefined ? holder : undefined;
}
