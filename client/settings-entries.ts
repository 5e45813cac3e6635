import { findNodeAtLocation, getNodeValue, type Node, parseTree } from "jsonc-parser";
import type { ReportedEntry, SetEntry } from "../server/lsp/protocol.ts";

const SETTING = "capOperator.releases";

/** The property of a release that contains the entries of a flag. */
const LISTS: Partial<Record<SetEntry["flag"], string>> = {
  set: "set",
  "set-string": "setString",
  "set-json": "setJson",
};

/** Where an entry of a release is in the text of a settings file or of a workspace file, including its quotes. */
export function entryInSettings(
  text: string,
  { release, flag, text: wanted }: Pick<ReportedEntry, "release" | "flag" | "text">,
): { readonly offset: number; readonly length: number } | undefined {
  const root = parseTree(text);
  const list = LISTS[flag];
  if (root === undefined || list === undefined) return undefined;
  const releases = findNodeAtLocation(root, [SETTING]) ?? findNodeAtLocation(root, ["settings", SETTING]);
  // If several are the same release, the first one counts.
  const written = releases?.children?.find((one) => isRelease(one, release));
  return written && itemsOf(written, list).find((item) => item.value === wanted);
}

function isRelease(node: Node, { name, namespace, kubeContext }: ReportedEntry["release"]): boolean {
  const text = (key: string): string => {
    const value = findNodeAtLocation(node, [key]);
    return value?.type === "string" ? getNodeValue(value) : "";
  };
  return (
    text("name") === name &&
    text("namespace") === (namespace ?? "") &&
    text("kubeContext") === (kubeContext ?? "")
  );
}

function itemsOf(release: Node, list: string): readonly Node[] {
  return findNodeAtLocation(release, [list])?.children ?? [];
}
