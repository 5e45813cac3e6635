import { isExtendedResource } from "../../schema/types/extended-resource.ts";
import { isWhole, signOf } from "../../schema/types/quantity.ts";
import { nameOf } from "../engine/meanings.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";
import { readingsOf } from "./amount-readings.ts";
import { type AmountPlace, amountsIn, changeAmountFix } from "./amounts.ts";

export const invalidQuantity: Rule = {
  code: "invalid-quantity",
  severity: "error",
  docs: {
    what: "An amount of memory, CPU time or storage that Kubernetes cannot read, or that is negative.",
    why: "The API server refuses the pod. Units are `m`, `k`, `M`, `G`, `T` and `Ki`, `Mi`, `Gi`, `Ti`; they are case-sensitive, are not followed by `B`, and the decimal separator is a point. Amounts are read exactly as the API server reads them.",
    wrong: "controller:\n  resources:\n    limits:\n      memory: 700MB",
    right: "controller:\n  resources:\n    limits:\n      memory: 700Mi",
    fix: "Changes the amount to one that may be meant, the likeliest first.",
  },
  check(context) {
    return amountsIn(context).flatMap((place) => {
      const fault = faultOf(place);
      return fault === undefined ? [] : [finding(context, place, fault)];
    });
  },
};

const FORMS = {
  cpu: "a number of cores such as 0.5, or thousandths of one such as 500m",
  memory: "a number with a unit, such as 500Mi or 1Gi",
  quantity: "a number, or a number with a unit such as Mi or Gi",
};

function faultOf({ place, meaning, text, amount }: AmountPlace): string | undefined {
  const written = text.trim() === "" ? "empty" : text.replace(/\s+/g, " ").slice(0, 60);
  const is = `${nameOf(place)} is ${written}`;
  if (!amount) return `${is}, which Kubernetes cannot read as an amount. Write ${FORMS[meaning]}.`;
  if (signOf(amount) < 0) return `${is}. It must not be less than 0.`;
  if (isWhole(amount) || !isExtendedResource(place.property?.key ?? "")) return undefined;
  return `${is}. Such a resource must be a whole number.`;
}

function finding(context: RuleContext, place: AmountPlace, message: string): Finding {
  const { node, meaning, text } = place;
  return {
    start: node.offset,
    end: node.offset + node.length,
    message,
    fixes: () =>
      readingsOf(text, meaning).flatMap((reading, at) => changeAmountFix(context, place, reading, at === 0)),
  };
}
