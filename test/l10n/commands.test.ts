// A language in which every translated text is recognized: what a command shows in it must consist of such texts and of data.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import * as l10n from "@vscode/l10n";
import { waysElsewhere } from "../../client/charts/chart-elsewhere.ts";
import { applyOperatorResource } from "../../client/commands/apply-operator-resource.ts";
import { changeFileStatus } from "../../client/commands/change-file-status.ts";
import { checkPrerequisites } from "../../client/commands/check-prerequisites.ts";
import { COMMANDS } from "../../client/commands/command-table.ts";
import { compareTwoReleases } from "../../client/commands/compare-two-releases.ts";
import { compareWithDefaults } from "../../client/commands/compare-with-defaults.ts";
import { fillDomain } from "../../client/commands/fill-domain.ts";
import { insertAllDefaults } from "../../client/commands/insert-all-defaults.ts";
import { insertSnippet } from "../../client/commands/insert-snippet.ts";
import { install } from "../../client/commands/install.ts";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { rollBack } from "../../client/commands/roll-back.ts";
import { showChangedValues } from "../../client/commands/show-changed-values.ts";
import { showHistory } from "../../client/commands/show-history.ts";
import { showStatus } from "../../client/commands/show-status.ts";
import { uninstall } from "../../client/commands/uninstall.ts";
import { upgradeValues } from "../../client/commands/upgrade-values.ts";
import { useChartOf } from "../../client/commands/use-chart.ts";
import { writeProjectSettings } from "../../client/commands/write-project-settings.ts";
import { effectiveAddress } from "../../client/effective-values-address.ts";
import {
  chartSourceLine,
  chartView,
  fileStatusView,
  likelyView,
  pendingView,
  unavailableView,
} from "../../client/file-status-view.ts";
import type { Command } from "../../client/ports.ts";
import {
  CHANGE_KINDS,
  changeDoing,
  changeName,
  changeTitle,
  leftChangeSentence,
  leftChangeTitle,
} from "../../client/release/change-kind.ts";
import { leftOverLines } from "../../client/release/left-over.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { FOREIGN, fakePorts, LIKELY, OPERATOR, offer, type World } from "../client/fake-ports.ts";
import { CRD, config, DEPLOYED, type HelmState, helmWorld } from "../client/install/helm-world.ts";
import { speakPseudo, withoutTranslations } from "./pseudo-language.ts";

speakPseudo();

