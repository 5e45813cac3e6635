import * as l10n from "@vscode/l10n";
import { isExtendedResource } from "../../schema/types/extended-resource.ts";
import { isWhole, signOf } from "../../schema/types/quantity.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { type AmountMeaning, type AmountPlace, amountsIn, changeAmountFix } from "../topics/amounts.ts";
import { readingsOf } from "./amount-readings.ts";

export const rule: Rule = {
  code: "invalid-quantity",
  severity: "error",
  docs: {
    what: "An amount of memory, CPU time or storage that Kubernetes cannot read, or that is negative.",
    why: "The API server rejects the pod. Units are `m`, `k`, `M`, `G`, `T` and `Ki`, `Mi`, `Gi`, `Ti`; they are case-sensitive, are not followed by `B`, and the decimal separator is a point. Amounts are read exactly as the API server reads them.",
    fix: "Changes the amount to one that may be meant, the likeliest first.",
  },
  check(context) {
    return amountsIn(context).flatMap((place) => {
      const fault = faultOf(place);
      return fault === undefined ? [] : [finding(context, place, fault)];
    });
  },
};

function faultOf({ place, meaning, text, amount }: AmountPlace): string | undefined {
  const name = placeName(place);
  const written = text.replace(/\s+/g, " ").slice(0, 60);
  if (!amount) {
    const fault =
      text.trim() === ""
        ? l10n.t("{0} cannot be empty.", name)
        : l10n.t("{0} is {1}, which is not a valid amount.", name, written);
    return `${fault} ${formOf(meaning)}`;
  }
  if (signOf(amount) < 0) return l10n.t("{0} is {1}, but must not be negative.", name, written);
  if (isWhole(amount) || !isExtendedResource(place.property?.key ?? "")) return undefined;
  return l10n.t("{0} is {1}, but must be a whole number.", name, written);
}

/** The advice on the notation of an amount. */
function formOf(meaning: AmountMeaning): string {
  switch (meaning) {
    case "cpu":
      return l10n.t("Write cores such as 0.5, or millicores such as 500m.");
    case "memory":
      return l10n.t("Write a number with a unit, such as 500Mi or 1Gi.");
    case "quantity":
      return l10n.t("Write a number, or a number with a unit such as Mi or Gi.");
  }
}

function finding(context: RuleContext, place: AmountPlace, message: string): Finding {
  const { node, meaning, text } = place;
  return {
    ...rangeOf(node),
    message,
    fixes: () =>
      readingsOf(text, meaning).flatMap((reading, index) =>
        changeAmountFix(context, place, reading, index === 0),
      ),
  };
}
