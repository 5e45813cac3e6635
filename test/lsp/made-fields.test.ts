import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Hover, MarkupContent } from "vscode-languageserver";
import type { AskHelm } from "../../server/workspace/render-question.ts";
import type { TestClient } from "./client.ts";
import { OURS, opened } from "./helm-verdict.ts";

/** A Helm that renders the owner in as many fields as it has letters, and what it was asked. */
function rendering() {
  const asked: string[] = [];
  const ask: AskHelm = async ({ values, isShown }) => {
    if (!isShown) return { renders: true };
    const owner = values.reduce((found, { text }) => /owner"?: *"?(\w+)/.exec(text)?.[1] ?? found, "me");
    asked.push(owner);
    const fields = [..."abcd"].map((name) => `  ${name}: ${owner}\n`).join("");
    return {
      renders: true,
      output: `---\n# Source: mine/templates/x.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: own_er}\ndata:\n${fields}`,
    };
  };
  return { ask, asked };
}

async function hover(client: TestClient, uri: string, line: number, character = 1): Promise<string> {
  const found = await client.request<Hover | null>("textDocument/hover", {
    textDocument: { uri },
    position: { line, character },
  });
  return (found?.contents as MarkupContent | undefined)?.value ?? "";
}

const measure = (client: TestClient, of: object, uri: string, line: number, character = 1) =>
  client.request("capOperator/keyFields", { of, uri, position: { line, character } });

const MADE =
  /\n\nMakes 4 fields: ConfigMap\/own_er data\.a, ConfigMap\/own_er data\.b, ConfigMap\/own_er data\.c and 1 more$/;

suite("a hover", () => {
  test("has what the key makes if that was measured with these values, and asks nothing", async () => {
    const { ask, asked } = rendering();
    const { client, uri } = await opened(`${OURS}owner: you\n`, { ask });
    assert.doesNotMatch(await hover(client, uri, 4), /Makes/);
    assert.deepEqual(asked, []);
    await measure(client, { uri }, uri, 4);
    await measure(client, { uri }, uri, 2, 4);
    const runs = asked.length;
    assert.match(await hover(client, uri, 4), MADE);
    assert.match(await hover(client, uri, 2, 4), /\n\nMakes nothing$/);
    assert.doesNotMatch(await hover(client, uri, 3, 4), /Makes/);
    client.change(uri, 2, `${OURS}owner: us\n`);
    assert.doesNotMatch(await hover(client, uri, 4), /Makes/);
    client.change(uri, 3, `${OURS}owner: you\n`);
    assert.match(await hover(client, uri, 4), MADE);
    await measure(client, { uri }, uri, 4);
    assert.equal(asked.length, runs);
  });

  test("has it for the values of a release", async () => {
    const { ask } = rendering();
    const { client, uri } = await opened(`${OURS}owner: you\n`, {
      ask,
      files: {
        "prod/more.yaml": "webhook: {}\n",
        ".cap-operator.yaml":
          "releases:\n  - {name: prod, chart: ./charts/mine, values: [prod/values.yaml, prod/more.yaml]}\n",
      },
    });
    await measure(client, { release: "prod" }, uri, 4);
    assert.match(await hover(client, uri, 4), MADE);
  });

  test("has it in a document of another product", async () => {
    const { ask } = rendering();
    const values = OURS.split("\n")
      .slice(1)
      .map((line) => `        ${line}`);
    const files = {
      "prod/app.yaml": `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: prod}\nspec:\n  source:\n    path: charts/mine\n    helm:\n      values: |\n        owner: you\n${values.join("\n")}`,
      ".cap-operator.yaml":
        "releases:\n  - {name: prod, chart: ./charts/mine, values: ['prod/app.yaml#spec.source.helm.values']}\n",
    };
    const { client, ws } = await opened(OURS, { ask, files });
    const uri = ws.at("prod/app.yaml");
    client.open(uri, files["prod/app.yaml"]);
    await measure(client, { release: "prod" }, uri, 8, 9);
    assert.match(await hover(client, uri, 8, 9), MADE);
  });
});
