// Charts that a document names as a folder of the repository that it is in: its content counts, and not its name or address.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction, CompletionItem, Diagnostic, TextEdit } from "vscode-languageserver-types";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect } from "../lsp/client.ts";
import { workspace } from "../lsp/workspace.ts";

const CHART = {
  "charts/operator/Chart.yaml": "apiVersion: v2\nname: our-operator\nversion: 1.2.3\n",
  "charts/operator/values.yaml":
    "controller:\n  replicas: 1\n  ours: true\nsubscriptionServer:\n  domain: ''\n  dnsTarget: ''\nwebhook:\n  sidecar: false\n",
  "charts/operator/templates/all.yaml":
    "{{ .Values.controller.replicas }}\n{{ .Values.controller.ours }}\n{{ .Values.subscriptionServer.domain }}\n{{ .Values.subscriptionServer.dnsTarget }}\n{{ .Values.webhook.sidecar }}\n",
  "charts/other/Chart.yaml": "apiVersion: v2\nname: cap-operator-dashboards\nversion: 1.2.3\n",
  "charts/other/values.yaml": "replicaz: 1\n",
  "charts/platform/Chart.yaml":
    "apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies:\n- {name: cap-operator, alias: cop, version: 1.2.3}\n",
  "charts/platform/values.yaml":
    "cop: {subscriptionServer: {domain: a.corp.internal, dnsTarget: b.corp.internal}}\n",
};
const PARTS = ["Chart.yaml", "values.yaml", "templates/all.yaml"] as const;
const FILES: Readonly<Record<string, string>> = {
  ...CHART,
  ...Object.fromEntries(
    PARTS.map((name) => [
      `charts/platform/charts/cap-operator/${name}`,
      CHART[`charts/operator/${name}`].replace("our-operator", "cap-operator"),
    ]),
  ),
};
const VALUES =
  "{subscriptionServer: {domain: a.corp.internal, dnsTarget: b.corp.internal}, controller: {ours: false, replicaz: 2}}";

function flux(folder: string, source = "GitRepository"): string {
  return `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cop}\nspec:\n  chart: {spec: {chart: ${folder}, sourceRef: {kind: ${source}, name: git}}}\n  values: ${VALUES}\n`;
}

function argo(address: string, folder: string): string {
  return `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: cop}\nspec:\n  source:\n    repoURL: ${address}\n    path: ${folder}\n    helm:\n      valuesObject: ${VALUES}\n`;
}

async function opened(text: string) {
  const ws = workspace({ ...FILES, "apps/cop.yaml": text });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    capabilities: { textDocument: { diagnostic: {} } },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "git" }] },
  });
  const uri = ws.at("apps/cop.yaml");
  client.open(uri, text);
  return { client, uri };
}

/** With `isFollowed`, when the templates of the chart have been read as well: the first answers come before. */
async function seen(text: string, isFollowed = false) {
  const { client, uri } = await opened(text);
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
  const ask = () =>
    client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", { textDocument: { uri } });
  let { items } = await ask();
  while (isFollowed && items.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ({ items } = await ask());
  }
  const [only] = status.embedded ?? [];
  return { chart: only?.chart?.name, problems: items.map(({ code, message }) => `${code}: ${message}`) };
}

const GIT = "https://git.corp.internal/platform.git";

