import type { YamlFile } from "../../core/yaml/tree.ts";

/** A code unit that no text has: it stands where bytes are not what the encoding of their file allows. Helm stops there. */
const NOT_TEXT = "\uDC80";

/**
 * The text of a YAML file as Helm reads it, and as an editor shows it: UTF-8, or UTF-16 where a byte order mark says so; without the
 * mark. Where Helm stops because the bytes are not that, half of a surrogate pair is in the text, which the reader of YAML reports.
 */
export function yamlText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, true);
  if (first === 0xfe && second === 0xff) return utf16(bytes, false);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return notUtf8(bytes);
  }
}

/**
 * The part of a text in UTF-16 that Helm 4 reads; `undefined` for other bytes. Helm looks for `---` byte by byte, so it finds no second document, and
 * adds the byte of a line feed where none is at the end, which is half a character. It refuses the file when it comes to that:
 * https://github.com/helm/helm/blob/v4.3.1/pkg/chart/v2/loader/load.go (LoadValues).
 */
export function helm4Reads(bytes: Uint8Array, text: string): YamlFile["helm4Reads"] {
  const [first, second] = bytes;
  const isLittleEndian = first === 0xff && second === 0xfe;
  if (!isLittleEndian && !(first === 0xfe && second === 0xff)) return undefined;
  const isWhole = !isLittleEndian && bytes.at(-1) === 0x0a;
  // The end of the first document ends the reading.
  return isWhole || /\n(?:---|\.\.\.)\s/.test(text) ? "first" : "nothing";
}

/** True if the bytes of a text were valid in the encoding of their file. */
export function isText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Halves of surrogate pairs stay as they are. */
function utf16(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array((bytes.length >> 1) - 1);
  for (let index = 0; index < units.length; index++) {
    units[index] = view.getUint16(2 * index + 2, isLittleEndian);
  }
  let text = "";
  const most = 0x2000;
  for (let start = 0; start < units.length; start += most)
    text += String.fromCharCode(...units.subarray(start, start + most));
  return bytes.length % 2 === 0 ? text : text + NOT_TEXT;
}

/** The text that an editor shows, with the first place that is not UTF-8 marked. */
function notUtf8(bytes: Uint8Array): string {
  const shown = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(shown);
  const end = again.findIndex((byte, index) => byte !== bytes[index]);
  // A character of which only the first bytes are there is not in the text before.
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end), {
    stream: true,
  });
  const text = before + NOT_TEXT + shown.slice(before.length + 1);
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
