import { withoutEnd } from "../without-end.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const WHOLE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The text that a base64 string encodes, with a replacement for each byte that is not UTF-8; `undefined` if it is not
 * base64. Line breaks in it are ignored.
 */
export function decodeBase64(encoded: string): string | undefined {
  const digits = encoded.replace(/[\r\n]/g, "");
  if (!WHOLE.test(digits)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of withoutEnd(digits, "=")) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  let text = "";
  for (let index = 0; index < bytes.length; ) {
    const character = characterAt(bytes, index);
    text += character?.text ?? "\uFFFD";
    index += character?.length ?? 1;
  }
  return text;
}

/** The character that begins at a byte; `undefined` if it is not UTF-8. */
function characterAt(bytes: readonly number[], index: number): { text: string; length: number } | undefined {
  const first = bytes[index] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const escaped = bytes.slice(index, index + length).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
  try {
    return { text: decodeURIComponent(escaped.join("")), length };
  } catch {
    return undefined;
  }
}
