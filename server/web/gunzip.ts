/** `workspace/gunzip.ts` with what a browser has; the build puts it in its place. */
export async function gunzip(bytes: Uint8Array, most: number): Promise<Uint8Array | "too-large" | "damaged"> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const unpacked = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const reader = unpacked.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) {
        await reader.cancel();
        return "too-large";
      }
      chunks.push(part.value);
    }
  } catch {
    return "damaged";
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
