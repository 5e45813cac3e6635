import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chartSourceLine,
  chartView,
  fileStatusView,
  furtherLines,
  likelyView,
  otherSchemaView,
} from "../../../../client/editor/status/file-status-view.ts";
import type { FileChart, FileStatus, HelmSays } from "../../../../server/lsp/protocol.ts";

function checkView(kind: FileStatus["kind"], reason: FileStatus["reason"], expected: string): void {
  const strength = kind && "certain";
  const view = fileStatusView({ kind, strength, reason, explanation: "A long sentence about it." });
  assert.equal(`${view.text} - ${view.detail}`, expected);
  assert.deepEqual([view.action, view.command], ["Details...", "capOperator.changeFileStatus"]);
}

test("the status item says in a few words what a file is, and why", () => {
  checkView("values", "content", "CAP Operator values - by its content");
  checkView("operator", "operator-resource", "CAP Operator resource - by its kind");
  checkView(null, "other-chart", "Not a CAP Operator file - from another chart");
  checkView("values", "modeline-unknown", "CAP Operator values - its comment is not recognized");
});

test("a file that another extension shows by a schema says so, with the setting that changes it", () => {
  assert.deepEqual(otherSchemaView(), {
    text: "Left to another YAML extension",
    detail: "completion and checks, by an assigned schema",
    action: "Show Setting",
    command: "workbench.action.openSettings",
    arguments: ["capOperator.coexistence"],
  });
});

test("for a file that is only likely ours, one link says that it is, and another that it is not", () => {
  const status = { kind: "values", strength: "likely", reason: "file-name", explanation: "" } as const;
  assert.deepEqual(fileStatusView(status), {
    text: "Likely CAP Operator values",
    detail: "by its name",
    action: "Yes, It Is",
    command: "capOperator.confirmValuesFile",
  });
  assert.deepEqual(
    [likelyView().text, likelyView().action, likelyView().command],
    ["Completion and hovers only", "No, It Is Not", "capOperator.disownFile"],
  );
});

const CHART: FileChart = {
  name: "cap-operator 0.34.0",
  isDecided: true,
  reason: "words",
  explanation: "",
  keys: 119,
  source: { from: "built-in" },
};
const DIGEST = `ab12cd34${"0".repeat(56)}`;

/** A path in a workspace at `file:///ws`. */
const shown = (uri: string) => decodeURIComponent(uri.replace("file:///ws/", ""));

function sourceLine(chart: Partial<FileChart>): string {
  const { text, detail } = chartSourceLine({ ...CHART, ...chart }, shown);
  return `${text} - ${detail}`;
}

test("for values, further lines say which chart they are checked against, and let it be changed", () => {
  assert.deepEqual(furtherLines({ strength: "certain", chart: CHART }, shown), [
    {
      text: "Chart cap-operator 0.34.0",
      detail: "by its content",
      action: "Use Chart...",
      command: "capOperator.useChart",
    },
    { text: "119 keys", detail: "built in" },
  ]);
  assert.deepEqual(furtherLines({ strength: "likely", chart: CHART }, shown), [likelyView()]);
  assert.deepEqual(furtherLines({ strength: null }, shown), []);
});

test("a chart that is named and cannot be used is shown as an error with its reason, and nothing else of a chart", () => {
  const doubt = {
    kind: "unusable",
    severity: "error",
    by: "setting",
    message: "No chart found at ./nope.",
  } as const;
  const chart: FileChart = { ...CHART, name: "", reason: "setting", keys: 0, doubt };
  assert.deepEqual(furtherLines({ strength: "certain", chart }, shown), [
    {
      text: "Chart cannot be used",
      detail: "No chart found at ./nope.",
      isError: true,
      action: "Use Chart...",
      command: "capOperator.useChart",
    },
  ]);
  const hostile = {
    ...doubt,
    message: `No chart found at [x](command:a.b)$(flame)\u202e\n${"y".repeat(500)}.`,
  };
  const { detail } = chartView({ ...chart, doubt: hostile });
  assert.match(detail, /^No chart found at \[x\] \(command:a\.b\)\$ \(flame\) y+\.\.\.$/);
});

test("a version that is newer than all known ones is shown with the one that is used instead", () => {
  const doubt = {
    kind: "newer",
    severity: "information",
    by: "modeline",
    message: "0.37.0 is not known here; checked as 0.34.0.",
  } as const;
  const { text, detail, isError } = chartView({ ...CHART, reason: "modeline", doubt });
  assert.deepEqual([text, detail, isError], ["Chart cap-operator 0.34.0", doubt.message, undefined]);
});

