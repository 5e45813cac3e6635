import type { WriteScalar } from "../yaml/edits/set-scalars.ts";
import { flowText, scalarText } from "./scalar-text.ts";

/** A string as YAML on one line, in the given quotes; without any, plain if Helm reads that as exactly this string, else in quotes. */
export const stringText: WriteScalar = (value, { flow, quote }) => {
  if (quote === '"') return JSON.stringify(value);
  // Single quotes have no escapes, so they cannot contain line breaks or control characters.
  if (quote === "'" && !/\p{Cc}/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return flow ? flowText(value) : scalarText(value);
};
