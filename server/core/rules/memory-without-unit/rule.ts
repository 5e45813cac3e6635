import * as l10n from "@vscode/l10n";
import { compareQuantities, type Quantity, signOf } from "../../schema/types/quantity.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { type AmountPlace, amountsIn, bareMemory, changeAmountFix } from "../topics/amounts.ts";

/** The least number that can be meant as bytes: no container starts with less memory. */
const MEBIBYTE: Quantity = { digits: 2n ** 20n, scale: 0 };
/** The largest number that is taken for mebibytes (64 gibibytes): a larger number is meant in a smaller unit. */
const MOST_MEBIBYTES: Quantity = { digits: 2n ** 16n, scale: 0 };

const UNITS: readonly [unit: string, bytes: bigint][] = [
  ["Gi", 2n ** 30n],
  ["Mi", 2n ** 20n],
  ["M", 10n ** 6n],
  ["Ki", 2n ** 10n],
  ["k", 10n ** 3n],
];

export const rule: Rule = {
  code: "memory-without-unit",
  severity: "warning",
  docs: {
    what: "Memory as a bare number, which means bytes, or in thousandths of a byte (`m`).",
    why: "`memory: 128` is 128 bytes, and `500m` is half a byte: no container starts with that. In large numbers of bytes a wrong digit is easily missed. This is stricter than the API server, which accepts all of them.",
    fix: "Adds the unit `Mi` to the number, or writes a plausible number of bytes in the largest unit that divides it.",
  },
  check(context) {
    return amountsIn(context).flatMap((place) => {
      const { meaning, amount, text } = place;
      if (meaning !== "memory" || !amount || signOf(amount) <= 0) return [];
      const meant = bareMemory(text);
      return meant ? [finding(context, place, amount, meant === "thousandths")] : [];
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
  return {
    ...rangeOf(node),
    message: isThousandths
      ? l10n.t(
          "{0} is {1}, which means thousandths of a byte. Write a unit such as Mi.",
          placeName(place),
          written,
        )
      : l10n.t("{0} is {1}, which means bytes. Write a unit such as Mi.", placeName(place), written),
    fixes: () => (meant === undefined ? [] : changeAmountFix(context, found, meant, true)),
  };
}

function withUnit(number: string, amount: Quantity): string | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(number)) return undefined;
  if (compareQuantities(amount, MEBIBYTE) >= 0) return sameInLargerUnit(number);
  return compareQuantities(amount, MOST_MEBIBYTES) > 0 ? `${number}Ki` : `${number}Mi`;
}

/** The same number of bytes in the largest unit that divides it. */
function sameInLargerUnit(bytes: string): string | undefined {
  if (!/^\d+$/.test(bytes)) return undefined;
  const unit = UNITS.find(([, size]) => BigInt(bytes) % size === 0n);
  return unit && `${BigInt(bytes) / unit[1]}${unit[0]}`;
}
