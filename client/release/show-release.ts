import { type ListedRelease, list } from "../cli/inspect.ts";
import type { ReleaseAt } from "../cli/release.ts";
import { readComponents } from "../cluster/components.ts";
import { ask } from "../operation/ask-cluster.ts";
import { explainError } from "../operation/explain-error.ts";
import { call } from "../operation/run-invocation.ts";
import { tellFailure } from "../operation/tell-failure.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Ports } from "../ports.ts";
import { releaseState } from "./release-state.ts";
import { statusPage } from "./status-page.ts";

/** Shows this release as it is now; where there is none, the person is told which ones there are. */
export async function showStatusOf(ports: Ports, at: ReleaseAt): Promise<void> {
  try {
    const read = await whileReading(ports, `Reading ${at.release} in ${at.context}`, async (signal) => {
      const release = await releaseState(ports, at, { signal });
      return release && { release, components: await ask(ports, at, readComponents(at), { signal }) };
    });
    if (read === undefined) return tellNone(ports, at);
    const text = statusPage(at, read.release, read.components);
    await ports.pages.showMarkdown({ name: `Status of ${at.release} in ${at.context}`, text });
  } catch (error) {
    const retry = () => showStatusOf(ports, at);
    await tellFailure(ports, explainError(error, at, "reading the release", at.release), {
      retry,
      release: at,
    });
  }
}

/** Says that there is no such release, and which ones there are. */
export async function tellNone(ports: Ports, at: ReleaseAt): Promise<void> {
  const others = await call(ports, list(at)).then(releasesText, () => "");
  const lack = `There is no release ${at.release} in the namespace ${at.namespace} of ${at.context}.`;
  await ports.prompts.info(`${lack} ${others}`.trimEnd());
}

function releasesText(releases: readonly ListedRelease[]): string {
  if (releases.length === 0) return "There is none at all.";
  return `There: ${releases.map(({ name, status }) => `${name} (${status})`).join(", ")}.`;
}
