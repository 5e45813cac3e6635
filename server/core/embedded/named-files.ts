import type { YamlFile } from "../yaml/tree.ts";
import type { EmbeddedChart } from "./chart-named.ts";
import { installedIn } from "./find.ts";
import { foundAt } from "./paths.ts";

/** A file that a document of another product names as one with values of the operator's chart. */
export interface NamedFile {
  readonly product: string;
  /** As it is written: a path from the folder of the document. */
  readonly path: string;
  readonly chart: EmbeddedChart;
}

/** The files in which documents that name values files are looked for. */
export const NAMING_FILES = [
  "kustomization.yaml",
  "kustomization.yml",
  "Kustomization",
  "helmfile.yaml",
  "helmfile.yml",
  "fleet.yaml",
  "skaffold.yaml",
  "devspace.yaml",
  "garden.yml",
] as const;

/** Keys that name a file with values that is not merged with those of the document: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/helmcharts/ */
const ALONE = ["valuesFile"];

/** The files with values of the operator's chart that the documents of a file name. `path` is that of the file. */
export function filesNamedIn(file: YamlFile, names: readonly string[], path: string): readonly NamedFile[] {
  const found: NamedFile[] = [];
  for (const { product, scope, chart } of installedIn(file, names, path)) {
    if (chart === undefined) continue;
    const lists = product.valuesFiles?.filter(({ from }) => from === "document") ?? [];
    const places = [...ALONE, ...lists.map((list) => `${list.at}.*`)];
    for (const { node } of places.flatMap((place) => foundAt(scope, place))) {
      if (node?.type === "string") found.push({ product: product.name, path: node.value, chart });
    }
  }
  return found;
}
