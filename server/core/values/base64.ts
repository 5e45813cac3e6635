const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const WHOLE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The text that a base64 text stands for, bytes that are no UTF-8 replaced; `undefined` where it is no base64.
 * Line breaks in it do not count.
 */
export function decodeBase64(encoded: string): string | undefined {
  const digits = encoded.replace(/[\r\n]/g, "");
  if (!WHOLE.test(digits)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits.replace(/=+$/, "")) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return bytes.map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : "\uFFFD")).join("");
  }
}
