import { type ClusterTarget, clusterLines } from "../cluster/target.ts";
import { counted, countedKinds } from "../sentence-parts.ts";
import { type ManagerManifest, type NamedObject, otherNamespaces } from "./manager-manifest.ts";

/** What a person is shown before the manifest is applied. */
export interface ManifestPlan {
  readonly target: ClusterTarget;
  readonly manifest: ManagerManifest;
  /** Where the manifest came from. */
  readonly source: string;
  /** What applying would change, by `kind/name`; absent when the cluster could not be asked before there is the namespace. */
  readonly changes?: ReadonlyMap<string, string>;
  /** What speaks against it, and what could not be looked at. */
  readonly remarks: readonly string[];
}

/** The plan as a readable page. Texts of objects are not shown: a manifest may hold Secrets. */
export function manifestPage({ target, manifest, source, changes, remarks }: ManifestPlan): string {
  const { objects, images, namespace } = manifest;
  const rows = objects.map((object) => {
    const change = changes === undefined ? "" : ` ${changeOf(object, changes)} |`;
    return `| ${cell(object.kind)} | ${cell(object.name)} | ${cell(object.namespace ?? "")} |${change}`;
  });
  return [
    "# CAP Operator Manager",
    "",
    ...remarks.flatMap((remark) => [`> ${remark}`, ""]),
    `| | |`,
    `|---|---|`,
    `| Context | ${cell(target.context)} |`,
    `| Server | ${cell(target.server)} |`,
    `| Namespace | ${cell(namespace)} |`,
    `| Manifest | ${cell(source)} |`,
    "",
    "## Images",
    "",
    ...(images.length === 0 ? ["None."] : images.map((image) => `- \`${image}\``)),
    "",
    `## ${counted(objects.length, "object")}`,
    "",
    changes === undefined ? "| Kind | Name | Namespace |" : "| Kind | Name | Namespace | In the cluster |",
    changes === undefined ? "|---|---|---|" : "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
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

/** kubectl names an object by its kind in lower case, its group and its name. */
function changeOf({ kind, name }: NamedObject, changes: ReadonlyMap<string, string>): string {
  const key = `${kind.toLowerCase()}/${name}`;
  return CHANGES[changes.get(key) ?? ""] ?? "";
}

const CHANGES: Readonly<Record<string, string>> = {
  created: "new",
  configured: "changes",
  unchanged: "stays as it is",
};

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
