import { describe, test } from "node:test";
import { checkDiagnostics, checkNoDiagnostics } from "../../support/check-diagnostics.ts";
import { checkFix } from "../../support/check-fix.ts";

const PUBLISHED = { chart: "cap-operator", version: "0.34.0" };

describe("misplaced-key below global, which the published chart does not read", () => {
  test("a key of the top level is found", () =>
    checkDiagnostics(
      `global:
  podLabels:
  ^^^^^^^^^ warning[misplaced-key] Misplaced key "podLabels": nothing reads it in "global". Move it to the top level.
    team: a
`,
      "values",
      PUBLISHED,
    ));
  test("it is moved", () =>
    checkFix(
      "global:\n  other: 1\n  # ours\n  pod$0Labels:\n    team: a\n",
      'Move to "podLabels"',
      "global:\n  other: 1\n# ours\npodLabels:\n  team: a\n",
      "values",
      PUBLISHED,
    ));
  test("other keys, and holders of anchors that are used, are left alone", () =>
    checkNoDiagnostics(
      "global:\n  imageRegistry: a.internal\n  tolerations: &t [{key: a}]\ntolerations: *t\n",
      "values",
      PUBLISHED,
    ));
});
