import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type CodeAction, DiagnosticSeverity } from "vscode-languageserver-types";
import { findModeline } from "../../../../server/core/yaml/modeline.ts";
import { analyse, engine, UNDECIDED } from "../../support/engine.ts";

const BELOW = "controller:\n  replicas: 2\n";

async function found(text: string) {
  const all = await engine.diagnostics(analyse(text, "values", UNDECIDED));
  return all.filter(({ code }) => code === "unknown-comment");
}

/** The first line after the fix, with a star if it is the likely one. */
async function fixed(text: string, kind: "values" | "operator" = "values"): Promise<string | undefined> {
  const analysis = analyse(text, kind, kind === "values" ? UNDECIDED : undefined);
  const all = await engine.diagnostics(analysis);
  const diagnostic = all.find(({ code }) => code === "unknown-comment");
  assert.ok(diagnostic, text);
  const actions = (await engine.codeActions(analysis, diagnostic.range, [diagnostic])) as CodeAction[];
  const [fix] = actions.filter(({ title }) => title.startsWith("Change to"));
  const [edit] = fix?.edit?.changes?.[analysis.text.uri] ?? [];
  if (edit === undefined) return undefined;
  const { start, end } = edit.range;
  const after =
    text.slice(0, analysis.text.offsetAt(start)) + edit.newText + text.slice(analysis.text.offsetAt(end));
  assert.equal(findModeline(after)?.unknown.length, 0);
  return `${fix?.isPreferred ? "*" : ""}${/.*/.exec(after)?.[0]}`;
}

const PLAIN = "# cap-operator: values version=0.34.0";

suite("unknown-comment", () => {
  test("a warning at the comment says what is not recognized, and what may be written", async () => {
    const said = async (comment: string) =>
      (await found(`# License\n\n  ${comment}  \n${BELOW}`)).map(({ severity, range, message }) => {
        assert.equal(severity, DiagnosticSeverity.Warning);
        assert.deepEqual(range.start, { line: 2, character: 2 });
        assert.deepEqual(range.end, { line: 2, character: 2 + comment.length });
        return message;
      });
    assert.deepEqual(await said("# cap-operator: valuse"), [
      "The comment `# cap-operator: valuse` is not recognized: write values, operator or off.",
    ]);
    assert.deepEqual(await said("# cap-operator: version=0.34.0"), [
      "The comment `# cap-operator: version=0.34.0` is not recognized: write values, operator or off.",
    ]);
    assert.deepEqual(await said("# cap-operator: values versoin=0.34.0"), [
      '"versoin=0.34.0" is not recognized: after "values", write chart=<chart> or version=<version>.',
    ]);
    assert.deepEqual(await said("# cap-operator values version=0.34.0"), [
      "The comment at the top has no effect: a colon is missing after `# cap-operator`.",
    ]);
  });

  for (const [wrong, right] of [
    ["# cap-operator: version=0.34.0", `*${PLAIN}`],
    ["# cap-operator: values versoin=0.34.0", `*${PLAIN}`],
    ["# cap-operator values version=0.34.0", `*${PLAIN}`],
    ["# cap-operator: valuse", "*# cap-operator: values"],
    ["#cap-operator : Values version = 0.34.0", `*${PLAIN}`],
    ["# cap-operator: values version 0.34.0", `*${PLAIN}`],
    ["# cap-operator: values: version: 0.34.0", `*${PLAIN}`],
    ["# cap-operator: 0.34.0", `*${PLAIN}`],
    ["# cap-operator version=0.34.0", `*${PLAIN}`],
    ["# cap-operator: values Version=0.34.0 # of production", `*${PLAIN} # of production`],
    ["# cap-operator: values (production) version=0.34.0", PLAIN],
    ["# cap-operator: yes", "# cap-operator: values"],
    ["# cap-operator:", "*# cap-operator: values"],
    ["# cap-operator: chrt=oci://localhost:5000/a", "*# cap-operator: values chart=oci://localhost:5000/a"],
    ["# cap-operator: values version=0.34.0 version=0.33.0", PLAIN],
  ] as const) {
    test(`${wrong} becomes ${right}`, async () => {
      assert.equal(await fixed(`${wrong}\n${BELOW}`), right);
      assert.equal(await fixed(`${wrong}\r\n${BELOW}`), right);
    });
  }

  test("the comment of an operator resource stays one", async () => {
    const resource = "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\n";
    assert.equal(
      await fixed(`# cap-operator: version=0.34.0\n${resource}`, "operator"),
      "*# cap-operator: operator version=0.34.0",
    );
    assert.equal(
      await fixed(`# cap-operator: operater\n${resource}`, "operator"),
      "*# cap-operator: operator",
    );
  });

  test("a line that is too long to be read to its end has no fix", async () => {
    assert.equal(await fixed(`# cap-operator: valuse chart=./${"a".repeat(300)}\n${BELOW}`), undefined);
  });

  test("right comments and other texts are left alone", async () => {
    for (const comment of [
      PLAIN,
      "#cap-operator:values",
      "# cap-operator: values, chart=./chart, version=0.34.0",
      "# cap-operator: values # of production",
      "# cap-operator is installed by the platform team",
      "# cap-operator values of production",
      "# cap-operator operator, version 0.34.0 or later",
      "# cap-operator version 0.34.0",
      "# cap-operator-disable equals-default",
      "# see cap-operator: valuse",
      "# cap-operators: valuse",
    ]) {
      assert.deepEqual(await found(`${comment}\n${BELOW}`), [], comment);
    }
    assert.deepEqual(await found(`${BELOW}# cap-operator: valuse\n`), []);
    assert.deepEqual(await found(`# cap-operator values\n${PLAIN}\n${BELOW}`), []);
    assert.deepEqual(
      await found(`# cap-operator-disable unknown-comment\n# cap-operator: valuse\n${BELOW}`),
      [],
    );
  });

  test("it is reported once, also where the first document is not ours or begins further down", async () => {
    assert.equal((await found(`# cap-operator: valuse\n---\n${BELOW}---\n${BELOW}`)).length, 1);
  });
});
