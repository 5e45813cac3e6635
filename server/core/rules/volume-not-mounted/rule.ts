import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { entriesOf, namesBeside, volumeLists } from "../topics/volume-lists.ts";

export const rule: Rule = {
  code: "volume-not-mounted",
  severity: "hint",
  docs: {
    what: "A volume that no mount uses.",
    why: "The pod has the volume, but its container cannot access the content.",
  },
  check(context) {
    return volumeLists(context, "volumes").flatMap((list): Finding[] => {
      const mounted = namesBeside(context, list, "volume-mounts");
      if (!mounted) return [];
      return entriesOf(context, list, "volume-name")
        .filter(({ text }) => !mounted.has(text))
        .map(({ node, text }) => ({
          ...rangeOf(node),
          message: l10n.t('The volume "{0}" is not mounted, so the container cannot access it.', text),
        }));
    });
  },
};
