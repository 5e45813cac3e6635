import * as l10n from "@vscode/l10n";
import { resolveScalar } from "../yaml/reader/scalars.ts";
import { unquoted } from "../yaml/unquoted.ts";
import { accepts, type SchemaNode } from "./model.ts";
import type { ValueOffer } from "./offers.ts";
import { parseDuration } from "./types/duration.ts";
import { parseQuantity, signOf } from "./types/quantity.ts";

/** The beginning of a value at a cursor. */
interface BegunValue {
  readonly written: string;
  /** The quote that it begins with, and the text between that and the cursor. */
  readonly quote: string;
  readonly typed: string;
  /** True if the closing quote is there, and true if the cursor is at the end of the value. */
  readonly isClosed: boolean;
  readonly isAtEnd: boolean;
}

/** A value that completes the written text at a place. */
interface Completion extends ValueOffer {
  /** The text that replaces the whole value. */
  readonly newText: string;
  /** The text that an editor compares with the text before the cursor, quote included. */
  readonly filterText: string;
}

/** A character that is never typed, so any typing closes the list. */
const NOTHING_TYPED = " ";

/**
 * The values proposed at a place that complete the written text: all while nothing is typed; afterwards those that are allowed, those that go
 * on from the typed text, and amounts and durations made of it with a unit. A typed text that is complete comes first, and does not open a
 * list by itself: the key that ends a line may accept its first entry.
 */
export function completionsOf(
  written: string,
  column: number,
  node: SchemaNode,
  offers: readonly ValueOffer[],
  unasked = false,
): Completion[] {
  const begun = begunAt(written, column);
  return fitting(begun, node, offers, unasked)
    .map((offer) => completionOf(begun, node, offer, offers))
    .filter(
      ({ isChoice, newText, reason }) => isChoice || newText !== written || reason === asTyped().reason,
    );
}

