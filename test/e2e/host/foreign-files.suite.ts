import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  closeAll,
  completions,
  eventually,
  hoverText,
  openFile,
  openText,
  problems,
  seesProblems,
  serverIsReady,
} from "./workbench.ts";

describe("files of others", () => {
  before(serverIsReady);
  afterEach(closeAll);

  for (const name of ["ingress-values.yaml", "umbrella/values.yaml", "compose.yaml"]) {
    it(`leaves ${name} alone`, async () => {
      // A file of the operator, opened after it, shows that the server has looked at both.
      const foreign = await openFile(name);
      const valuesFile = await openText(
        "values.yaml",
        "controller:\n  replicaz: 1\nsubscriptionServer: {domain: a.b.c, dnsTarget: d.b.c}\n",
      );
      await seesProblems(valuesFile, ["unknown-key: replicaz"]);
      const place = { ...foreign, cursor: new vscode.Position(1, 4) };
      assert.deepEqual(problems(foreign), []);
      assert.equal(await hoverText(place), "");
      assert.deepEqual(await completions(place), []);
    });
  }

  it("takes a file whose modeline says so, and drops one whose modeline says no", async () => {
    const named = await openText("anything.yaml", "# cap-operator: values\ncont$0roller:\n  replicas: 1\n");
    await eventually(async () => assert.match(await hoverText(named), /controller/));
    const refused = await openText("values.yaml", "# cap-operator: off\ncont$0roller:\n  replicaz: 1\n");
    assert.equal(await hoverText(refused), "");
    await seesProblems(refused, []);
  });
});
