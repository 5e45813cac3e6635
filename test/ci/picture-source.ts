import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** A PNG begins with eight bytes and its header chunk of 25: section 5.2 and 11.2.1 of https://www.w3.org/TR/png-3/. */
const HEADER_END = 33;
const KEYWORD = "Source";

/** What tells one page from another. */
export function digestOf(page: string): string {
  return createHash("sha256").update(page).digest("hex");
}

/** The picture with a note (a `tEXt` chunk) of the page that it shows. */
export function withSource(png: Buffer, page: string): Buffer {
  const body = Buffer.from(`tEXt${KEYWORD}\0${digestOf(page)}`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, HEADER_END), length, body, checksum, png.subarray(HEADER_END)]);
}

/** The note of a picture; `undefined` if it has none. */
export function sourceOf(png: Buffer): string | undefined {
  const body = png.subarray(HEADER_END + 4, HEADER_END + 8 + png.readUInt32BE(HEADER_END)).toString("latin1");
  const start = `tEXt${KEYWORD}\0`;
  return body.startsWith(start) ? body.slice(start.length) : undefined;
}
