import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { type Entry, repeated } from "../topics/entries.ts";
import { entriesOf, volumeLists } from "../topics/volume-lists.ts";

export const rule: Rule = {
  code: "duplicate-mount-path",
  severity: "error",
  docs: {
    what: "Two mounts with the same path, or two volumes with the same name.",
    why: "The API server rejects the pod. It compares paths character by character, so `/ca` and `/ca/` differ.",
  },
  check(context) {
    const volumes = volumeLists(context, "volumes").flatMap((list) =>
      findings(entriesOf(context, list, "volume-name"), (text) =>
        l10n.t('Another volume already has the name "{0}". Kubernetes rejects the pod.', text),
      ),
    );
    const mounts = volumeLists(context, "volume-mounts").flatMap((list) =>
      findings(entriesOf(context, list, "mount-path"), (text) =>
        l10n.t('Another volume is already mounted at "{0}". Kubernetes rejects the pod.', text),
      ),
    );
    return [...volumes, ...mounts];
  },
};

function findings(entries: readonly Entry[], sentence: (text: string) => string): Finding[] {
  return repeated(entries, ({ text }) => text).map(({ entry, first }) => ({
    ...rangeOf(entry.node),
    message: sentence(entry.text),
    related: [{ ...rangeOf(first.node), message: l10n.t("First used here.") }],
  }));
}
