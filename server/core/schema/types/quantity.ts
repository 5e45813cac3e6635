/** An exact amount of a resource: `digits` times ten to the power of `scale`. */
export interface Quantity {
  readonly digits: bigint;
  readonly scale: number;
}

const FORM = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[+-]?|[+-])\d*|)$/;
const DECIMAL: Readonly<Record<string, number>> = {
  "": 0,
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
/** Spaces that Kubernetes removes from both ends; tabs and line breaks reach it as escapes and stay. */
const SPACES = " \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000";
const OUTER_SPACES = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "g");
/** The least power of ten of an amount: amounts are rounded up to it. */
const SMALLEST = -9;
const LARGEST_BINARY = 2n ** 63n - 1n;

/** Reads an amount as Kubernetes does; `undefined` if it refuses the text. */
export function parseQuantity(text: string): Quantity | undefined {
  const trimmed = text.replace(OUTER_SPACES, "");
  const match = trimmed === "" ? null : FORM.exec(trimmed);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  const number = BigInt(`0${whole}${fraction}`);
  const isBare = !/\d/.test(whole + fraction);
  const binary = ownEntry(BINARY, suffix);
  if (binary !== undefined) {
    // Without any digit the amount is 0, except in the code that Kubernetes uses for amounts that could be very large.
    if (isBare && binary >= 50) return undefined;
    const amount = rounded(number << BigInt(binary), -fraction.length);
    return signed(sign, capped(amount));
  }
  const exponent = ownEntry(DECIMAL, suffix) ?? exponentOf(suffix);
  if (exponent === undefined || (isBare && exponent < SMALLEST)) return undefined;
  return signed(sign, rounded(number, exponent - fraction.length));
}

/** Less than zero if `a` is the smaller amount, more than zero if it is the larger one. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const signs = signOf(a) - signOf(b);
  if (signs !== 0 || a.digits === 0n) return signs;
  // Amounts of different magnitude are not written out: an exponent can be enormous.
  const magnitudes = magnitude(a) - magnitude(b);
  if (magnitudes !== 0) return magnitudes * signOf(a);
  const scale = Math.min(a.scale, b.scale);
  const difference = a.digits * 10n ** BigInt(a.scale - scale) - b.digits * 10n ** BigInt(b.scale - scale);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** True for an amount without a fraction. */
export function isWhole({ digits, scale }: Quantity): boolean {
  return scale >= 0 || digits % 10n ** BigInt(-scale) === 0n;
}

/** -1, 0 or 1. */
export function signOf({ digits }: Quantity): number {
  return digits > 0n ? 1 : digits < 0n ? -1 : 0;
}

function ownEntry(table: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** `e3`, `E-9`: kept in 32 bits, as Kubernetes does. */
function exponentOf(suffix: string): number | undefined {
  if (!/^[eE][+-]?\d+$/.test(suffix)) return undefined;
  const exponent = BigInt(suffix.slice(1).replace("+", ""));
  return BigInt.asIntN(64, exponent) === exponent ? Number(BigInt.asIntN(32, exponent)) : undefined;
}

function rounded(digits: bigint, scale: number): Quantity {
  if (scale >= SMALLEST || digits === 0n) return { digits, scale };
  const surplus = SMALLEST - scale;
  if (surplus > String(digits).length) return { digits: 1n, scale: SMALLEST };
  const unit = 10n ** BigInt(surplus);
  return { digits: (digits + unit - 1n) / unit, scale: SMALLEST };
}

function capped(amount: Quantity): Quantity {
  const largest = { digits: LARGEST_BINARY, scale: 0 };
  return compareQuantities(amount, largest) > 0 ? largest : amount;
}

function signed(sign: string | undefined, { digits, scale }: Quantity): Quantity {
  return { digits: sign === "-" ? -digits : digits, scale };
}

function magnitude({ digits, scale }: Quantity): number {
  return String(digits < 0n ? -digits : digits).length + scale;
}