/** What is left of a text without its translated parts, in which translated parts may be filled in, and without data. */
function untranslated(text: string, data: readonly string[]): string {
  let left = withoutTranslations(text);
  for (const known of data.toSorted((one, other) => other.length - one.length))
    left = left.replaceAll(known, "");
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

/** What the fakes call a question, a message and so on, before what a person reads. */
const SHOWN =
  /^(?:diff: (?:defaults|release \w) \| [^|]*\| |diff: operator \S* |(?:progress|pick|info|warn|error|input refused|input|confirm|page|diff): )|^ {2}/;

/** What is not shown: calls, the log, what is done in the editor, and the texts of a comparison. */
const NOT_SHOWN =
  /^(?:run|log \w+|opened|command|settings|settings entry|edit|snippet|ask snippets|open|write|save|upgrade|suggest)\b.*: ?|^\w+ shown|^restarted|^ {2}(?:before|after) ["']/s;

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

suite("the status of a file", () => {
  const reasons = [
    ...[
      "modeline",
      "modeline-off",
      "modeline-unknown",
      "setting",
      "release",
      "setting-excluded",
      "operator-chart",
    ],
    ...["umbrella-chart", "operator-resource", "content", "file-name", "chart-template", "other-chart"],
    ...["well-known-file", "no-evidence", "foreign-keys", "too-large", "unreadable", "misspelled-key"],
  ] as readonly FileStatus["reason"][];
  const states = [
    { kind: null, strength: null },
    { kind: "values", strength: "certain" },
    { kind: "values", strength: "likely" },
    { kind: "operator", strength: "certain" },
    { kind: "operator", strength: "likely" },
  ] as const;
  const charts = ["release", "modeline", "beside", "setting", "words", "nothing"] as const;
  const sources = [
    { from: "built-in" },
    { from: "files", uri: "a/b" },
    { from: "fetched", chart: "oci://a", digest: "0123456789" },
    { from: "fetched", chart: "https://a", digest: "0123456789" },
  ] as const;

  test("each line and each link is translated", () => {
    const views = [
      ...reasons.flatMap((reason) =>
        states.map((state) => fileStatusView({ ...state, reason, explanation: "" } as FileStatus)),
      ),
      ...charts.map((reason) => chartView({ name: "cop", isDecided: reason !== "nothing", reason })),
      ...[likelyView(), pendingView(), unavailableView()],
    ];
    const lines = sources.flatMap((source) =>
      [1, 80].map((keys) => chartSourceLine({ keys, source }, (uri) => uri)),
    );
    for (const { text, detail, action } of views) {
      assertTranslated([detail, action]);
      assertTranslated([text, detail], ["CAP Operator"]);
    }
    for (const { text, detail } of lines) assertTranslated([text, detail]);
  });
});

test("what a change of a release is called is translated, and so are its titles", () => {
  const at = { context: "dev", namespace: "n", server: "s", release: "cop" };
  for (const kind of CHANGE_KINDS) {
    assertTranslated([changeName(kind), changeDoing(kind), changeTitle(kind, at)]);
    assertTranslated([leftChangeTitle(kind, at), leftChangeSentence(kind, at)]);
  }
});

test("what a rollback leaves behind is translated", () => {
  const object = { apiVersion: "v1", kind: "ConfigMap", name: "a", revision: 2 };
  for (const count of [1, 2, 9]) {
    const objects = Array.from({ length: count }, (_, index) => ({
      ...object,
      uid: "1",
      revision: 2 + (index % 3),
    }));
    const staying = objects.map((one) => ({ ...one, why: l10n.t("It was changed after you confirmed.") }));
    assertTranslated(leftOverLines({ to: 1, deleted: objects, staying }));
  }
});

test("the names of the documents with effective values are translated", () => {
  for (const values of [{ release: "cop" }, { uri: "file:///values.yaml" }]) {
    assertTranslated([effectiveAddress({ of: values, form: "annotated" }).path], ["yaml"]);
    assertTranslated([effectiveAddress({ of: values, form: "defaults" }).path], ["yaml"]);
  }
});

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
const NO_FILE = { file: undefined };

suite("each command shows nothing but translated texts and data", () => {
  const cases: readonly (readonly [what: string, Command, HelmState | undefined, World])[] = [
    ["a first installation", install, {}, { confirm: true }],
    ["an upgrade", install, { histories: [[DEPLOYED]] }, { confirm: true }],
    [
      "an upgrade with warnings, not confirmed",
      install,
      { histories: [[DEPLOYED]] },
      { problems: [WARNING] },
    ],
    ["an installation with an error", install, {}, { problems: [ERROR] }],
    ["an installation with errors", install, {}, { problems: [ERROR, ERROR] }],
    [
      "an installation without a file",
      install,
      {},
      { ...NO_FILE, releases: RELEASES, workspace: { "a.yaml": "values" } },
    ],
    ["an installation of likely values", install, {}, { status: LIKELY }],
    ["an installation of another file", install, {}, { status: FOREIGN }],
    ["an installation that asks for the chart", install, {}, { settings: { chart: "" } }],
    [
      "an installation of a file with changes",
      install,
      {},
      { unsaved: ["file:///home/me/deploy/values.yaml"] },
    ],
    ["an installation of a file of several releases", install, {}, { releases: RELEASES }],
    ["an installation with a bad name", install, {}, { settings: { releaseName: "-f" } }],
    ["an installation into a bad namespace", install, {}, { settings: { namespace: "-f" } }],
    ["an installation over plain HTTP", install, {}, { settings: { chart: "http://example.org/a.tgz" } }],
    ["an installation of a chart that is not there", install, {}, { settings: { chart: "/nowhere" } }],
    ["a release that is pending", install, { histories: [[{ revision: 4, status: "pending-upgrade" }]] }, {}],
    ["a preview", previewInstallation, { histories: [[DEPLOYED]] }, {}],
    ["a preview of nothing", previewInstallation, { histories: [[DEPLOYED]], planned: config(1) }, {}],
    [
      "a preview of CRDs",
      previewInstallation,
      { histories: [[DEPLOYED]], answers: { "helm show crds": CRD } },
      {},
    ],
    ["the status", showStatus, { histories: [[DEPLOYED]] }, {}],
    ["the status of a failed release", showStatus, { histories: [[{ revision: 1, status: "failed" }]] }, {}],
    [
      "the status of a pending release",
      showStatus,
      { histories: [[{ revision: 1, status: "pending-install" }]] },
      {},
    ],
    ["the status of no release", showStatus, {}, {}],
    ["the history", showHistory, { histories: [REVISIONS] }, {}],
    ["a rollback", rollBack, { histories: [REVISIONS] }, { pick: "1", confirm: true }],
    ["a rollback without a revision", rollBack, { histories: [[DEPLOYED]] }, {}],
    ["an uninstallation", uninstall, { histories: [[DEPLOYED]] }, { confirm: true }],
    ["a choice of a release", uninstall, {}, { ...NO_FILE, releases: RELEASES }],
    ["an operator resource that is values", applyOperatorResource, {}, {}],
    [
      "an operator resource with an error",
      applyOperatorResource,
      {},
      { status: OPERATOR, problems: [ERROR] },
    ],
    ["prerequisites of several releases", checkPrerequisites, {}, { releases: RELEASES }],
    [
      "prerequisites without a file",
      checkPrerequisites,
      {},
      { ...NO_FILE, workspace: { "a.yaml": "values" } },
    ],
    ["the domain, where nothing is found", fillDomain, {}, {}],
    ["the domain of a file to choose", fillDomain, {}, { ...NO_FILE, workspace: { "a.yaml": "values" } }],
    ["a comparison of no releases", compareTwoReleases, undefined, {}],
    ["a comparison of one release", compareTwoReleases, undefined, { releases: RELEASES.slice(1) }],
    ["a comparison of two releases", compareTwoReleases, undefined, { releases: RELEASES, pick: "a" }],
    ["a comparison with defaults", compareWithDefaults, undefined, {}],
    ["a comparison with the default resource", compareWithDefaults, undefined, { status: OPERATOR }],
    ["the status of a certain file", changeFileStatus, undefined, {}],
    ["the status of a likely file", changeFileStatus, undefined, { status: LIKELY }],
    ["the status of another file", changeFileStatus, undefined, { status: FOREIGN, pick: l10n.t("Why?") }],
    ["defaults, where all are set", insertAllDefaults, undefined, {}],
    ["snippets, where there are none", insertSnippet, undefined, {}],
    ["snippets", insertSnippet, undefined, { offers: [offer("a", true), offer("b", false)] }],
    ["changed values of no file", showChangedValues, undefined, NO_FILE],
    ["an upgrade of values", upgradeValues, undefined, { pick: "0.34.0", upgrade: { files: [UPGRADED] } }],
    ["an upgrade of values to the same chart", upgradeValues, undefined, { pick: "cap-operator-chart" }],
    [
      "a chart to choose",
      useChartOf(waysElsewhere),
      undefined,
      { chartPlaces: { "a/b": { name: "cop", version: "1.0.0" } } },
    ],
    [
      "a chart to fetch",
      useChartOf(waysElsewhere),
      {},
      { pick: l10n.t("Fetch another chart..."), input: ["", "1"] },
    ],
    ["project settings without a folder", writeProjectSettings, undefined, { folders: [] }],
    ["an example of project settings", writeProjectSettings, undefined, {}],
    [
      "project settings",
      writeProjectSettings,
      undefined,
      { folders: ["deploy", "prod"], pick: "deploy", ofWorkspace: { chart: "a" } },
    ],
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