suite("charts in folders of the repository", () => {
  for (const [name, text] of [
    ["Flux, from a GitRepository", flux("./charts/operator")],
    ["Flux, without a dot", flux("charts/operator", "Bucket")],
    ["Argo CD", argo(GIT, "charts/operator")],
  ] as const) {
    test(`${name}: the keys of the chart there count`, async () => {
      const { chart, problems } = await seen(text, true);
      assert.equal(chart, "our-operator 1.2.3");
      assert.equal(problems.length, 1, problems.join());
      assert.match(problems[0] ?? "", /^unknown-key: .*replicaz/);
    });
  }

  // https://helm.sh/docs/chart_template_guide/subcharts_and_globals/#overriding-values-from-a-parent-chart
  for (const [name, text] of [
    ["Flux", flux("./charts/platform").replace("values: ", "values:\n    other: {replicaz: 1}\n    cop: ")],
    ["Argo CD", argo(GIT, "charts/platform").replace("valuesObject: ", "valuesObject:\n        cop: ")],
    [
      "Argo CD, with parameters",
      argo(GIT, "charts/platform").replace(
        "valuesObject: ",
        "parameters: [{name: cop.controller.ourz, value: 'true'}, {name: other.x, value: y}]\n      valuesObject:\n        cop: ",
      ),
    ],
    [
      "Flux, between braces",
      flux("./charts/platform").replace(
        /values: (.*)/,
        "values: {other: {replicaz: 1}, cop: $1, last: {x: 1}}",
      ),
    ],
    [
      "Argo CD, in a text",
      argo(GIT, "charts/platform").replace(
        "valuesObject: ",
        "releaseName: cop\n      values: |\n        other:\n          replicaz: 1\n        cop: ",
      ),
    ],
    [
      "Argo CD, in a text with other keys after it",
      argo(GIT, "charts/platform").replace(
        /valuesObject: .*/,
        "values: |\n        cop:\n          controller: {ours: false}\n          webhook:\n            replicaz: 1\n        other: {replicaz: 1}\n      releaseName: cop",
      ),
    ],
  ] as const) {
    test(`${name}: a chart that brings the operator's along, with its values below the key of that`, async () => {
      const { chart, problems } = await seen(text, true);
      assert.equal(chart, "cap-operator 1.2.3");
      const keys = problems.map((problem) => /^unknown-key: .*(replicaz|ourz)/.exec(problem)?.[1] ?? problem);
      assert.deepEqual(keys, text.includes("ourz") ? ["replicaz", "ourz"] : ["replicaz"]);
    });
  }

  for (const [name, text] of [
    ["between braces", flux("./charts/platform").replace(VALUES, "{cop: {webhook: {sid}}, other: {x: 1}}")],
    [
      "in a text",
      argo(GIT, "charts/platform").replace(
        `valuesObject: ${VALUES}`,
        "values: |\n        cop:\n          webhook:\n            sid\n        other: {x: 1}",
      ),
    ],
  ] as const) {
    test(`a key is completed there ${name}`, async () => {
      const { client, uri } = await opened(text);
      const document = TextDocument.create(uri, "yaml", 0, text);
      const items = await client.request<CompletionItem[]>("textDocument/completion", {
        textDocument: { uri },
        position: document.positionAt(text.indexOf("sid") + 3),
      });
      const edit = items.find(({ label }) => label === "sidecar")?.textEdit as TextEdit;
      assert.equal(TextDocument.applyEdits(document, [edit]), text.replace("sid", "sidecar: false"));
    });
  }

  test("what is required may be in the values of the chart around the operator's", async () => {
    const text = flux("./charts/platform").replace(VALUES, "\n    cop: {controller: {ours: false}}");
    assert.deepEqual((await seen(text)).problems, []);
  });

  for (const [name, text] of [
    ["a chart that brings the operator's along, with no values for that", flux("./charts/platform")],
    [
      "such a chart, with values that are begun between braces",
      flux("./charts/platform").replace(VALUES, "{cop: , other: {x: 1}}"),
    ],
    ["a folder that is not there", flux("./charts/cap-operator")],
    ["another chart", flux("./charts/other")],
    ["a folder above the workspace", flux("./../../charts/cap-operator")],
    [
      "a folder of a repository that has the operator's name",
      argo("https://github.com/SAP/cap-operator", "helm/dashboards"),
    ],
    ["a repository with that name, by SSH", argo("git@github.com:SAP/cap-operator", "helm/dashboards")],
    ["an OCI registry, but a folder in Git", argo(GIT, "charts/other")],
  ] as const) {
    test(`${name} is left alone`, async () => {
      assert.deepEqual(await seen(text), { chart: undefined, problems: [] });
    });
  }

  test("values of an Application move to a file that is named from the folder of its chart", async () => {
    const text = argo(GIT, "charts/operator");
    const ws = workspace({ ...FILES, "apps/cop.yaml": text });
    const client = await connect({
      server: { charts: new DiskChartFiles(wholeMachine) },
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "delete"] } },
        textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
      },
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "git" }] },
    });
    const uri = ws.at("apps/cop.yaml");
    client.open(uri, text);
    const line = text.split("\n").findIndex((candidate) => candidate.includes("valuesObject"));
    const cursor = { line, character: 8 };
    const [action] = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: cursor, end: cursor },
      context: { diagnostics: [], only: ["refactor.extract"] },
    });
    const edits =
      action?.edit?.documentChanges?.flatMap((change) => ("edits" in change ? change.edits : [])) ?? [];
    const texts = edits.map((edit) => ("newText" in edit ? edit.newText : ""));
    assert.equal(texts[0], `# +argocd:skip-file-rendering\n${VALUES}\n`);
    assert.equal(texts[1], "valueFiles:\n        - ../../apps/cop-values.yaml");
  });
});
