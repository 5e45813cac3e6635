import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { upgradeValues } from "../../../client/commands/upgrade-values.ts";
import type { FileChart, UpgradedFile, ValuesUpgrade } from "../../../server/lsp/protocol.ts";
import { fakePorts, OTHER_FILE, type World } from "../fake-ports.ts";

const URI = "file:///home/me/deploy/values.yaml";
const BEFORE = "controller:\n  replicas: 2\n";
const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 10 } };
const MIGRATED: UpgradedFile = {
  uri: URI,
  name: "values.yaml",
  before: BEFORE,
  after: "controller:\n  count: 2\n",
  edits: [{ range, newText: "count" }],
};
const KEPT: UpgradedFile = { ...MIGRATED, after: "controller:\n  count: 2\n  delay: 1h\n" };

const IN_USE: FileChart = {
  name: "cap-operator-chart",
  isDecided: true,
  reason: "modeline",
  explanation: "The comment names it.",
  keys: 80,
  source: { from: "built-in" },
};

async function after(world: World & { readonly upgrade?: Partial<ValuesUpgrade> }) {
  const ports = fakePorts({ chart: IN_USE, pick: "0.34.0", ...world });
  const outcome = await upgradeValues.run(ports);
  return { seen: ports.seen, choices: ports.choices, outcome };
}

test("a version is picked, page and diff are shown, and what was shown is applied", async () => {
  const notes = [
    { topic: "migrated", sentence: 'values.yaml: "controller.replicas" is now "controller.count".' },
    { topic: "running", sentence: '"controller.`x`" changes from *1* to <b>2</b>.' },
  ] as const;
  const { seen, choices } = await after({ upgrade: { notes, files: [MIGRATED] }, pick: ["0.34.0", "Apply"] });
  assert.deepEqual(
    choices.map(({ label, description }) => [label, description]),
    [
      ["cap-operator 0.34.0", undefined],
      ["cap-operator-chart", "in use"],
      ["Apply", undefined],
      ["Read Details", undefined],
    ],
  );
  assert.equal(choices.at(-2)?.detail, "The file changes in the editor. Save it when you are satisfied.");
  assert.deepEqual(seen, [
    "pick: CAP Operator: Upgrade Values to Chart Version | values.yaml: The comment names it.",
    `upgrade: ${URI} to cap-operator 0.34.0`,
    "page: Upgrade of values.yaml to cap-operator 0.34.0",
    "  # values.yaml: from cap-operator-chart to cap-operator 0.34.0",
    "  ",
    "  ## What the operator would run with instead",
    "  ",
    "  After all safe migrations. An old value can be kept by setting it.",
    "  ",
    '  - "controller.\\`x\\`" changes from \\*1\\* to \\<b\\>2\\</b\\>.',
    "  ",
    "  ## Safe migrations",
    "  ",
    "  They keep comments, quotes and indentation; Helm reads the same values under their new names.",
    "  ",
    '  - values.yaml: "controller.replicas" is now "controller.count".',
    'diff: "values.yaml ↔ cap-operator 0.34.0"',
    '  before "controller:\\n  replicas: 2\\n"',
    '  after "controller:\\n  count: 2\\n"',
    "pick: CAP Operator: Upgrade Values to Chart Version | Apply the migrations to values.yaml?",
    `edit: ${URI}@3 1:2-1:10 "count"`,
    `opened: ${URI}`,
    "log info: values.yaml migrated to cap-operator 0.34.0. Save when you are satisfied. The comment at the top names it.",
    "info: values.yaml migrated to cap-operator 0.34.0. Save when you are satisfied. The comment at the top names it.",
  ]);
});

test("nothing is changed without consent", async () => {
  const { seen, outcome } = await after({ upgrade: { files: [MIGRATED] }, pick: ["0.34.0", "nothing"] });
  assert.ok(!seen.some((line) => line.startsWith("edit:")));
  assert.equal(outcome.end, "cancelled");
});

