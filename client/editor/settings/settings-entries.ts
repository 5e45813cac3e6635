import { findNodeAtLocation, getNodeValue, type Node, parseTree } from "jsonc-parser";
import type { ReportedChart, ReportedEntry, SetEntry } from "../../../server/lsp/protocol.ts";

const SECTION = "capOperator";

/** The property of a release that contains the entries of a flag. */
const LISTS: Partial<Record<SetEntry["flag"], string>> = {
  set: "set",
  "set-string": "setString",
  "set-json": "setJson",
};

interface SettingsRange {
  readonly offset: number;
  readonly length: number;
}

/** The range of a chart, its version, or a values file of a release in the settings, including its quotes; `undefined` if they have no such value. */
export function chartInSettings(
  text: string,
  { release, key, value }: ReportedChart,
): SettingsRange | undefined {
  const root = parseTree(text);
  if (root === undefined) return undefined;
  const written = release && releaseIn(root, release);
  if (key === "values") return written && itemsOf(written, key).find((item) => item.value === value);
  const setting = key === "chart" ? "chart" : "chartVersion";
  const node = release ? written && findNodeAtLocation(written, [key]) : settingIn(root, setting);
  return node?.value === value ? node : undefined;
}

/** The range of an entry of a release in the text of a settings file or of a workspace file, including its quotes. */
export function entryInSettings(
  text: string,
  { release, flag, text: wanted }: Pick<ReportedEntry, "release" | "flag" | "text">,
): SettingsRange | undefined {
  const root = parseTree(text);
  const list = LISTS[flag];
  if (root === undefined || list === undefined) return undefined;
  const written = releaseIn(root, release);
  return written && itemsOf(written, list).find((item) => item.value === wanted);
}

function settingIn(root: Node, name: string): Node | undefined {
  const setting = `${SECTION}.${name}`;
  return findNodeAtLocation(root, [setting]) ?? findNodeAtLocation(root, ["settings", setting]);
}

/** If several are the same release, the first one counts. */
function releaseIn(root: Node, release: ReportedEntry["release"]): Node | undefined {
  return settingIn(root, "releases")?.children?.find((entry) => isRelease(entry, release));
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
