import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Hover } from "vscode-languageserver-types";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect, offeredItems, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

/** A chart whose values merge mappings, in the ways that Helm's YAML library knows. */
const VALUES = `x-common: &common
  # -- How long it waits.
  wait: 5
  size: 1
x-other: &other
  size: 2
  colour: red
controller:
  replicas: 1
subscriptionServer:
  domain: ""
  dnsTarget: ""
one:
  <<: *common
  size: 7
below:
  size: 7
  <<: *common
several:
  <<: [*common, *other]
named: *common
nested:
  deep:
    <<: *common
cycle: &cycle
  <<: *cycle
  own: 1
`;
const CHART = {
  "mine/Chart.yaml": "apiVersion: v2\nname: my-operator\nversion: 7.1.0\n",
  "mine/values.yaml": VALUES.slice(0, VALUES.indexOf("cycle")),
  "mine/templates/base.yaml":
    "{{ .Values.controller.replicas }}{{ toYaml .Values.subscriptionServer }}{{ .Values.one.size }}{{ .Values.named.size }}",
};
const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";

/** Opens values for the chart, with the cursor at `$0`. */
async function opened(values: string, files: Readonly<Record<string, string>> = CHART) {
  const ws = workspace({ ...files, "prod/values.yaml": "" });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
  });
  const uri = ws.at("prod/values.yaml");
  const text = `# cap-operator: values chart=../mine\n${REQUIRED}${values}`;
  const before = text.slice(0, text.indexOf("$0")).split("\n");
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  client.open(uri, text.replace("$0", ""));
  await client.until(() => client.published.filter((one) => one.uri === uri).length > 1);
  return { client, at: { textDocument: { uri }, position }, uri };
}

function unknownIn(client: TestClient, uri: string): (string | undefined)[] {
  const found = client.published.findLast((one) => one.uri === uri)?.diagnostics ?? [];
  return found
    .filter(({ code }) => code === "unknown-key")
    .map(({ message }) => /"([^"]+)"/.exec(String(message))?.[1]);
}

suite("merge keys in the values of a chart", () => {
  /** A key, and the default that Helm reads there: what is below a merge key wins over it, and it over what is above. */
  const merged: readonly [values: string, said: RegExp][] = [
    ["one:\n  wa$0it: 9\n", /How long it waits\.\n\n- Default: 5/],
    ["one:\n  si$0ze: 9\n", /Default: 7/],
    ["below:\n  si$0ze: 9\n", /Default: 1/],
    ["several:\n  si$0ze: 9\n", /Default: 1/],
    ["several:\n  col$0our: blue\n", /Default: red/],
    ["named:\n  wa$0it: 9\n", /Default: 5/],
    ["nested:\n  deep:\n    wa$0it: 9\n", /Default: 5/],
  ];
  for (const [values, said] of merged) {
    test(`are followed: ${JSON.stringify(values)}`, async () => {
      const { client, at, uri } = await opened(values);
      const hover = await client.request<Hover | null>("textDocument/hover", at);
      assert.match(JSON.stringify(hover?.contents).replaceAll("\\n", "\n"), said);
      assert.deepEqual(unknownIn(client, uri), []);
    });
  }

  test("complete what they bring, and leave what is misspelled unknown", async () => {
    const { client, at, uri } = await opened("one:\n  wiat: 1\n  $0\n");
    const labels = (await offeredItems(client, at)).map(({ label }) => label);
    assert.deepEqual(
      labels.filter((label) => ["wait", "size", "<<"].includes(label)),
      ["wait", "size"],
    );
    assert.deepEqual(unknownIn(client, uri), ["wiat"]);
  });

  test("end where a mapping names itself, or names ever more", async () => {
    const bomb = Array.from({ length: 40 }, (_, i) => `k${i + 1}: &k${i + 1}\n  a: *k${i}\n  b: *k${i}\n`);
    for (const more of [VALUES.slice(VALUES.indexOf("cycle")), `k0: &k0\n  x: 1\n${bomb.join("")}`]) {
      const { client, at } = await opened("controller:\n  repl$0icas: 2\n", {
        ...CHART,
        "mine/values.yaml": CHART["mine/values.yaml"] + more,
      });
      const hover = await client.request<Hover | null>("textDocument/hover", at);
      assert.match(JSON.stringify(hover?.contents), /controller\.replicas/);
      await client.close();
    }
  });
});
