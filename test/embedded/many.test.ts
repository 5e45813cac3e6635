// Documents with more values than are analysed: the first ones are checked, and a message states that the others are not.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Diagnostic } from "vscode-languageserver-types";
import { workOf } from "../support/count-work.ts";
import { embeddedClient, ROOT } from "./client.ts";

const NOT_CHECKED =
  "Only the first 50 places with values of CAP Operator in a file are checked, so these values and all that follow are not.";
const WRONG = "controller: {replicas: two}";

const repeated = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join("");

const terraform = (count: number) =>
  `resource "helm_release" "cop" {\n  chart = "cap-operator"\n  values = [\n${repeated(count, () => `<<A\n${WRONG}\nA\n,\n`)}]\n}\n`;

const release = (index: number) =>
  `---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r${index}, namespace: cop}\nspec:\n  chart: {spec: {chart: cap-operator}}\n  values:\n    ${WRONG}\n`;

const configMap = (index: number) =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${index}, namespace: cop}\ndata:\n  values.yaml: |\n    ${WRONG}\n`;

const TEXTS: Readonly<Record<string, readonly [path: string, (count: number) => string]>> = {
  "values of a Terraform release": ["main.tf", terraform],
  "Terraform releases": [
    "main.tf",
    (count) =>
      repeated(
        count,
        (index) =>
          `resource "helm_release" "r${index}" {\n  chart = "cap-operator"\n  values = [<<A\n${WRONG}\nA\n]\n}\n`,
      ),
  ],
  "releases of Flux": ["apps/cop.yaml", (count) => repeated(count, release)],
  "ConfigMaps that a release takes": [
    "apps/cop.yaml",
    (count) => {
      const from = repeated(count, (index) => `  - {kind: ConfigMap, name: c${index}}\n`);
      const head = release(0).replace(/ {2}values:[\s\S]*/, `  valuesFrom:\n${from}`);
      return head + repeated(count, configMap);
    },
  ],
  "values of a release of helmfile": [
    "helmfile.yaml",
    (count) =>
      `releases:\n  - name: cop\n    chart: cap/cap-operator\n    values:\n${repeated(count, () => `      - ${WRONG}\n`)}`,
  ],
};

suite("many values in a document of another product", async () => {
  const client = await embeddedClient();
  let opened = 0;
  const problemsOf = async (path: string, text: string) => {
    const uri = `${ROOT}/many${++opened}/${path}`;
    client.open(uri, text);
    const asked = { textDocument: { uri } };
    return (await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", asked)).items;
  };
  for (const [name, [path, text]] of Object.entries(TEXTS)) {
    test(`${name}: the first are checked, and the next says that it is not`, async () => {
      const items = await problemsOf(path, text(60));
      const codes = items.map(({ code }) => code);
      const said = items.filter(({ message }) => message === NOT_CHECKED);
      assert.deepEqual([codes.filter((code) => code === "wrong-type").length, said.length], [50, 1]);
      const all = await problemsOf(path, text(50));
      assert.ok(all.every(({ message }) => message !== NOT_CHECKED));
    });
  }

  test("the hundredth release of helmfile is like the first one", async () => {
    const other = "  - {name: a, chart: b/redis}\n";
    const release = `  - name: cop\n    chart: cap/cap-operator\n    values:\n      - ${WRONG}\n`;
    const items = await problemsOf("helmfile.yaml", `releases:\n${other.repeat(99)}${release}`);
    assert.deepEqual(
      items.map(({ range, code }) => `${range.start.line + 1} ${code}`),
      ["104 required-for-install", "104 wrong-type"],
    );
  });

  test("values that one release takes are merged once", async () => {
    const workFor = async (count: number) => {
      const text = terraform(count).replaceAll("two", "2");
      return workOf(() => problemsOf("main.tf", text));
    };
    await workFor(5);
    const [few, many] = [await workFor(10), await workFor(40)];
    // Four times as many values, in four times as much text, with which each is read.
    assert.ok(many < few * 16, `${few} -> ${many}`);
  });
});
