import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/meanings.ts";
import { parseQuantity, type Quantity } from "../../schema/types/quantity.ts";
import { memo } from "../../yaml/memo.ts";
import type { NumberNode, StringNode } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import { placesMeaning } from "../engine/meanings.ts";
import type { Fix, Place, RuleContext } from "../engine/rule.ts";
import { fitsBeside } from "./resource-pairs.ts";

/** The kind of resource that an amount is about. */
export type AmountMeaning = Extract<Meaning, "cpu" | "memory" | "quantity">;

const MEANINGS: readonly AmountMeaning[] = ["cpu", "memory", "quantity"];

/** A place with an amount, as Kubernetes receives it. */
export interface AmountPlace {
  readonly place: Place;
  readonly node: StringNode | NumberNode;
  readonly meaning: AmountMeaning;
  /** The amount as Helm passes it on. */
  readonly text: string;
  /** Its value; `undefined` if Kubernetes refuses it. */
  readonly amount: Quantity | undefined;
}

/** The readable amounts of a document. A wrong type is left to the rule that reports it. */
export const amountsIn = memo((context: RuleContext): readonly AmountPlace[] =>
  MEANINGS.flatMap((meaning) =>
    placesMeaning(context, meaning).flatMap((place) => {
      const { node } = place;
      if (node.type !== "string" && node.type !== "number") return [];
      const text = String(node.value);
      return [{ place, node, meaning, text, amount: parseQuantity(text) }];
    }),
  ),
);

/** Replaces an amount with another one, in the same quotes. Not preferred if a request would then exceed its limit. */
export function changeAmountFix(
  context: RuleContext,
  { place, node }: AmountPlace,
  text: string,
  preferred: boolean,
): Fix[] {
  if (node.alias || node.tag !== undefined || node.style === "literal" || node.style === "folded") return [];
  const quote = node.style === "double" ? '"' : node.style === "single" ? "'" : "";
  const edits = context.document.at(node).edit.replace(quote + text + quote);
  return fixWith(l10n.t("Change to {0}", text), edits, {
    preferred: preferred && isUnshared(node) && fitsBeside(context, place.path, text),
  });
}

/** An amount with a unit that is usual for memory. */
const MEMORY = /^(\d+(?:\.\d+)?)([KMGTPE]i|[MG])$/;

/** The number and the memory unit of an amount of CPU time; `undefined` if it has none. */
export function memoryUnitIn(text: string): { readonly number: string; readonly unit: string } | undefined {
  const [, number, unit] = MEMORY.exec(text.trim()) ?? [];
  return number === undefined || unit === undefined ? undefined : { number, unit };
}

/** The meaning of an amount of memory without a unit: bytes, or thousandths of a byte. */
export function bareMemory(text: string): "bytes" | "thousandths" | undefined {
  if (text.trim().endsWith("m")) return "thousandths";
  return /^[^a-zA-Z]*$|[eE][-+]?\d+\s*$/.test(text) ? "bytes" : undefined;
}

/** True if an amount probably has the wrong unit, which other rules report. */
export function hasUnclearUnit(meaning: Meaning | undefined, text: string): boolean {
  if (meaning === "memory") return bareMemory(text) !== undefined;
  return meaning === "cpu" && memoryUnitIn(text) !== undefined;
}