test("page and diff can be read before the question is answered", async () => {
  const pick = ["0.34.0", "Read Details", "Preview Changes", "nothing"];
  const { seen, outcome } = await after({ upgrade: { files: [MIGRATED] }, pick });
  const shown = seen.filter((line) => /^(page|diff|pick):/.test(line)).map((line) => line.split(":", 1)[0]);
  assert.deepEqual(shown, ["pick", "page", "diff", "pick", "page", "pick", "diff", "pick"]);
  assert.equal(outcome.end, "cancelled");
});

test("the old defaults are shown as a diff of their own before they are written", async () => {
  const pick = ["0.34.0", "Keep Old Defaults...", "nothing"];
  const { seen, outcome } = await after({ upgrade: { files: [], keepingDefaults: [KEPT] }, pick });
  assert.deepEqual(seen.slice(-5), [
    "pick: CAP Operator: Upgrade Values to Chart Version | No migration is needed.",
    'diff: "values.yaml ↔ cap-operator 0.34.0: Keep Old Defaults"',
    '  before "controller:\\n  replicas: 2\\n"',
    '  after "controller:\\n  count: 2\\n  delay: 1h\\n"',
    "pick: CAP Operator: Upgrade Values to Chart Version | Keep Old Defaults",
  ]);
  assert.equal(outcome.end, "cancelled");
});

test("keys that the other chart ignores are removed if the person wants that, after a diff of their own", async () => {
  const upgrade = {
    files: [MIGRATED],
    withoutIgnored: [{ ...MIGRATED, edits: [{ range, newText: "less" }] }],
  };
  const { seen, choices } = await after({ upgrade, pick: ["0.34.0", "Remove Ignored Keys...", "Apply"] });
  assert.deepEqual(
    choices.slice(2).map(({ label, detail }) => [label, detail]),
    [
      ["Apply", "The file changes in the editor. Save it when you are satisfied."],
      ["Remove Ignored Keys...", "Also removes what cap-operator 0.34.0 does not have."],
      ["Read Details", undefined],
      ["Apply", "The file changes in the editor. Save it when you are satisfied."],
    ],
  );
  assert.ok(seen.includes('diff: "values.yaml ↔ cap-operator 0.34.0: Remove Ignored Keys"'), seen.join("\n"));
  assert.ok(seen.includes(`edit: ${URI}@3 1:2-1:10 "less"`));
});

test("a file that is not what was shown stays, and so do the others", async () => {
  const other = { ...MIGRATED, ...OTHER_FILE, before: "something else\n" };
  const { seen } = await after({ upgrade: { files: [MIGRATED, other] }, pick: ["0.34.0", "Apply"] });
  assert.ok(!seen.some((line) => line.startsWith("edit:")));
  assert.equal(
    seen.at(-1),
    "warn: values-b.yaml changed in the meantime, so it was not migrated. Run the command again.",
  );
});

test("where something else names the chart, the person is led there", async () => {
  const ends = async (reason: FileChart["reason"]) => {
    const world = { chart: { ...IN_USE, reason }, press: "Open Settings" };
    return (await after(world)).seen.slice(-2);
  };
  assert.deepEqual(await ends("release"), [
    "info: No migration to cap-operator 0.34.0 is needed. Now change the version of the release in the settings. [Open Settings]",
    "settings: capOperator.releases",
  ]);
  assert.deepEqual((await ends("setting")).at(-1), "settings: capOperator.chartVersion");
  assert.match((await ends("beside")).at(-1) ?? "", /Now change the Chart\.yaml that names the version\./);
  const { seen } = await after({ chart: { ...IN_USE, reason: "words" }, press: "Use Chart..." });
  assert.equal(seen.at(-1), `command: capOperator.useChart ${URI}`);
});

test("the chart in use is no other chart", async () => {
  const { seen } = await after({ pick: "cap-operator-chart" });
  assert.match(seen.at(-1) ?? "", /^info: values\.yaml is already for cap-operator-chart\./);
});

