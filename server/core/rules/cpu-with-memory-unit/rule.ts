import * as l10n from "@vscode/l10n";
import { signOf } from "../../schema/types/quantity.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { amountsIn, changeAmountFix, memoryUnitIn } from "../topics/amounts.ts";

/** The most cores that a common node has: a larger number was meant in thousandths of a core. */
const MOST_CORES = 16;

export const rule: Rule = {
  code: "cpu-with-memory-unit",
  severity: "warning",
  docs: {
    what: "CPU time with a memory unit.",
    why: "To Kubernetes, `cpu: 200Mi` is about two hundred million cores: no node can run the pod, or the limit has no effect. This is stricter than the API server, which accepts it.",
    fix: "Writes the number in millicores, or a small number in cores.",
  },
  check(context) {
    return amountsIn(context).flatMap((amountPlace) => {
      const { place, node, meaning, amount, text } = amountPlace;
      const found = meaning === "cpu" && amount && signOf(amount) > 0 ? memoryUnitIn(text) : undefined;
      if (!found) return [];
      const { number, unit } = found;
      const readings = Number(number) <= MOST_CORES ? [number, `${number}m`] : [`${number}m`];
      return [
        {
          ...rangeOf(node),
          message: l10n.t(
            "{0} is {1}, but {2} is a memory unit. Write cores such as 0.2, or millicores such as 200m.",
            placeName(place),
            text.trim(),
            unit,
          ),
          fixes: () =>
            readings.flatMap((reading, index) => changeAmountFix(context, amountPlace, reading, index === 0)),
        },
      ];
    });
  },
};
