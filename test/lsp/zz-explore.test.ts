import { test } from "node:test";
import { DiskChartFiles } from "../../server/lsp/chart-files.ts";
import { connect } from "./client.ts";
import { workspace } from "./workspace.ts";

const DEP = {
  "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.34.0\n",
  "values.yaml": `# -- How many at once.
controller:
  replicas: 3
  # -- Parallel.
  parallelism: 5
subscriptionServer:
  replicas: 1
  istioSystemNamespace: istio-system
  domain: ""
  dnsTarget: ""
webhook:
  sidecar: false
`,
  "templates/d.yaml": `{{ toYaml .Values.controller }}{{ toYaml .Values.subscriptionServer }}{{ toYaml .Values.webhook.sidecar }}{{ .Values.global.x }}`,
};
const chart = (more: string) => `apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies:\n  - name: cap-operator\n    version: ~0.34.0\n    repository: oci://r.example/charts\n${more}`;
const UMB = `other:
  a: 1
operator:
  enabled: true
  controller:
    parallelism: 9
`;
test("x", async () => {
  const files: Record<string, string> = { "p/Chart.yaml": chart("    alias: operator\n    condition: operator.enabled\n"), "p/values.yaml": UMB, "p/prod-values.yaml": "" };
  for (const [k, v] of Object.entries(DEP)) files[`p/charts/cap-operator/${k}`] = v;
  const ws = workspace(files);
  const client = await connect({ server: { charts: new DiskChartFiles() }, initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] } });
  const uri = ws.at("p/values.yaml");
  const T = UMB + "    nope: 1\nmore: 2\n";
  client.open(uri, T);
  console.log(await client.request("capOperator/fileStatus", { uri }));
  await client.until(() => client.published.findLast((one) => one.uri === uri)?.diagnostics.some((d) => d.code === "unknown-key"));
  console.log(JSON.stringify(client.published.findLast((o) => o.uri === uri)?.diagnostics.map((d) => [d.code, d.message, d.range]), null, 1));
  console.log(JSON.stringify(await client.request("textDocument/hover", { textDocument: { uri }, position: { line: 5, character: 8 } })));
  console.log(JSON.stringify(await client.request("textDocument/hover", { textDocument: { uri }, position: { line: 2, character: 3 } })));
  console.log(JSON.stringify(await client.request("textDocument/definition", { textDocument: { uri }, position: { line: 5, character: 8 } })));
  console.log(JSON.stringify(await client.request("textDocument/references", { textDocument: { uri }, position: { line: 5, character: 8 }, context: { includeDeclaration: true } })));
  const eff = await client.request<{ text: string }>("capOperator/effectiveValues", { of: { uri } });
  console.log(eff.text);
  const prod = ws.at("p/prod-values.yaml");
  client.open(prod, "operator:\n  controller:\n    \n");
  const labels = async (u: string, line: number, character: number) => ((await client.request<{ items?: { label: string }[] } & { label: string }[]>("textDocument/completion", { textDocument: { uri: u }, position: { line, character } })) as any);
  console.log(JSON.stringify((await labels(prod, 2, 4)), null, 0).slice(0, 700));
  client.change(prod, 2, "\n");
  console.log(JSON.stringify((await labels(prod, 0, 0))));
  client.change(prod, 3, "op\n");
  console.log(JSON.stringify((await labels(prod, 0, 2))));
  client.change(prod, 4, "operator:\n  controller:\n    replicas: 2\n");
  console.log((await client.request<{ text: string }>("capOperator/effectiveValues", { of: { uri: prod } })).text);
  const d = () => client.published.findLast((o) => o.uri === prod && o.version === 4)?.diagnostics;
  await client.until(() => d()?.length);
  console.log(JSON.stringify(d()));
  const actions = await client.request<any[]>("textDocument/codeAction", { textDocument: { uri: prod }, range: d()![0]!.range, context: { diagnostics: d() } });
  console.log(JSON.stringify(actions, null, 1).slice(0, 1800));
  console.log(JSON.stringify(await client.request("textDocument/documentSymbol", { textDocument: { uri: prod } })));
  console.log(JSON.stringify(await client.request("textDocument/inlayHint", { textDocument: { uri: prod }, range: { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } } })));
  await client.close();
});
