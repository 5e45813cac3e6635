/** What is in a gzip file; `too-large` if that is more than `most` bytes, of which no more are unpacked, and `damaged` if it is cut off or broken. */
export async function gunzip(bytes: Uint8Array, most: number): Promise<Uint8Array | "too-large" | "damaged"> {
  // Loaded here because the server starts without it.
  const zlib = await import("node:zlib");
  return new Promise((resolve) => {
    zlib.gunzip(bytes, { maxOutputLength: most }, (error, unpacked) => {
      if (!error) resolve(unpacked);
      else resolve("code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "damaged");
    });
  });
}
