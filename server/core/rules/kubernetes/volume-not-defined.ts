import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Edit } from "../../yaml/edits/edit.ts";
import { insertProperties } from "../../yaml/edits/edits.ts";
import { findProperty, valueAt } from "../../yaml/lookup.ts";
import type { ArrayNode, Path } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { keyMeaning } from "../engine/key-meaning.ts";
import { closestFirst, meant } from "../engine/rank.ts";
import { changeTextFix } from "../engine/rewrite.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { type Entry, entriesOf, namesBeside, type VolumeList, volumeLists } from "./volume-lists.ts";

/** No component has this many volumes; comparing all names of a huge list would take too long. */
const MOST_CANDIDATES = 50;

export const volumeNotDefined: Rule = {
  code: "volume-not-defined",
  severity: "error",
  docs: {
    what: "A mount names a volume that the component does not define.",
    why: "The API server refuses the pod. Names are case-sensitive.",
    wrong:
      "controller:\n  volumes:\n    - name: ca-bundle\n      configMap:\n        name: ca-bundle\n  volumeMounts:\n    - name: ca-bundle\n      mountPath: /ca\n    - name: ca\n      mountPath: /more",
    right:
      "controller:\n  volumes:\n    - name: ca-bundle\n      configMap:\n        name: ca-bundle\n  volumeMounts:\n    - name: ca-bundle\n      mountPath: /ca",
    fix: "Changes the name to that of a defined volume, the closest first, or adds an empty volume with this name.",
  },
  check(context) {
    return volumeLists(context, "volume-mounts").flatMap((list): Finding[] => {
      const defined = namesBeside(context, list, "volumes");
      if (!defined) return [];
      const candidates = [...defined].slice(0, MOST_CANDIDATES);
      return entriesOf(context, list, "volume-name")
        .filter(({ text }) => !defined.has(text))
        .map((entry) => finding(context, list, entry, candidates));
    });
  },
};

function finding(context: RuleContext, list: VolumeList, entry: Entry, defined: readonly string[]): Finding {
  const { node, text } = entry;
  const [best] = meant(text, defined);
  const hint =
    best === undefined
      ? l10n.t("Define it, or use the name of another one.")
      : l10n.t('Did you mean "{0}"?', best);
  return {
    start: node.offset,
    end: node.offset + node.length,
    message: `${l10n.t('No volume "{0}" found, so Kubernetes refuses the pod.', text)} ${hint}`,
    fixes: () => [
      ...closestFirst(text, defined).flatMap((name) =>
        node.type === "string" ? changeTextFix(node, name, name === best) : [],
      ),
      ...addFix(context, list, text),
    ],
  };
}

function addFix(context: RuleContext, { owner }: VolumeList, name: string): Fix[] {
  const component = context.document.at(owner).schema;
  const key = component && keyMeaning(component, "volumes");
  const items = key === undefined ? undefined : component?.properties.get(key)?.items;
  const nameKey = items && keyMeaning(items, "volume-name");
  if (key === undefined || nameKey === undefined) return [];
  const edit = addition(context, [...owner, key], `${nameKey}: ${scalarText(name)}`);
  return edit ? [{ title: l10n.t('Add an empty volume "{0}"', name), edits: [edit] }] : [];
}

/** Adds an entry after those that the list has, or the list itself if it is missing. */
function addition({ analysis, root }: RuleContext, path: Path, name: string): Edit | undefined {
  const { lines, style } = analysis;
  const owner = valueAt(root.node, path.slice(0, -1));
  const key = String(path.at(-1));
  const list = findProperty(owner, key)?.valueNode;
  if (list?.type === "array" && !list.alias && isUnshared(list)) {
    if (list.flow) return inBrackets(list, name);
    const last = list.items.at(-1);
    if (!last) return undefined;
    const column = list.offset - lines.start(lines.lineAt(list.offset));
    const line = lines.lineAt(last.offset + Math.max(last.length - 1, 0));
    const at = lines.start(line) + lines.text(line).length;
    const text = [`- ${name}`, "  emptyDir: {}"].map((one) => style.lineBreak + " ".repeat(column) + one);
    return { start: at, end: at, text: text.join("") };
  }
  const entry = [`- ${name}`, "  emptyDir: {}"];
  const end = root.document.end;
  if (list) return list.type === "null" ? insertProperties(analysis, root.node, path, entry, end) : undefined;
  const indented = entry.map((line) => " ".repeat(style.indent) + line);
  return insertProperties(analysis, root.node, path.slice(0, -1), [`${key}:`, ...indented], end);
}

function inBrackets({ offset, items }: ArrayNode, name: string): Edit {
  const last = items.at(-1);
  const at = last ? last.offset + last.length : offset + 1;
  return { start: at, end: at, text: `${last ? ", " : ""}{ ${name}, emptyDir: {} }` };
}
