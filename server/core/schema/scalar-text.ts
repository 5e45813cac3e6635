import { dump } from "js-yaml";

/** A value as YAML on one line, quoted where Helm would otherwise read something else. */
export function scalarText(value: unknown): string {
  if (value === "") return '""';
  // A text of several lines would come as a block; its JSON is YAML, too.
  if (typeof value === "string" && /[\r\n]/.test(value)) return JSON.stringify(value);
  return dump(value, {
    flowLevel: 0,
    lineWidth: -1,
    quoteStyle: "double",
    noRefs: true,
    flowBracketPadding: true,
  }).trimEnd();
}
