import { memo } from "../yaml/memo.ts";
import type { Interpolation, YamlDocument } from "../yaml/tree.ts";
import { type FoundValue, foundAt, textAt } from "./paths.ts";

/** A kind of documents that consist of objects, each of which counts as a document. Paths are as in the table of products. */
interface Container {
  readonly group: string;
  readonly kind: string;
  /** The paths of the objects. */
  readonly objects: readonly string[];
  /** True if the product changes the objects before they are used. */
  readonly isPartial?: true;
  readonly interpolation?: Interpolation;
  /** The documentation of this. */
  readonly source: string;
}

const CONTAINERS: readonly Container[] = [
  {
    group: "v1",
    kind: "List",
    objects: ["items.*"],
    source: "https://kubernetes.io/docs/reference/using-api/api-concepts/#collections",
  },
  {
    group: "fluxcd.controlplane.io",
    kind: "ResourceSet",
    objects: ["spec.resources.*"],
    interpolation: "angle-brackets",
    source: "https://fluxoperator.dev/docs/crd/resourceset/",
  },
  {
    group: "apiextensions.crossplane.io",
    kind: "Composition",
    objects: ["spec.resources.*.base", "spec.pipeline.*.input.resources.*.base"],
    isPartial: true,
    source: "https://docs.crossplane.io/latest/guides/function-patch-and-transform/",
  },
];

/** An object that counts as a document: all of a document, or a part. */
export interface HeldObject extends FoundValue {
  /** The kind of document that it is a part of. */
  readonly container?: Container;
}

/** The objects of a document: the document itself, or those that it consists of. */
export const objectsIn = memo(({ root }: YamlDocument): readonly HeldObject[] => {
  const top: FoundValue = { node: root, path: "" };
  const [kind, version = ""] = [textAt(root, "kind"), textAt(root, "apiVersion")];
  const container = CONTAINERS.find((row) => row.kind === kind && isOfGroup(version, row.group));
  return (
    container?.objects.flatMap((path) => foundAt(top, path).map((object) => ({ ...object, container }))) ?? [
      top,
    ]
  );
});

/** True if the version of an object is one of a group. */
export function isOfGroup(version: string, group: string): boolean {
  return version === group || version.startsWith(`${group}/`);
}
