import * as l10n from "@vscode/l10n";
import { type ClusterTarget, clusterLines } from "../cluster/target.ts";
import { blocks, lines, type Markdown, md, table } from "../markdown.ts";
import { counted, countedKinds } from "../sentence-parts.ts";
import { type ManagerManifest, type NamedObject, otherNamespaces } from "./manager-manifest.ts";

/** What a person is shown before the manifest is applied. */
export interface ManifestPlan {
  readonly target: ClusterTarget;
  readonly manifest: ManagerManifest;
  /** Where the manifest came from. */
  readonly source: string;
  /** What applying would change, by `kind/name`; absent if the cluster cannot be asked because the namespace does not exist yet. */
  readonly changes?: ReadonlyMap<string, string>;
  /** What speaks against it, and what could not be checked. */
  readonly remarks: readonly string[];
}

/** The plan as a page. It does not show the text of objects, because a manifest may contain Secrets. */
export function manifestPage({ target, manifest, source, changes, remarks }: ManifestPlan): Markdown {
  const { objects, images, namespace } = manifest;
  const withChange = (cells: readonly string[], change: string) =>
    changes === undefined ? cells : [...cells, change];
  return blocks(
    md`# CAP Operator Manager`,
    ...remarks.map((remark) => md`> ${remark}`),
    table(
      ["Context", target.context],
      [
        ["Server", target.server],
        ["Namespace", namespace],
        ["Manifest", source],
      ],
    ),
    md`## Images`,
    images.length === 0 ? md`None.` : lines(images.map((image) => md`- ${image}`)),
    md`## ${counted(objects.length, "object")}`,
    table(
      withChange(["Kind", "Name", "Namespace"], l10n.t("In the cluster")),
      objects.map((object) =>
        withChange([object.kind, object.name, object.namespace ?? ""], changeOf(object, changes)),
      ),
    ),
  );
}

/** What the confirmation says, line by line. */
export function manifestDetail({ target, manifest, source, remarks }: ManifestPlan): string {
  const namespaces = [manifest.namespace, ...otherNamespaces(manifest)];
  return [
    ...remarks,
    ...(remarks.length > 0 ? [""] : []),
    ...clusterLines(target),
    `${namespaces.length === 1 ? "Namespace" : "Namespaces"}: ${namespaces.join(", ")}`,
    `Objects: ${manifest.objects.length} (${countedKinds(manifest.objects)})`,
    `Manifest: ${source}`,
  ].join("\n");
}

/** kubectl names an object by its kind in lower case, its group and its name; the keys here have no group. */
function changeOf({ kind, name }: NamedObject, changes: ReadonlyMap<string, string> | undefined): string {
  const key = `${kind.toLowerCase()}/${name}`;
  return CHANGES[changes?.get(key) ?? ""] ?? "";
}

const CHANGES: Readonly<Record<string, string>> = {
  created: "new",
  configured: "changes",
  unchanged: l10n.t("stays as it is"),
};
