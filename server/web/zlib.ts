interface Limits {
  readonly maxOutputLength: number;
}

type Unpacked = (error: (Error & { readonly code?: string }) | null, unpacked: Uint8Array) => void;

/**
 * What the server uses of `node:zlib`, with what a browser has. The error for more than `maxOutputLength` bytes has the code that it has
 * on Node; no more than these are unpacked.
 */
export function gunzip(bytes: Uint8Array, { maxOutputLength }: Limits, done: Unpacked): void {
  unpack(bytes, maxOutputLength).then(
    (unpacked) => done(null, unpacked),
    (error: Error) => done(error, new Uint8Array()),
  );
}

async function unpack(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const unpacked = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = unpacked.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      // Not translated: nobody reads it.
      throw Object.assign(new Error("more than may be unpacked"), { code: "ERR_BUFFER_TOO_LARGE" });
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
