import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { CompletionItem, Hover, MarkupContent } from "vscode-languageserver";
import type { AskHelm } from "../../server/workspace/helm/render-question.ts";
import type { TestClient } from "./client.ts";
import { OURS, opened } from "./helm-verdict.ts";

/** A Helm that renders the owner in as many fields as it has letters, and what it was asked. */
function rendering() {
  const asked: string[] = [];
  const ask: AskHelm = async ({ values, isShown }) => {
    if (!isShown) return { is: "yes" };
    const owner = values.reduce((found, { text }) => /owner"?: *"?(\w+)/.exec(text)?.[1] ?? found, "me");
    asked.push(owner);
    const fields = [..."abcd"].map((name) => `  ${name}: ${owner}\n`).join("");
    return {
      is: "yes",
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
  /\n\nSets 4 fields: ConfigMap\/own_er data\.a, ConfigMap\/own_er data\.b, ConfigMap\/own_er data\.c and 1 more$/;

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
    assert.match(await hover(client, uri, 2, 4), /\n\nSets no field$/);
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

const CHART = `controller: {image: {tag: x, pullPolicy: ""}}
monitoring: {enabled: false}
subscriptionServer: {domain: "", dnsTarget: ""}
webhook: {}
`;

/** A Helm that renders how images are pulled, and six fields where there is monitoring. */
function pulling() {
  const asked: AbortSignal[] = [];
  const last = (texts: readonly { readonly text: string }[], key: string) =>
    texts.reduce((found, { text }) => new RegExp(`${key}"?: *"?(\\w+)`).exec(text)?.[1] ?? found, "");
  const ask: AskHelm = async ({ values, isShown }, signal) => {
    if (!isShown) return { is: "yes" };
    asked.push(signal);
    const policy = last(values, "pullPolicy");
    const fields = last(values, "enabled") === "true" ? "{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}" : "{}";
    const output = `---\n# Source: mine/templates/x.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {pull: "${policy}"}\nmore: ${fields}\n`;
    return { is: "yes", output };
  };
  return { ask, asked };
}

suite("an allowed value", () => {
  const TEXT = `${OURS}controller:\n  image:\n    pullPolicy: Always\nmonitoring:\n  enabled: false\n`;
  const files = { "charts/mine/values.yaml": CHART };

  const capabilities = {
    textDocument: { completion: { completionItem: { documentationFormat: ["markdown" as const] } } },
  };

  /** An item that is offered while the objects are in sight: those of the file, or of other values. */
  async function offered(label: string, line: number, ask: AskHelm, rendered?: object, trusted = true) {
    const { client, uri } = await opened(TEXT, { ask, files, trusted, capabilities });
    const items = await client.request<CompletionItem[]>("textDocument/completion", {
      textDocument: { uri },
      position: { line, character: 16 },
      ...(rendered && { rendered: { uri, ...rendered } }),
    });
    const item = items.find((one) => one.label === label);
    assert.ok(item);
    return { client, resolve: () => client.request<CompletionItem>("completionItem/resolve", item) };
  }

  async function details(...[label, line, rendered, trusted]: [string, number, object?, boolean?]) {
    const { ask, asked } = pulling();
    const { documentation = "" } = await (await offered(label, line, ask, rendered, trusted)).resolve();
    return { asked, text: typeof documentation === "string" ? documentation : documentation.value };
  }

  test("shows the difference that it makes while the objects are in sight", async () => {
    const { text } = await details("Never", 6, {});
    assert.equal(text, '```diff\n@@ ConfigMap/web @@\n- data.pull: "Always"\n+ data.pull: "Never"\n```');
    assert.equal((await details("Always", 6, {})).text, "With this value, Helm renders the same objects.");
  });

  test("shows five lines of it, and how many fields change", async () => {
    const { text } = await details("true", 8, {});
    assert.equal(
      text,
      "```diff\n@@ ConfigMap/web @@\n- more: {}\n+ more.a: 1\n+ more.b: 2\n+ more.c: 3\n```\n\nIn all, 7 fields change.",
    );
  });

  test("asks Helm nothing while the objects are not in sight, are of other values, or the workspace is not trusted", async () => {
    const none = await details("Never", 6);
    assert.deepEqual([none.text, none.asked], ["", []]);
    const foreign = await details("Never", 6, {}, false);
    assert.deepEqual([foreign.text, foreign.asked], ["", []]);
    const { text } = await details("Never", 6, { uri: "file:///nowhere/values.yaml" });
    assert.equal(text, "");
  });

  test("ends the question about the one before it", async () => {
    const signals: AbortSignal[] = [];
    const ask: AskHelm = ({ isShown }, signal) =>
      isShown
        ? new Promise((resolve) => {
            signals.push(signal);
            signal.addEventListener("abort", () => resolve({ is: "unknown", why: { noAnswer: "stopped" } }));
          })
        : Promise.resolve({ is: "yes" as const });
    const { client, resolve } = await offered("Never", 6, ask, {});
    const first = resolve();
    await client.until(() => signals[0]);
    void resolve().catch(() => undefined);
    assert.equal((await first).documentation, undefined);
    await client.until(() => signals[1]);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
  });
});
