import { dump } from "js-yaml";
import type { Json } from "../../test/schemas/facts.ts";

/** Stands in values where nothing at all is to be written behind the colon. */
export const NOTHING = "nothing-is-written-here";
/** Marks a second writing of the same key. */
const AGAIN = "-written-again";

/** A key that is written a second time in the same mapping. */
export function again(key: string): string {
  return `${key}${AGAIN}`;
}

/** Values as a text of YAML. */
export function written(values: Json): string {
  return dump(values, { lineWidth: -1, noRefs: true })
    .replaceAll(` ${NOTHING}`, "")
    .replaceAll(`${AGAIN}:`, ":");
}
