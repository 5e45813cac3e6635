import { resolveAlias } from "../yaml/lookup.ts";
import type { ValueNode } from "../yaml/tree.ts";
import { GIT_SOURCES } from "./chart-sources.ts";
import { isOpaque } from "./entries.ts";
import { type FoundValue, first as firstAt, foundAt } from "./paths.ts";
import type { FilesAt, Product } from "./product.ts";

/** A values file that a document names. */
export interface FileReference {
  /** From the folder of the document, or from the top of the repository. */
  readonly path: string;
  readonly from: FilesAt["from"];
  readonly at: string;
  /** True if the file overrides the values of the document. */
  readonly isOver: boolean;
  readonly isSubstituted?: true;
  /** True if the file, together with those like it, takes the place of the chart's own values. */
  readonly isFromSource?: true;
}

/** More files than these are not read. */
const MOST_FILES = 20;

/** The values files that a document names besides its values, or besides one item of their list, in its order; and the paths of those that are not known. */
export function filesIn(
  { valuesFiles: rows = [], inGit }: Product,
  scope: FoundValue,
  top: FoundValue,
  item: ValueNode | undefined,
) {
  const files: FileReference[] = [];
  const unknown: string[] = [];
  let first: FoundValue | undefined;
  const isInGit = inGit !== undefined && GIT_SOURCES.includes(firstAt([inGit], scope, top)?.text ?? "");
  for (const row of rows) {
    const isKnown = isInGit || row.isFromSource !== true;
    const [holder] = foundAt(scope, row.at);
    const list = holder?.node && resolveAlias(holder.node);
    const items = list?.type === "array" ? list.items : [];
    const itemIndex = item === undefined ? -1 : items.indexOf(item);
    for (const [index, listed] of items.entries()) {
      const place = `${holder?.path}[${index}]`;
      const path =
        listed.type === "string" && index < MOST_FILES && isKnown
          ? pathIn(row, listed.value, scope, top)
          : undefined;
      if (index === itemIndex) continue;
      first ??= holder;
      if (path === undefined) unknown.push(place);
      else {
        const isOver = row.isOver ?? (itemIndex >= 0 && index > itemIndex);
        const { from, isSubstituted, isFromSource } = row;
        files.push({ path, from, at: place, isOver, isSubstituted, isFromSource });
      }
    }
  }
  return { files, unknown, ...(files.length > 0 && first && { holder: first }) };
}

/** The path of a file; `undefined` if it is not known, or not that of a YAML file. */
function pathIn(
  { from, folder, isFromSource }: FilesAt,
  written: string,
  scope: FoundValue,
  top: FoundValue,
): string | undefined {
  if (from === "document") return isPlain(written) ? written : undefined;
  if (isFromSource) return isPlain(written) ? written.replace(/^\/+/, "") : undefined;
  const [, path] = /^\$[\w-]+\/(.*)$/.exec(written) ?? [];
  const around = firstAt(folder, scope, top)?.text;
  const whole = path ?? (written.startsWith("/") ? written.slice(1) : around && `${around}/${written}`);
  return whole !== undefined && isPlain(whole) ? whole : undefined;
}

function isPlain(path: string): boolean {
  return /\.ya?ml$/.test(path) && !isOpaque(path) && !/[*?[\]:\\]/.test(path);
}
