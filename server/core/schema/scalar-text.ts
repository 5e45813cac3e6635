import { dump } from "js-yaml";

/** A value as YAML on one line, quoted where Helm would otherwise read something else. */
export function scalarText(value: unknown): string {
  if (value === "") return '""';
  return dump(value, {
    flowLevel: 0,
    lineWidth: -1,
    quoteStyle: "double",
    noRefs: true,
    flowBracketPadding: true,
  }).trimEnd();
}
