import { findProperty } from "../yaml/lookup.ts";
import type { EmbeddedValues } from "./find.ts";

/**
 * The values of the operator's chart among those of a chart that brings it along, below a key; `undefined` if there are none. They are not looked for in texts and between braces.
 * What other documents give is not known.
 */
export function belowUmbrella(values: EmbeddedValues, key: string): EmbeddedValues | undefined {
  const { item, holder: outer, form, references, at, unknown, ...rest } = values;
  const all = item ?? outer.valueNode;
  const holder =
    form === "mapping" && all.type === "object" && !all.flow ? findProperty(all, key) : undefined;
  const isMapping = holder?.valueNode.type === "object" || holder?.valueNode.type === "null";
  if (holder === undefined || !isMapping || holder.valueNode.alias !== undefined) return undefined;
  return {
    ...rest,
    form,
    holder,
    at: `${at}.${key}`,
    references: [],
    unknown: [...unknown, ...references.map((one) => one.at)],
    isPartial: rest.isPartial || references.length > 0,
  };
}
