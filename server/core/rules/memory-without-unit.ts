import { type AmountPlace, amountsIn, changeAmountFix } from "./amounts.ts";
import { nameOf } from "./meanings.ts";
import { compareQuantities, type Quantity, signOf } from "./quantity.ts";
import type { Finding, Rule, RuleContext } from "./rule.ts";

/** What is less than this was not meant as bytes: no container starts with so little. */
const MEBIBYTE: Quantity = { digits: 2n ** 20n, scale: 0 };
/** So many mebibytes are 64 gibibytes: who writes a larger number means a smaller unit. */
const MOST_MEBIBYTES: Quantity = { digits: 2n ** 16n, scale: 0 };

export const memoryWithoutUnit: Rule = {
  code: "memory-without-unit",
  severity: "warning",
  docs: {
    what: "Memory as a bare number that is too small for a number of bytes, or in thousandths of a byte (`m`).",
    why: "`memory: 128` is 128 bytes, and `500m` is half a byte: no container starts with that. This is stricter than the API server, which accepts both. A bare number from one mebibyte on (1048576) is taken for the number of bytes that it is.",
    wrong: "controller:\n  resources:\n    requests:\n      memory: 128",
    right: "controller:\n  resources:\n    requests:\n      memory: 128Mi",
    fix: "The unit `Mi` is written behind the number.",
  },
  check(context) {
    return amountsIn(context).flatMap((place) => {
      const { meaning, amount, text } = place;
      if (meaning !== "memory" || !amount || signOf(amount) <= 0) return [];
      const isThousandths = text.trim().endsWith("m");
      const isBare = /^[^a-zA-Z]*$|[eE][-+]?\d+\s*$/.test(text);
      if (!isThousandths && !(isBare && compareQuantities(amount, MEBIBYTE) < 0)) return [];
      return [finding(context, place, amount, isThousandths)];
    });
  },
};

function finding(
  context: RuleContext,
  found: AmountPlace,
  amount: Quantity,
  isThousandths: boolean,
): Finding {
  const { place, node, text } = found;
  const written = text.trim();
  const meant = withUnit(isThousandths ? written.slice(0, -1) : written, amount);
  const fault = isThousandths
    ? `"m" stands for thousandths of a byte`
    : "without a unit it is a number of bytes";
  return {
    start: node.offset,
    end: node.offset + node.length,
    message: `${nameOf(place)} is ${written}, and ${fault}. Write a unit such as Mi.`,
    fixes: () => (meant === undefined ? [] : changeAmountFix(context, found, meant, true)),
  };
}

function withUnit(number: string, amount: Quantity): string | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(number)) return undefined;
  return compareQuantities(amount, MOST_MEBIBYTES) > 0 ? `${number}Ki` : `${number}Mi`;
}
