import type { WriteScalar } from "../yaml/edits/set-scalars.ts";
import { flowText, scalarText } from "./scalar-text.ts";

/** A text as YAML on one line: plain where Helm then reads this text and nothing else, else in quotes. */
export const stringText: WriteScalar = (value, { flow, quote }) => {
  if (quote === '"') return JSON.stringify(value);
  // Single quotes have no escapes, so they cannot contain line breaks or control characters.
  if (quote === "'" && !/\p{Cc}/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return flow ? flowText(value) : scalarText(value);
};
