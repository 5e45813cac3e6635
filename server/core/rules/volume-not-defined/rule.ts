import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { changeTextFix, fixWith } from "../engine/fixes.ts";
import { closestFirst, closestMatches } from "../engine/rank.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import type { Entry } from "../topics/entries.ts";
import { entriesOf, namesBeside, type VolumeList, volumeKeys, volumeLists } from "../topics/volume-lists.ts";

/** The largest number of volumes that are compared: no component has more, and a huge list would take too long. */
const MOST_CANDIDATES = 50;

export const rule: Rule = {
  code: "volume-not-defined",
  severity: "error",
  docs: {
    what: "A mount names a volume that the component does not define.",
    why: "The API server rejects the pod. Names are case-sensitive.",
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
  const [best] = closestMatches(text, defined);
  const hint =
    best === undefined
      ? l10n.t("Define it, or use the name of another one.")
      : l10n.t('Did you mean "{0}"?', best);
  return {
    ...rangeOf(node),
    message: `${l10n.t('No volume "{0}" found, so Kubernetes rejects the pod.', text)} ${hint}`,
    fixes: () => [
      ...closestFirst(text, defined).flatMap((name) =>
        node.type === "string" ? changeTextFix(context, node, name, name === best) : [],
      ),
      ...addFix(context, list, text),
    ],
  };
}

function addFix(context: RuleContext, { owner }: VolumeList, name: string): Fix[] {
  const { key, name: nameKey } = volumeKeys(context, owner, "volumes") ?? {};
  if (key === undefined || nameKey === undefined) return [];
  const edits = context.document
    .at([...owner, key])
    .edit.addItem([`${nameKey}: ${scalarText(name)}`, "emptyDir: {}"]);
  return fixWith(l10n.t('Add an empty volume "{0}"', name), edits);
}
