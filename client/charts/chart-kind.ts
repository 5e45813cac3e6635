/** How Helm finds a chart. `name/name` may be a path as well: Helm looks for a file or folder first. */
export type ChartKind = "oci" | "address" | "path" | "repository";

/** What kind of reference this is, as far as its text says. */
export function chartKind(ref: string): ChartKind {
  if (/^oci:\/\//i.test(ref)) return "oci";
  if (/^https?:\/\//i.test(ref)) return "address";
  return /^[\w-][\w.-]*\/[\w.-]+$/.test(ref) && !/\.(tgz|tar\.gz)$/i.test(ref) ? "repository" : "path";
}
