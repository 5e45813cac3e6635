import assert from "node:assert/strict";
import { test } from "node:test";
import { fileStatusView, LIKELY_VIEW } from "../../client/file-status-view.ts";
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
