const INTEGER = /^[-+]?\d+$/;

/**
 * What `--set` makes of a text: the words true, false and null in any case, and whole numbers of 64 bits. A
 * number with a leading zero, a fraction or an exponent stays text.
 */
export function guessType(text: string): string | number | bigint | boolean | null {
  if (/^true$/iu.test(text)) return true;
  if (/^false$/iu.test(text)) return false;
  if (/^null$/iu.test(text)) return null;
  if (text === "0") return 0;
  if (text.startsWith("0") || !INTEGER.test(text)) return text;
  const value = BigInt(text.replace("+", ""));
  if (value < -(2n ** 63n) || value >= 2n ** 63n) return text;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
