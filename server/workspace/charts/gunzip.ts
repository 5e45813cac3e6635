/**
 * The unpacked content of a gzip file; `too-large` if it has more than `most` bytes, of which no more are unpacked, and `damaged` if the file is cut
 * off or broken.
 */
export async function gunzip(bytes: Uint8Array, most: number): Promise<Uint8Array | "too-large" | "damaged"> {
  const packed = new Blob([new Uint8Array(bytes)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) {
        await reader.cancel();
        return "too-large";
      }
      chunks.push(part.value as Uint8Array<ArrayBuffer>);
    }
  } catch {
    return "damaged";
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
