const INTEGER = /^[-+]?\d+$/;

/**
 * What `--set` makes of a string. The words true, false and null, in upper or lower case, and 64-bit integers become values
 * of that type. A number with a leading zero, a fraction or an exponent stays a string.
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
