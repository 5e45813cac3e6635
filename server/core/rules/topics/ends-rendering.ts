import { failsWithNull, type SchemaNode } from "../../schema/model.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { isNull } from "../../values/helm-tree.ts";
import type { Path } from "../../yaml/tree.ts";

/** True if Helm cannot render the chart with a null at a path, because no later source of the release has a value there. */
export function endsRendering({ release }: DocumentSemantics, path: Path, schema: SchemaNode): boolean {
  if (!failsWithNull(schema)) return false;
  const node = release.given(path);
  return node === undefined || isNull(node);
}