test("it says where the chart was read from", () => {
  const uri = "file:///ws/charts/cap-operator";
  assert.equal(sourceLine({ source: { from: "files", uri }, keys: 1 }), "1 key - from charts/cap-operator");
  const fetched = (chart: string) => sourceLine({ source: { from: "fetched", chart, digest: DIGEST } });
  assert.equal(
    fetched("oci://registry.internal/charts/cap-operator"),
    "119 keys - from the registry, digest ab12cd34...",
  );
  assert.equal(fetched("stable/cap-operator"), "119 keys - fetched, digest ab12cd34...");
});

/** The line about Helm, as it is shown. */
function helmSaid(helm: HelmSays): string {
  const [, , { text, detail } = { text: "", detail: "" }] = furtherLines(
    { strength: "certain", chart: CHART, helm },
    shown,
  );
  return `${text}, ${detail}`;
}

test("the last line says whether Helm is asked, and what it said last or why it is not", () => {
  const lines: readonly (readonly [HelmSays, string])[] = [
    [{ state: "renders" }, "Helm: on, renders the chart with these values"],
    [{ state: "renders", isOld: true }, "Helm: on, rendered the values before the last change"],
    [{ state: "refuses", words: "no owner" }, "Helm: on, rejects the values: no owner"],
    [
      { state: "refuses", words: "no owner", isOld: true },
      "Helm: on, rejected the values before the last change: no owner",
    ],
    [{ state: "not-asked" }, "Helm: on, not asked yet"],
    [{ state: "too-long" }, "Helm: on, stopped, because rendering took too long"],
    [{ state: "switched-off" }, "Helm: off, switched off by a setting"],
    [{ state: "not-started" }, "Helm: off, no Helm found, or it does not start"],
    [{ state: "not-trusted" }, "Helm: off, the workspace is not trusted"],
    [{ state: "no-programs" }, "Helm: off, no programs run here"],
    [{ state: "no-chart" }, "Helm: off, no chart files are available"],
    [{ state: "unread-values" }, "Helm: off, a file with values cannot be read"],
    [
      { state: "leads-out", entry: "files/secret" },
      "Helm: off, files/secret in the chart is a link to a place that may not be read",
    ],
    [{ state: "unchecked-links" }, "Helm: off, not all files of the chart can be checked for links"],
  ];
  for (const [helm, expected] of lines) assert.equal(helmSaid(helm), expected);
});

test("where no chart files are available, a link fetches the chart, and nowhere else", () => {
  const link = (helm: HelmSays) => {
    const line = furtherLines({ strength: "certain", chart: CHART, helm }, shown).at(-1);
    return line && "command" in line ? [line.action, line.command] : [];
  };
  assert.deepEqual(link({ state: "no-chart" }), ["Fetch Chart", "capOperator.fetchChart"]);
  assert.deepEqual(link({ state: "no-programs" }), []);
  assert.deepEqual(link({ state: "not-started" }), []);
});

test("what Helm says is text: no link, no icon, one line of some words", () => {
  const words = `[x](command:a.b)$(flame)\u202e\n${"y".repeat(500)}`;
  const shown = String.raw`\[x\] \(command:a\.b\)\$ \(flame\) y+\.\.\.`;
  const said = helmSaid({ state: "refuses", words });
  assert.match(said, new RegExp(`^Helm: on, rejects the values: ${shown}$`));
  assert.ok(said.length < 110, said);
  const link = helmSaid({ state: "leads-out", entry: words });
  assert.match(
    link,
    new RegExp(`^Helm: off, ${shown} in the chart is a link to a place that may not be read$`),
  );
});

test("names and paths of any length leave room for the link, and the end of a path is what tells", () => {
  const long = "x".repeat(5000);
  const uri = `file:///ws/${long}/charts/mine`;
  assert.equal(chartView({ ...CHART, name: `${long} 1.0.0` }).text, `Chart ${"x".repeat(32)}...`);
  assert.equal(
    sourceLine({ source: { from: "files", uri } }),
    `119 keys - from ...${"x".repeat(38)}/charts/mine`,
  );
});

test("what a chart or a folder is called is text: no link, no icon, one line", () => {
  const uri = `file:///ws/${encodeURIComponent("[charts](command:a.b)$(flame)\u202e\nx")}`;
  assert.equal(
    sourceLine({ source: { from: "files", uri } }),
    "119 keys - from [charts] (command:a.b)$ (flame) x",
  );
  const name = "cap\n$(flame)\u202e 1.0.0";
  assert.equal(chartView({ ...CHART, name }).text, "Chart cap $ (flame) 1.0.0");
});
