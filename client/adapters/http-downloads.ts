import { createHash } from "node:crypto";
import { isUnprotected } from "../charts/plain-http.ts";
import { networkTrouble } from "../cli/network-trouble.ts";
import { messageOf } from "../error-message.ts";
import type { Download, Downloads } from "../installation-ports.ts";

const LARGEST_BYTES = 5_000_000;
const LONGEST_WAIT_MS = 60_000;
const MOST_REDIRECTS = 5;

/** Fetches texts over http and https, with a bound on size, time and redirects. */
export const httpDownloads: Downloads = {
  async text(url, signal) {
    const timeout = AbortSignal.timeout(LONGEST_WAIT_MS);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return await download(url, either);
    } catch (error) {
      throw new Error(`${url} could not be fetched: ${reasonOf(error, url)}.`);
    }
  },
};

/** Checks each redirect before it follows it, so that none leads from a protected address to an unprotected one. */
async function download(asked: string, signal: AbortSignal): Promise<Download> {
  let url = asked;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const response = await fetch(url, { signal, redirect: "manual" });
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (to === null) {
      if (!response.ok)
        throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
      return { ...(await bounded(response)), from: url };
    }
    await response.body?.cancel();
    const next = new URL(to, url).href;
    if (isUnprotected(next) && !isUnprotected(asked))
      throw new Error(`it is redirected to ${new URL(next).host} without TLS`);
    url = next;
  }
  throw new Error(`it is redirected more than ${MOST_REDIRECTS} times`);
}

/** `fetch` only says "fetch failed". Its cause has a code for what happened, but no message if there were several addresses. */
function reasonOf(error: unknown, url: string): string {
  const all = [error, error instanceof Error ? error.cause : undefined].flatMap((one) =>
    one instanceof Error ? [one] : [],
  );
  const said = all.map((one) => `${one.name} ${"code" in one ? one.code : ""} ${one.message}`).join(" ");
  return networkTrouble(said, new URL(url).host) ?? (all.at(-1)?.message || messageOf(error));
}

async function bounded(response: Response): Promise<Omit<Download, "from">> {
  const decoder = new TextDecoder();
  const hash = createHash("sha256");
  let text = "";
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > LARGEST_BYTES) throw new Error(`it is larger than ${LARGEST_BYTES / 1_000_000} MB`);
    hash.update(part);
    text += decoder.decode(part, { stream: true });
  }
  return { text: text + decoder.decode(), digest: hash.digest("hex") };
}
