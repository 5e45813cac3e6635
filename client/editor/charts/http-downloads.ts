import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { isUnprotected } from "../../charts/plain-http.ts";
import { networkTrouble } from "../../helm/network-trouble.ts";
import type { Download, Downloads } from "../../ports/installation.ts";
import { messageOf } from "../../texts/error-message.ts";

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
      throw new Error(l10n.t("{0} could not be fetched: {1}.", url, downloadFailure(error, url)));
    }
  },
};

/** Checks each redirect before it follows it, so that none goes from a protected address to an unprotected one. */
async function download(asked: string, signal: AbortSignal): Promise<Download> {
  let url = asked;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const response = await fetch(url, { signal, redirect: "manual" });
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (to === null) {
      if (!response.ok)
        throw new Error(
          l10n.t("the server answered {0}", `${response.status} ${response.statusText}`.trim()),
        );
      return { ...(await bounded(response)), from: url };
    }
    await response.body?.cancel();
    const next = new URL(to, url);
    // `fetch` would refuse it with a message that quotes it.
    if (next.username !== "" || next.password !== "")
      throw new Error(l10n.t("it is redirected to an address with a user or password"));
    if (isUnprotected(next.href) && !isUnprotected(asked))
      throw new Error(l10n.t("it is redirected to {0} without TLS", next.host));
    url = next.href;
  }
  throw new Error(l10n.t("it is redirected more than {0} times", MOST_REDIRECTS));
}

/** `fetch` only says "fetch failed". Its cause has a code for what happened, but no message if there were several addresses. */
function downloadFailure(error: unknown, url: string): string {
  const all = [error, error instanceof Error ? error.cause : undefined].flatMap((candidate) =>
    candidate instanceof Error ? [candidate] : [],
  );
  const said = all
    .map((failure) => `${failure.name} ${"code" in failure ? failure.code : ""} ${failure.message}`)
    .join(" ");
  return networkTrouble(said, new URL(url).host) ?? (all.at(-1)?.message || messageOf(error));
}

async function bounded(response: Response): Promise<Omit<Download, "from">> {
  const decoder = new TextDecoder();
  const hash = createHash("sha256");
  let text = "";
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > LARGEST_BYTES) throw new Error(l10n.t("it is larger than {0} MB", LARGEST_BYTES / 1_000_000));
    hash.update(part);
    text += decoder.decode(part, { stream: true });
  }
  return { text: text + decoder.decode(), digest: hash.digest("hex") };
}
