import { messageOf } from "../error-message.ts";
import type { Downloads } from "../installation-ports.ts";
import { networkTrouble } from "../network-trouble.ts";

const LARGEST_BYTES = 5_000_000;
const LONGEST_WAIT_MS = 60_000;

/** Fetches texts over http and https, with a bound on size and time. */
export const httpDownloads: Downloads = {
  async text(url, signal) {
    const timeout = AbortSignal.timeout(LONGEST_WAIT_MS);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const response = await fetch(url, { signal: either });
      if (!response.ok)
        throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
      return await boundedText(response);
    } catch (error) {
      throw new Error(`${url} could not be fetched: ${reasonOf(error, url)}.`);
    }
  },
};

/** What `fetch` says is "fetch failed"; the cause has the code of what happened, and for several addresses no message. */
function reasonOf(error: unknown, url: string): string {
  const all = [error, error instanceof Error ? error.cause : undefined].flatMap((one) =>
    one instanceof Error ? [one] : [],
  );
  const said = all.map((one) => `${one.name} ${"code" in one ? one.code : ""} ${one.message}`).join(" ");
  return networkTrouble(said, new URL(url).host) ?? (all.at(-1)?.message || messageOf(error));
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > LARGEST_BYTES) throw new Error(`it is larger than ${LARGEST_BYTES / 1_000_000} MB`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