suite("local charts", () => {
  const OCI = "oci://registry.internal/charts/cap-operator";
  const CHARTS: World = {
    chartPlaces: { "charts/cap-operator": { name: "cap-operator", version: "7.0.0" } },
    fetched: [
      { chart: OCI, name: "cap-operator", version: "8.0.0", digest: "a".repeat(64), path: "/store/a.tgz" },
    ],
  };

  test("are offered before those that are built in; nobody is asked for them", async () => {
    const { seen, choices } = await after(CHARTS);
    assert.deepEqual(
      choices.map(({ group, label, description }) => [group, label, description]),
      [
        ["In the workspace", "cap-operator 7.0.0", "charts/cap-operator"],
        ["Fetched before", "cap-operator 8.0.0", OCI],
        ["Built in", "cap-operator 0.34.0", undefined],
        ["Built in", "cap-operator-chart", "in use"],
      ],
    );
    assert.deepEqual(
      seen.filter((line) => /^(run|download|progress|trust)/.test(line)),
      [],
    );
  });

  const upgradeTo = async (pick: string, world: Parameters<typeof after>[0] = {}) => {
    const { seen } = await after({ ...CHARTS, ...world, pick });
    return seen.find((line) => line.startsWith("upgrade: "))?.replace("upgrade: ", "");
  };

  test("are named in the comment by their place", async () => {
    assert.equal(
      await upgradeTo("7.0.0"),
      `${URI} to file:///home/me/charts/cap-operator (chart=../charts/cap-operator)`,
    );
    assert.equal(await upgradeTo("8.0.0"), `${URI} to file:///store/a.tgz (chart=${OCI} version=8.0.0)`);
  });

  test("are in the title, in the diff and in the message, as text", async () => {
    const chartPlaces = { "charts/x": { name: "cap\n$(flame)", version: "7.0.0" } };
    const upgrade = { from: "my\n# chart", files: [MIGRATED] };
    const { seen } = await after({ chartPlaces, pick: ["7.0.0", "Apply"], upgrade });
    assert.ok(
      seen.includes(String.raw`  # values.yaml: from my \# chart to cap \$ (flame) 7.0.0`),
      seen.join("\n"),
    );
    assert.ok(seen.includes("page: Upgrade of values.yaml to cap $ (flame) 7.0.0"), seen.join("\n"));
    assert.ok(seen.includes('diff: "values.yaml ↔ cap $ (flame) 7.0.0"'));
    assert.equal(
      seen.at(-1),
      "info: values.yaml migrated to cap $ (flame) 7.0.0. Save when you are satisfied. The comment at the top names it.",
    );
  });

  const ends = async (reason: FileChart["reason"], world: World = {}) => {
    const { seen } = await after({ ...CHARTS, pick: "7.0.0", chart: { ...IN_USE, reason }, ...world });
    return seen.at(-1)?.replace("info: No migration to cap-operator 7.0.0 is needed. ", "");
  };

  test("are to be named where the chart is named", async () => {
    assert.equal(
      await ends("release"),
      "Now change the chart of the release in the settings. [Open Settings]",
    );
    assert.equal(await ends("setting"), "Now change the chart in the settings. [Open Settings]");
    assert.equal(await ends("setting", { press: "Open Settings" }), "settings: capOperator.chart");
    assert.equal(await ends("beside"), "Now change the Chart.yaml that names the chart.");
    assert.equal(await ends("nothing"), "Nothing names the chart yet. [Use Chart...]");
  });

  test("whose address the comment cannot contain are to be named in the settings", async () => {
    const chartPlaces = { "my charts/x": { name: "cap-operator", version: "7.0.0" } };
    assert.equal(
      await ends("modeline", { chartPlaces }),
      "The comment at the top cannot contain its address. Remove the chart there, and name it in the settings. [Open Settings]",
    );
    assert.equal(
      await upgradeTo("7.0.0", { chartPlaces }),
      `${URI} to file:///home/me/my%20charts/x (undefined)`,
    );
  });
});
