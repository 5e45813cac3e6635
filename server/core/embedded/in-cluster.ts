import { isOpaque } from "./entries.ts";
import { type Found, first } from "./paths.ts";
import type { Product } from "./product.ts";

/** A Helm release in a cluster. */
export interface ClusterRelease {
  readonly release: string;
  /** Where Helm keeps it. */
  readonly namespace?: string;
}

/** A document in a cluster. */
export interface ClusterDocument {
  readonly resource: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** The names of releases are no longer for Helm; Flux shortens them by a way of its own. */
const LONGEST_RELEASE = 53;

/** What a document is or has in the cluster. What the product writes into its name or namespace before it is used is not known. */
export function inClusterOf(
  { inCluster, release: named, kind = "" }: Product,
  scope: Found,
  top: Found,
): ClusterRelease | ClusterDocument | "rendered" | undefined {
  if (inCluster === undefined || inCluster === "rendered") return inCluster;
  if ("resource" in inCluster) {
    const name = first(["/metadata.name"], scope, top)?.text ?? "";
    const namespace = first(["/metadata.namespace"], scope, top)?.text ?? inCluster.namespace;
    const { resource } = inCluster;
    return name === "" || isOpaque(`${name} ${namespace}`) ? "rendered" : { resource, kind, name, namespace };
  }
  const own = first([inCluster.name], scope, top)?.text;
  const composed = [[inCluster.prefix], named].flatMap((paths) => first(paths, scope, top)?.text ?? []);
  const release = own ?? composed.join("-");
  const namespace = first(inCluster.namespace, scope, top)?.text;
  if (release === "" || release.length > LONGEST_RELEASE || isOpaque(`${release} ${namespace}`))
    return undefined;
  return { release, namespace };
}
