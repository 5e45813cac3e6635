/** The SHA-256 of some bytes, or of a text in UTF-8, in hexadecimal digits. */
export async function sha256(content: Uint8Array | string): Promise<string> {
  // Loaded here because the server starts without it.
  const { createHash } = await import("node:crypto");
  return createHash("sha256").update(content).digest("hex");
}
