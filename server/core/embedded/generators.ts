import { findProperty, resolveAlias } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import type { ValueNode, YamlFile } from "../yaml/tree.ts";
import { foundAt, textAt } from "./paths.ts";
import type { DataKind } from "./references.ts";

/** A ConfigMap or Secret that a Kustomization generates: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/ */
export interface GeneratedObject {
  readonly kind: DataKind;
  /** Without the hash, with which Kustomize also ends the references to it. */
  readonly name: string;
  readonly namespace?: string;
  readonly texts: readonly GeneratedText[];
  /** `merge` if its texts override those of the object of another Kustomization, `replace` if it replaces that object. */
  readonly behavior: "create" | "merge" | "replace";
}

/** A text in such an object: the content of a file, by its path from the Kustomization on, or a literal. */
export interface GeneratedText {
  readonly key: string;
  readonly path?: string;
  readonly text?: string;
  readonly node: ValueNode;
}

const GENERATORS = { ConfigMap: "configMapGenerator.*", Secret: "secretGenerator.*" } as const;

/** The objects that a Kustomization generates. `path` is that of the file, by whose name it is recognized. */
export const generatedIn = memo(
  ({ documents: [document], refused }: YamlFile, path: string): readonly GeneratedObject[] => {
    if (refused !== undefined || !/\/kustomization\.ya?ml$/.test(path) || document === undefined) return [];
    const top = { node: document.root, path: "" };
    return Object.entries(GENERATORS).flatMap(([kind, place]) =>
      foundAt(top, place).flatMap(({ node }): readonly GeneratedObject[] => {
        const name = textAt(node, "name");
        const namespace = textAt(node, "namespace") ?? textAt(document.root, "namespace");
        if (name === undefined) return [];
        const behavior = (["merge", "replace"] as const).find((kind) => textAt(node, "behavior") === kind);
        const texts = [...textsIn(node, "files"), ...textsIn(node, "literals")];
        return [
          {
            kind: kind as DataKind,
            name,
            namespace,
            texts,
            behavior: behavior ?? "create",
          },
        ];
      }),
    );
  },
);

/** The paths of the resources, bases and components of a Kustomization, from its folder on. */
export function builtOn({ documents: [document] }: YamlFile): readonly string[] {
  const top = { node: document?.root, path: "" };
  return ["resources.*", "bases.*", "components.*"].flatMap((place) =>
    foundAt(top, place).flatMap(({ node }) =>
      node?.type === "string" ? [node.value.replace(/\/$/, "")] : [],
    ),
  );
}

function textsIn(generator: ValueNode | undefined, list: "files" | "literals"): readonly GeneratedText[] {
  const found = findProperty(generator, list)?.valueNode;
  const items = found && resolveAlias(found);
  return (items?.type === "array" ? items.items : []).flatMap((node): readonly GeneratedText[] => {
    if (node.type !== "string") return [];
    const [, named, rest = ""] = /^([^=]*)=([\s\S]*)$/.exec(node.value) ?? [];
    if (list === "literals") return named ? [{ key: named, text: withoutQuotes(rest), node }] : [];
    const path = named === undefined ? node.value : rest;
    return [{ key: named ?? path.slice(path.lastIndexOf("/") + 1), path, node }];
  });
}

/** https://github.com/kubernetes-sigs/kustomize/blob/master/api/kv/kv.go */
function withoutQuotes(text: string): string {
  const [first = ""] = text;
  return text.length > 1 && `"'`.includes(first) && text.endsWith(first) ? text.slice(1, -1) : text;
}
