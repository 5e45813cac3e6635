import assert from "node:assert/strict";
import { test } from "node:test";
import { fileStatusView } from "../../client/file-status-view.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";

function checkView(kind: FileStatus["kind"], reason: FileStatus["reason"], expected: string): void {
  const { text, detail } = fileStatusView({ kind, reason, explanation: "A long sentence about it." });
  assert.equal(`${text} - ${detail}`, expected);
}

test("the status item says in a few words what a file is, and why", () => {
  checkView("values", "content", "CAP Operator values - by its content");
  checkView("operator", "operator-resource", "CAP Operator resource - by its kind");
  checkView(null, "other-chart", "Not a CAP Operator file - from another chart");
  checkView("values", "modeline-unknown", "CAP Operator values - its comment is not understood");
});
