import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { releaseChoices } from "../release/release-choices.ts";

const TITLE = "CAP Operator: Compare Two Releases";

/** Shows the effective values of two releases side by side, with the first one picked on the left. */
export const compareTwoReleases = operation({
  id: "capOperator.compareTwoReleases",
  async run(around) {
    const releases = await around.server.releases();
    if (releases.length < 2) explain(around, releases.length);
    const left = await pick(around, releases, "Pick the release for the left side");
    const others = releases.filter(({ id }) => id !== left);
    const [only] = others.length === 1 ? others : [];
    const right = only?.id ?? (await pick(around, others, `Pick the release to compare ${left} with`));
    const title = `${left} ↔ ${right} (effective values)`;
    await around.editor.compareValues({ release: left }, { release: right }, title);
  },
});

async function pick(around: Surroundings, releases: readonly ReleaseSummary[], placeholder: string) {
  return answered(await around.prompts.pick(releaseChoices(releases), TITLE, placeholder));
}

function explain(around: Surroundings, count: number): never {
  const found = count === 0 ? "No release" : "Only one release";
  const openSettings = {
    button: "Open Settings",
    go: () => around.settings.show("capOperator.releases"),
  };
  const sentence = `${found} is described in the setting capOperator.releases.`;
  refuse(sentence, "Comparing takes two.", { tone: "info", ways: [openSettings] });
}
