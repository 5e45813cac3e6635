import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "switched-off",
  severity: "information",
  docs: {
    what: "`webhook.replicas: 0` also removes the webhook configuration, so nothing is validated or filled in.",
    why: "A number of replicas is expected to stop the pods only. The chart creates the webhook configuration only together with the pods.",
  },
  check({ groups }) {
    return groups
      .filter(({ schemas: [schema] }) => schema?.annotations.atZero !== undefined)
      .flatMap((group) => group.places("number"))
      .flatMap((place) => {
        const { node, schemas } = place;
        const { atZero } = schemas[0]?.annotations ?? {};
        if (node.type !== "number" || node.value !== 0 || atZero === undefined) return [];
        const message = `${l10n.t("{0} is 0.", placeName(place))} ${l10n.t(atZero)}`;
        return [{ ...rangeOf(node), message }];
      });
  },
};
