// Small pictures: PNG with at most 128 colors, which is what an editor shows, and the same with several frames (APNG).
// The library is here because zlib alone chooses no colors: a page of code has 9,000, for the edges of its letters, and with 128 a third of the bytes.
// Of a frame, it stores only what has changed: ten in which some letters are typed need as much as one.
import UPNG from "upng-js";

/** An editor shows fewer, but for the edges of its letters. */
const COLORS = 128;

/** A frame of a moving picture. */
export interface Frame {
  readonly png: Buffer;
  /** The time for which it is shown, in milliseconds. */
  readonly ms: number;
}

/** The same picture with a palette. */
export function withPalette(png: Buffer): Buffer {
  return moving([{ png, ms: 0 }]);
}

/** One picture of frames of the same size, which are shown in turn, again after the last one. */
export function moving(frames: readonly Frame[]): Buffer {
  const images = frames.map(({ png }) => UPNG.decode(bytesOf(png)));
  const [first] = images;
  if (first === undefined) throw new Error("A picture needs a frame.");
  const { width, height } = first;
  const pixels = images.flatMap((image) => UPNG.toRGBA8(image).slice(0, 1));
  const delays = frames.map(({ ms }) => ms);
  return Buffer.from(UPNG.encode(pixels, width, height, COLORS, frames.length > 1 ? delays : undefined));
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
