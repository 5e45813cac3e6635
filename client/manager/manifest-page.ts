import * as l10n from "@vscode/l10n";
import { type ClusterTarget, clusterLines } from "../kubectl/target.ts";
import { blocks, lines, type Markdown, md, table } from "../texts/markdown.ts";
import { countedKinds } from "../texts/sentence-parts.ts";
import { type ManagerManifest, type NamedObject, otherNamespaces } from "./manager-manifest.ts";

// Not translated: a name.
const PRODUCT = "CAP Operator Manager";

/** The facts that a person sees before the manifest is applied. */
export interface ManifestPlan {
  readonly target: ClusterTarget;
  readonly manifest: ManagerManifest;
  readonly source: string;
  /** The changes of objects, by `kind/name`; absent if the cluster cannot be asked because the namespace does not exist yet. */
  readonly changes?: ReadonlyMap<string, string>;
  /** Sentences about objections and failed checks. */
  readonly remarks: readonly string[];
}

/** The plan as a page. It does not show the text of objects, because a manifest may contain Secrets. */
export function manifestPage({ target, manifest, source, changes, remarks }: ManifestPlan): Markdown {
  const { objects, images, namespace } = manifest;
  const withChange = (cells: readonly string[], change: string) =>
    changes === undefined ? cells : [...cells, change];
  return blocks(
    md`# ${PRODUCT}`,
    ...remarks.map((remark) => md`> ${remark}`),
    table(
      [l10n.t("Context"), target.context],
      [
        [l10n.t("Server"), target.server],
        [l10n.t("Namespace"), namespace],
        [l10n.t("Manifest"), source],
      ],
    ),
    md`## ${l10n.t("Images")}`,
    images.length === 0 ? md`${l10n.t("None.")}` : lines(images.map((image) => md`- ${image}`)),
    md`## ${objects.length === 1 ? l10n.t("1 object") : l10n.t("{0} objects", objects.length)}`,
    table(
      withChange([l10n.t("Kind"), l10n.t("Name"), l10n.t("Namespace")], l10n.t("In the cluster")),
      objects.map((object) =>
        withChange([object.kind, object.name, object.namespace ?? ""], changeOf(object, changes)),
      ),
    ),
  );
}

/** The details in the confirmation, line by line. */
export function manifestDetail({ target, manifest, source, remarks }: ManifestPlan): string {
  const namespaces = [manifest.namespace, ...otherNamespaces(manifest)];
  return [
    ...remarks,
    ...(remarks.length > 0 ? [""] : []),
    ...clusterLines(target),
    namespaces.length === 1
      ? l10n.t("Namespace: {0}", manifest.namespace)
      : l10n.t("Namespaces: {0}", namespaces.join(", ")),
    l10n.t("Objects: {0} ({1})", manifest.objects.length, countedKinds(manifest.objects)),
    l10n.t("Manifest: {0}", source),
  ].join("\n");
}

/** kubectl names an object by its kind in lower case, its group and its name; the keys here have no group. */
function changeOf({ kind, name }: NamedObject, changes: ReadonlyMap<string, string> | undefined): string {
  const key = `${kind.toLowerCase()}/${name}`;
  switch (changes?.get(key)) {
    case "created":
      return l10n.t("new");
    case "configured":
      return l10n.t("changes");
    case "unchanged":
      return l10n.t("stays as it is");
    default:
      return "";
  }
}
