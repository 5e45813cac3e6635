import type { ClusterDocument, ClusterRelease } from "../wire/documents.ts";
import { isOpaque } from "./entries.ts";
import { type FoundValue, first } from "./paths.ts";
import type { Product } from "./product.ts";

/** The longest name of a release for Helm; Flux shortens longer ones in its own way. */
const LONGEST_RELEASE = 53;

/** The release or the document in the cluster. If the product replaces references in its name or namespace, a release is unknown and a document counts as rendered. */
export function inClusterOf(
  { inCluster, release: named, kind = "" }: Product,
  scope: FoundValue,
  top: FoundValue,
): ClusterRelease | ClusterDocument | "rendered" | undefined {
  if (inCluster === undefined || inCluster === "rendered") return inCluster;
  if ("resource" in inCluster) {
    const name = first(["/metadata.name"], scope, top)?.text ?? "";
    const namespace = first(["/metadata.namespace"], scope, top)?.text ?? inCluster.namespace;
    const { resource } = inCluster;
    return name === "" || isOpaque(`${name} ${namespace}`) ? "rendered" : { resource, kind, name, namespace };
  }
  const given = first([inCluster.name], scope, top)?.text;
  const composed = [[inCluster.prefix], named].flatMap((paths) => first(paths, scope, top)?.text ?? []);
  const release = given ?? composed.join("-");
  const namespace = first(inCluster.namespace, scope, top)?.text;
  if (release === "" || release.length > LONGEST_RELEASE || isOpaque(`${release} ${namespace}`))
    return undefined;
  return { release, namespace };
}
