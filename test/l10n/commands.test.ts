// A language in which every translated text is recognized: what a command shows in it must consist of such texts and of data.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import * as l10n from "@vscode/l10n";
import { changeFileStatus } from "../../client/commands/change-file-status.ts";
import { checkPrerequisites } from "../../client/commands/check-prerequisites.ts";
import { COMMANDS } from "../../client/commands/command-table.ts";
import { compareValuesOf } from "../../client/commands/compare-values.ts";
import { clusterChoices } from "../../client/commands/compare-with-cluster.ts";
import { install } from "../../client/commands/install.ts";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { rollBack } from "../../client/commands/roll-back.ts";
import { showHistory } from "../../client/commands/show-history.ts";
import { showStatus } from "../../client/commands/show-status.ts";
import { uninstall } from "../../client/commands/uninstall.ts";
import { upgradeValues } from "../../client/commands/upgrade-values.ts";
import type { Command } from "../../client/operation/command.ts";
import { FOREIGN, fakePorts, LIKELY, type World } from "../client/fake-ports.ts";
import { DEPLOYED, type HelmState, helmWorld } from "../client/install/helm-world.ts";
import { speakPseudo, withoutTranslations } from "./pseudo-language.ts";

speakPseudo();

/** The rest of a text without its translated parts, which may be nested, and without data. */
function untranslated(text: string, data: readonly string[]): string {
  let left = withoutTranslations(text);
  for (const known of data.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(known, "");
  return /\p{L}{2,}/u.test(left) ? left.trim() : "";
}

function assertTranslated(texts: readonly string[], data: readonly string[] = []): void {
  assert.ok(texts.length > 0);
  assert.ok(
    texts.some((text) => text.includes("⟦")),
    texts.join("\n"),
  );
  assert.deepEqual(
    texts.flatMap((text) =>
      untranslated(text, data) === "" ? [] : [`${text}  ->  ${untranslated(text, data)}`],
    ),
    [],
  );
}

/** The words of the fakes for questions, messages and so on, before the text that a person reads. */
const SHOWN =
  /^(?:diff: (?:defaults|release \w|\S+ @[^|]*) \| [^|]*\| |diff: operator \S* |(?:progress|pick|info|warn|error|input refused|input stays|input|browse|confirm|page|past|closed|diff): )|^ {2}/;

/** Lines that a person does not see: calls, the log, acts in the editor, and the texts of a comparison. */
const NOT_SHOWN =
  /^(?:run|log \w+|opened|command|settings|settings entry|edit|snippet|ask snippets|open|write|save|upgrade|suggest)\b.*: ?|^\w+ shown|^workspace check cleared|^restarted|^ {2}(?:before|after) ["']/s;

/** The names in the worlds below. */
const DATA = [
  ...[
    "cap-operator-chart",
    "cap-operator-system",
    "cap-operator",
    "CAP Operator",
    "dev",
    "ada",
    "prod",
    "cop 1.0.0",
  ],
  ...["values.yaml", "values-b.yaml", "a.yaml", "deploy", "About a", "About b", "things.example.org"],
  ...[
    "deployed",
    "superseded",
    "failed",
    "pending-install",
    "Install complete",
    "ConfigMap/cop",
    "ConfigMap",
  ],
  ...[
    "oci://registry.example.org/charts",
    // On a page, an address is text.
    "oci\\:\\//registry.example.org/charts",
    "https\\:\\//dev:6443",
    "http://example.org/a.tgz",
    "sha256:",
    "abcdef",
    "https://dev:6443",
  ],
  ...[
    "Nothing says it.",
    "It sets subscriptionServer.",
    "It belongs to the chart web-shop.",
    "It is called values.yaml.",
  ],
];

async function shownBy(
  command: Command,
  state: HelmState | undefined,
  world: World,
  target?: string,
): Promise<string[]> {
  const ports = fakePorts(state ? helmWorld(state, world) : world);
  await command.run(ports, target);
  const seen = ports.seen.filter((line) => !NOT_SHOWN.test(line)).map((line) => line.replace(SHOWN, ""));
  const choices = ports.choices.flatMap(({ label, description, detail, group }) => [
    label,
    description,
    detail,
    group,
  ]);
  return [
    ...seen,
    ...choices.flatMap((text) => (text === undefined ? [] : [text.replace(/^\$\([\w-]+\) /, "")])),
  ];
}

const REVISIONS = [{ revision: 1, status: "superseded" }, DEPLOYED];
const RELEASES = ["a", "b"].map((id) => ({
  id,
  name: id,
  values: ["file:///home/me/deploy/values.yaml"],
  sets: [],
}));
const UPGRADED = {
  uri: "file:///home/me/deploy/values.yaml",
  name: "values.yaml",
  before: "",
  after: "a: 1\n",
  edits: [],
};
const ERROR = { severity: "error", message: "!" } as const;
const WARNING = { severity: "warning", message: "!" } as const;
const compareValues = compareValuesOf(clusterChoices);
const NO_FILE = { file: undefined };

suite("each command shows nothing but translated texts and data", () => {
  const cases: readonly (readonly [what: string, Command, HelmState | undefined, World])[] = [
    ["a first installation", install, {}, { confirm: true }],
    ["an upgrade with warnings", install, { histories: [[DEPLOYED]] }, { problems: [WARNING] }],
    ["an installation with errors", install, {}, { problems: [ERROR, ERROR] }],
    ["an installation of likely values", install, {}, { status: LIKELY }],
    ["an installation that asks for the chart", install, {}, { settings: { chart: "" } }],
    ["a release that is pending", install, { histories: [[{ revision: 4, status: "pending-upgrade" }]] }, {}],
    ["a preview", previewInstallation, { histories: [[DEPLOYED]] }, {}],
    ["the status of a failed release", showStatus, { histories: [[{ revision: 1, status: "failed" }]] }, {}],
    ["the history", showHistory, { histories: [REVISIONS] }, {}],
    ["a rollback", rollBack, { histories: [REVISIONS] }, { pick: "1", confirm: true }],
    ["an uninstallation", uninstall, { histories: [[DEPLOYED]] }, { confirm: true }],
    ["prerequisites of several releases", checkPrerequisites, {}, { releases: RELEASES }],
    ["a comparison with a release", compareValues, undefined, { releases: RELEASES, pick: "a" }],
    ["a comparison with another chart", compareValues, undefined, { pick: "0.34.0" }],
    [
      "a comparison with the cluster",
      compareValues,
      { answers: { "helm get values": "{}" } },
      { pick: l10n.t("A revision in the cluster...") },
    ],
    ["the status of another file", changeFileStatus, undefined, { status: FOREIGN, pick: l10n.t("Why?") }],
    ["an upgrade of values", upgradeValues, undefined, { pick: "0.34.0", upgrade: { files: [UPGRADED] } }],
  ];
  for (const [what, command, state, world] of cases) {
    test(what, async () => assertTranslated(await shownBy(command, state, world), DATA));
  }

  test("a command without a file", async () => {
    for (const command of COMMANDS.filter(({ needsTrust }) => !needsTrust)) {
      const shown = await shownBy(command, undefined, NO_FILE);
      if (shown.some((text) => text !== "")) assertTranslated([...shown, l10n.t("None.")], DATA);
    }
  });
});
