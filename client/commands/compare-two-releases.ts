import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import type { Command, Ports } from "../ports.ts";
import { releaseChoices } from "../release/release-choices.ts";

const TITLE = "CAP Operator: Compare Two Releases";

/** Shows the effective values of two releases side by side: the picked one on the left. */
export const compareTwoReleases: Command = {
  id: "capOperator.compareTwoReleases",
  async run(ports) {
    const releases = await ports.server.releases();
    if (releases.length < 2) return explain(ports, releases.length);
    const left = await pick(ports, releases, "Pick the release for the left side");
    if (left === undefined) return;
    const others = releases.filter(({ id }) => id !== left);
    const [only] = others.length === 1 ? others : [];
    const right = only?.id ?? (await pick(ports, others, `Pick the release to compare ${left} with`));
    if (right === undefined) return;
    const title = `${left} ↔ ${right} (effective values)`;
    await ports.editor.compareValues({ release: left }, { release: right }, title);
  },
};

async function pick(ports: Ports, releases: readonly ReleaseSummary[], placeholder: string) {
  return ports.prompts.pick(releaseChoices(releases), TITLE, placeholder);
}

async function explain(ports: Ports, count: number): Promise<void> {
  const openSettings = "Open Settings";
  const found = count === 0 ? "No release" : "Only one release";
  const message = `${found} is written down in the setting capOperator.releases. Comparing takes two.`;
  if ((await ports.prompts.info(message, openSettings)) === openSettings) {
    await ports.settings.show("capOperator.releases");
  }
}
