import assert from "node:assert/strict";
import { test } from "node:test";
import { chartView, fileStatusView, LIKELY_VIEW, secondView } from "../../client/file-status-view.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";

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
  checkView("values", "modeline-unknown", "CAP Operator values - its comment is not recognised");
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
    [LIKELY_VIEW.text, LIKELY_VIEW.action, LIKELY_VIEW.command],
    ["Completion and hovers only", "No, It Is Not", "capOperator.disownFile"],
  );
});

test("for values, a second item says which chart they are checked against, and lets it be changed", () => {
  const chart = {
    name: "cap-operator 0.34.0",
    reason: "words",
    explanation: "",
    keys: 119,
    source: { from: "built-in" },
  } as const;
  assert.deepEqual(chartView(chart), {
    text: "Chart cap-operator 0.34.0",
    detail: "by its words",
    action: "Use Chart...",
    command: "capOperator.useChart",
  });
  assert.deepEqual(secondView({ strength: "certain", chart }), chartView(chart));
  assert.deepEqual(secondView({ strength: "likely", chart }), LIKELY_VIEW);
  assert.equal(secondView({ strength: null }), undefined);
});
