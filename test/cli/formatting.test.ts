import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith, run } from "./run.ts";

const HEAD = "# cap-operator: values\nsubscriptionServer:\n";
const DOMAIN = "  domain: a.corp.example.com\n";

function textOf(folder: string, name: string): string {
  return readFileSync(path.join(folder, name), "utf8");
}

test("format reports the lines that it leaves, one line for each file, and ends as if they were formatted", async () => {
  const kept = '  subDomain: "a \\ \n    b"\n';
  const folder = folderWith({
    "values.yaml": `${HEAD}${DOMAIN}${kept}controller:   {}\nwebhook:\n  podLabels: {a: "b \\ \n    c"}\n`,
    "b.values.yaml": `${HEAD}${DOMAIN}`,
  });
  const note = "values.yaml:4-5,8-9 was not formatted, because formatting would change values.\n";
  const dry = await run(folder, ["format", "--dry-run"]);
  assert.deepEqual([dry.code, dry.err], [1, note]);
  const { code, out, err } = await run(folder, ["format"]);
  assert.deepEqual([code, out, err], [0, "values.yaml formatted.\n", note]);
  const after = `${HEAD}${DOMAIN}${kept}controller: {}\nwebhook:\n  podLabels: {a: "b \\ \n    c"}\n`;
  assert.equal(textOf(folder, "values.yaml"), after);
  const again = await run(folder, ["format"]);
  assert.deepEqual([again.code, again.out, again.err], [0, "", note]);
});

test("format indents as .editorconfig of the folder and those above it have it, then as the file", async () => {
  const folder = folderWith({
    "values.yaml": `${HEAD}    domain: a.corp.example.com\n`,
    "sub/values.yaml": `${HEAD}${DOMAIN}`,
    "sub/.editorconfig": "[*.yaml]\nindent_size = 3\n",
  });
  assert.equal((await run(folder, ["format"])).out, "sub/values.yaml formatted.\n");
  assert.equal(textOf(folder, "sub/values.yaml"), `${HEAD} ${DOMAIN}`);
  writeFileSync(
    path.join(folder, ".editorconfig"),
    "root = true\n[*]\nindent_size = 4\n[sub/**]\nindent_size = 8\n",
  );
  assert.equal((await run(folder, ["format"])).out, "");
  const other = path.join(folder, "other");
  mkdirSync(other);
  const input = { input: `${HEAD}${DOMAIN}` };
  assert.match(
    (await run(folder, ["format", "--stdin-file-path", "a.values.yaml"], input)).out,
    /\n {4}domain/,
  );
  // A file that is named elsewhere has the settings of its own folder.
  assert.equal((await run(other, ["format", "../sub/values.yaml"])).out, "");
});

test("format does not touch values in a document of another product", async () => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:   {name: cop}
spec:
  source:
    chart: cap-operator
    repoURL: https://sap.github.io/cap-operator-lifecycle/helm
    helm:
      valuesObject:
        controller:   {replicas:   1}
`;
  const folder = folderWith({ "application.yaml": text });
  const { code, out, err } = await run(folder, ["format"]);
  assert.deepEqual([code, out, err], [0, "", ""]);
  assert.equal(textOf(folder, "application.yaml"), text);
});