function begunAt(written: string, column: number): BegunValue {
  const [quote = ""] = /^["']/.exec(written) ?? [];
  const rest = written.slice(Math.max(column, quote.length));
  const isClosed = quote !== "" && rest.endsWith(quote);
  const isAtEnd = rest === (isClosed ? quote : "");
  return { written, quote, typed: written.slice(quote.length, column), isClosed, isAtEnd };
}

function completionOf(
  { quote, typed, isClosed }: BegunValue,
  node: SchemaNode,
  offer: ValueOffer,
  offers: readonly ValueOffer[],
): Completion {
  const { text, isChoice } = offer;
  if (isChoice) {
    return { ...offer, newText: text, filterText: allButLast(text.startsWith('"') ? text : quote + text) };
  }
  const plain = unquoted(text);
  const staysQuoted = isClosed && accepts(node, "string") && !/["'\\]/.test(plain);
  // While a longer value is offered as well, a whole one stays in the list, where it is the better match.
  const isWhole = plain === typed || offers.some((other) => isBegunBy(node, plain, other));
  return {
    ...offer,
    newText: staysQuoted ? quote + plain + quote : text,
    filterText: isWhole ? quote + plain : allButLast(quote + plain),
  };
}

/** The text without its last character: a value that was typed in full is no longer offered, so that Enter ends its line. */
export function allButLast(text: string): string {
  return text.length > 1 ? text.slice(0, -1) : NOTHING_TYPED;
}

function fitting(
  begun: BegunValue,
  node: SchemaNode,
  offers: readonly ValueOffer[],
  unasked: boolean,
): readonly ValueOffer[] {
  const { quote, typed, isAtEnd } = begun;
  if (typed === "") return offers;
  const known = offers.filter(
    (offer) =>
      offer.isChoice || (isAtEnd && (isBegunBy(node, typed, offer) || unquoted(offer.text) === typed)),
  );
  const texts = new Set(known.map(({ text }) => text));
  const made = isAtEnd ? measures(typed, node, offers).filter((text) => !texts.has(text)) : [];
  const all = [...known, ...made.map((text) => ({ ...WITHOUT_REASON, text, reason: l10n.t("with a unit") }))];
  const goesOn = all.some((offer) => !offer.isChoice && unquoted(offer.text) !== typed);
  if (!goesOn || !isWhole(typed, node, offers) || (quote !== "" && !accepts(node, "string"))) return all;
  // If the units of the chart are powers of two, thousands of bytes are a typing error.
  if (unasked && !isBytes(node, typed)) return all.filter(({ isChoice }) => isChoice);
  const others = all.filter(({ text }) => text !== typed);
  return [asTyped(typed), ...others.map((offer) => ({ ...offer, isDefault: false }))];
}

const WITHOUT_REASON = { isDefault: false, isChoice: false };

function asTyped(text = ""): ValueOffer {
  return { text, reason: l10n.t("as typed"), isDefault: true, isChoice: false };
}

/** True if a proposed value goes on from a text. Case counts in units only. */
function isBegunBy({ annotations }: SchemaNode, begun: string, { text }: ValueOffer): boolean {
  const plain = unquoted(text);
  const start = plain.slice(0, begun.length);
  const isSame = isMeasure(annotations.meaning)
    ? start === begun
    : start.toLowerCase() === begun.toLowerCase();
  return isSame && plain.length > begun.length;
}

/** Units by the meaning of a value, in the order in which people write them. */
const UNITS = {
  memory: ["Mi", "Gi"],
  quantity: ["Mi", "Gi"],
  cpu: ["m"],
  duration: ["h", "m", "s"],
} as const;

function isMeasure(meaning: string | undefined): meaning is keyof typeof UNITS {
  return meaning !== undefined && Object.hasOwn(UNITS, meaning);
}

/** A number, also one with the beginning of a unit, with each unit that fits, those of the proposed values first. */
function measures(typed: string, node: SchemaNode, offers: readonly ValueOffer[]): string[] {
  const { meaning } = node.annotations;
  if (!isMeasure(meaning) || !/\d[KMGTPE]?$/.test(typed)) return [];
  const units: readonly string[] = UNITS[meaning];
  const isUsed = (unit: string) => offers.some(({ text }) => unquoted(text).endsWith(unit));
  switch (meaning) {
    case "duration": {
      const [, last = ""] = /([hm])[\d.]+$/.exec(typed) ?? [];
      const smaller = units.slice(units.indexOf(last) + 1);
      const ordered = [...smaller.filter(isUsed), ...smaller.filter((unit) => !isUsed(unit))];
      return ordered.map((unit) => typed + unit).filter((text) => isDuration(node, text));
    }
    case "cpu":
      // A single digit does not mean millicores, which would be too little.
      return /^\d{2,}$/.test(typed) ? units.map((unit) => typed + unit).filter(isPositive) : [];
    default: {
      // Amounts of anything else than bytes have no such units.
      if (!units.some(isUsed)) return [];
      const made = /\d$/.test(typed) ? units.map((unit) => typed + unit) : [`${typed}i`];
      return made.filter(isPositive);
    }
  }
}

/** True if the typed text is complete: one of the proposed values, or a valid number or amount. */
function isWhole(typed: string, node: SchemaNode, offers: readonly ValueOffer[]): boolean {
  if (offers.some(({ text }) => text === typed)) return true;
  if (!/[a-zA-Z\d]$/.test(typed)) return false;
  const { meaning } = node.annotations;
  switch (meaning) {
    case "duration":
      return isDuration(node, typed);
    case "cpu":
      return isPositive(typed);
    case "memory":
    case "quantity":
      return isBytes(node, typed) && isPositive(typed);
    default: {
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = node;
      const scalar = resolveScalar(typed, "plain");
      const isNumber = scalar.type === "number" && accepts(node, "number", "integer");
      return isNumber && scalar.value >= minimum && scalar.value <= maximum;
    }
  }
}

function isBytes({ annotations: { meaning } }: SchemaNode, text: string): boolean {
  return (meaning === "memory" || meaning === "quantity") && /[kKMGTPE]i?$/.test(text);
}

function isPositive(text: string): boolean {
  const amount = parseQuantity(text);
  return amount !== undefined && signOf(amount) > 0;
}

/** True for a duration that the operator can use. */
function isDuration({ annotations: { shortest } }: SchemaNode, text: string): boolean {
  const duration = parseDuration(text) ?? 0;
  return duration > 0 && duration >= (shortest === undefined ? 0 : (parseDuration(shortest) ?? 0));
}
