import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  EFFECTIVE_VALUES_CHANGED_NOTIFICATION,
  type EffectiveValuesDocument,
} from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const FIVE = ["base.yaml", "region.yaml", "cluster.yaml", "team.yaml", "production.yaml"];

interface Following {
  readonly client: TestClient;
  /** The number of notifications that texts are out of date. */
  told(): number;
}

async function following(ws: Workspace, releases: unknown): Promise<Following> {
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "w" }],
      initializationOptions: { capOperator: { releases } },
    },
  });
  let told = 0;
  client.connection.onNotification(EFFECTIVE_VALUES_CHANGED_NOTIFICATION, () => void told++);
  return { client, told: () => told };
}

function ask(client: TestClient, of: object, form?: string): Promise<EffectiveValuesDocument> {
  return client.request("capOperator/effectiveValues", { of, ...(form && { form }) });
}

function stackOfFive(): Workspace {
  return workspace(
    Object.fromEntries(
      FIVE.map((name, index) => [
        name,
        `controller:\n  replicas: ${index + 1}\n  podLabels: {l${index}: x}\n`,
      ]),
    ),
  );
}

describe("effective values of a release", () => {
  test("whose chart is named in a registry or a repository say that it is not fetched", async () => {
    const ws = workspace({ "a.yaml": "controller: {}\n", "prod.yaml": "controller: {}\n" });
    const isMissing = async (chart: string | undefined, form?: string) => {
      const release = { name: "prod", values: ["prod.yaml"], ...(chart && { chart }) };
      const { client } = await following(ws, [release]);
      return (await ask(client, { release: "prod" }, form)).isChartMissing;
    };
    for (const chart of [
      "oci://registry.internal/charts/cap-operator",
      "oci://r.internal/mine",
      "sap/cap-operator",
    ])
      assert.equal(await isMissing(chart, "bare"), true, chart);
    for (const chart of [undefined, "cap-operator", "./charts/cap-operator", "/srv/cap-operator.tgz"])
      assert.equal(await isMissing(chart, "bare"), undefined, chart);
    assert.equal(await isMissing("sap/cap-operator", "plain"), undefined);
  });

  test("of five files and entries, with links to the places", async () => {
    const ws = stackOfFive();
    const release = {
      name: "prod",
      namespace: "cap",
      values: FIVE,
      set: ["webhook.replicas=2", "webhook.replicas=3"],
    };
    const { client } = await following(ws, [release]);
    const { text, origins } = await ask(client, { release: "prod" });
    assert.match(text, /^# Effective values of release prod in namespace cap\./);
    assert.match(text, /^ {2}replicas: 5 {2}# production\.yaml:2$/m);
    assert.match(text, /^ {2}replicas: 3 +# --set #2$/m);
    for (const [index, name] of FIVE.entries()) assert.match(text, new RegExp(`l${index}: x +# ${name}:3`));
    assert.deepEqual(
      [...new Set(origins.flatMap(({ place }) => place?.uri ?? []))].sort(),
      FIVE.map((name) => ws.at(name)).sort(),
    );
    const plain = await ask(client, { release: "prod" }, "plain");
    assert.match(plain.text, /^controller:\n {2}replicas: 5\n/m);
    const changed = await ask(client, { release: "prod" }, "changed");
    assert.match(changed.text, /^webhook:\n {2}replicas: 3 {2}# --set #2$/m);
    assert.ok(!changed.text.includes("subscriptionServer"));
    const bare = await ask(client, { release: "prod" }, "changed-bare");
    assert.match(bare.text, /^# The chart's defaults are left out\.$/m);
    assert.match(bare.text, /^webhook:\n {2}replicas: 3$/m);
    assert.ok(bare.origins.some(({ words }) => words === "--set #2"));
    assert.deepEqual(plain.origins, []);
    const later: EffectiveValuesDocument = await client.request("capOperator/effectiveValues", {
      of: { release: "prod" },
      form: "plain",
      chart: { name: "cap-operator-chart" },
    });
    assert.match(later.text, /^ {2}replicas: 5$/m);
    assert.notEqual(later.text, plain.text);
    const beside = { of: { release: "prod" }, form: "plain", chart: { name: "cap-operator-chart" } };
    const published: EffectiveValuesDocument = await client.request("capOperator/effectiveValues", {
      ...{ ...beside, chart: { name: "cap-operator 0.34.0" } },
      beside,
    });
    const repositories = ({ text }: EffectiveValuesDocument) =>
      text.split("\n").filter((line) => line.includes("repository:"));
    assert.equal(repositories(later).length, 3);
    assert.deepEqual(repositories(published), repositories(later));
  });

  test("say where the value of a line comes from, and nothing about a line without one", async () => {
    const { client } = await following(stackOfFive(), [{ name: "prod", values: FIVE }]);
    const [of, form] = [{ release: "prod" }, "changed"];
    const lines = (await ask(client, of, form)).text.split("\n");
    const origin = (line: number) => client.request("capOperator/effectiveOrigin", { of, form, line });
    const line = lines.indexOf("  replicas: 5  # production.yaml:2");
    assert.match(String(await origin(line)), /production\.yaml:2.*\n\nInstead of `4`, from .*team\.yaml:2/);
    assert.equal(await origin(line - 1), null);
    assert.equal(await origin(10_000), null);
    await assert.rejects(origin(0.5), /needs the number of a line/);
  });

  test("follow edits of any of its files, and prefer open documents", async () => {
    const ws = stackOfFive();
    const { client, told } = await following(ws, [{ name: "prod", values: FIVE }]);
    const uri = ws.at("production.yaml");
    client.open(uri, "controller:\n  replicas: 6\n");
    await client.until(() => client.published.length > 0);
    assert.equal(told(), 0);
    assert.match((await ask(client, { release: "prod" })).text, /replicas: 6 +# production\.yaml:2/);
    client.change(uri, 2, "# one line more\ncontroller:\n  replicas: 7\n");
    await client.until(() => told() === 1);
    assert.match((await ask(client, { release: "prod" })).text, /replicas: 7 +# production\.yaml:3/);
    client.open(ws.at("base.yaml"), "webhook:\n  replicas: 9\n");
    await client.until(() => told() === 2);
    assert.match((await ask(client, { release: "prod" })).text, /replicas: 9 +# base\.yaml:2/);
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    await client.until(() => told() === 3);
    assert.match((await ask(client, { release: "prod" })).text, /replicas: 5 +# production\.yaml:2/);
  });

  test("many changes at once are not told one by one, and those of other files not at all", async () => {
    const ws = stackOfFive();
    const { client, told } = await following(ws, [{ name: "prod", values: FIVE }]);
    const uri = ws.at("production.yaml");
    client.open(uri, "controller: {}\n");
    client.open(ws.at("other-values.yaml"), "controller: {}\n");
    await client.until(() => client.published.length >= 2);
    await ask(client, { release: "prod" });
    client.change(ws.at("other-values.yaml"), 2, "webhook: {}\n");
    await client.until(() => client.published.at(-1)?.version === 2);
    assert.equal(told(), 0);
    for (let version = 2; version < 30; version++)
      client.change(uri, version, `controller: {replicas: ${version}}\n`);
    await client.until(() => client.published.at(-1)?.version === 29);
    await client.until(() => told() > 0);
    assert.ok(told() < 28, `${told()} notifications`);
  });

  test("say so when there is no such release, and when there is one later", async () => {
    const ws = stackOfFive();
    let configuration: unknown = {};
    const client = await connect({
      capabilities: { workspace: { configuration: true } },
      configuration: () => configuration,
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "w" }] },
    });
    let told = 0;
    client.connection.onNotification(EFFECTIVE_VALUES_CHANGED_NOTIFICATION, () => void told++);
    const none = await ask(client, { release: "prod" });
    assert.equal(none.problem, "No release named prod found in the settings.");
    assert.deepEqual([none.text, none.origins], [`# ${none.problem}\n`, []]);
    configuration = { releases: [{ name: "prod", values: FIVE }] };
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await client.until(() => told > 0);
    assert.equal((await ask(client, { release: "prod" })).problem, undefined);
  });

  test("an invalid question is answered with an error", async () => {
    const { client } = await following(stackOfFive(), []);
    for (const values of [{}, { release: 1 }, { uri: null }]) {
      await assert.rejects(ask(client, values), /needs the name of a release or the uri of a file/);
    }
    await assert.rejects(ask(client, { uri: "file:///a.yaml" }, "short"), /needs a form/);
  });
});

describe("effective values of one file", () => {
  test("are those of the file alone, whatever releases name it", async () => {
    const ws = stackOfFive();
    const { client, told } = await following(ws, [{ name: "prod", values: FIVE }]);
    const uri = ws.at("base.yaml");
    client.open(uri, "controller:\r\n  replicas: 8\r\n");
    const { text } = await ask(client, { uri });
    assert.match(text, /^# Effective values of base\.yaml alone\./);
    assert.match(text, /replicas: 8 +# base\.yaml:2/);
    client.change(uri, 2, "controller:\r\n  replicas: 9\r\n");
    await client.until(() => told() > 0);
    assert.match((await ask(client, { uri })).text, /replicas: 9 +# base\.yaml:2/);
  });

  test("are read from the disk if it is not open, but not from outside the workspace", async () => {
    const [ws, other] = [stackOfFive(), workspace({ "v.yaml": "webhook: {replicas: 2}\n" })];
    const { client } = await following(ws, []);
    assert.match((await ask(client, { uri: ws.at("base.yaml") })).text, /replicas: 1 +# base\.yaml:2/);
    assert.match((await ask(client, { uri: ws.at("gone.yaml") })).problem ?? "", /gone\.yaml does not exist/);
    assert.match((await ask(client, { uri: other.at("v.yaml") })).problem ?? "", /outside the workspace/);
    assert.match((await ask(client, { uri: "untitled:Untitled-1" })).problem ?? "", /is not open/);
  });

  test("there are none for an operator resource, nor for a file that is not ours", async () => {
    const ws = workspace();
    const { client } = await following(ws, []);
    client.open(ws.at("operator.yaml"), "kind: CAPOperator\n");
    client.open(ws.at("other.yaml"), "a: 1\n");
    for (const name of ["operator.yaml", "other.yaml"]) {
      const { problem, text } = await ask(client, { uri: ws.at(name) }, "plain");
      assert.match(problem ?? "", new RegExp(`^${name} has no values of the operator's chart\\.`));
      assert.equal(text, `# ${problem}\n`);
    }
  });
});

describe("the chart's defaults", () => {
  test("come alone where no values are named, on the same lines as the values of a file", async () => {
    const ws = workspace({ "values.yaml": "controller: {replicas: 2}\n" });
    const { client } = await following(ws, []);
    const defaults: EffectiveValuesDocument = await client.request("capOperator/effectiveValues", {
      form: "plain",
    });
    const values = await ask(client, { uri: ws.at("values.yaml") }, "plain");
    const [left, right] = [defaults, values].map(({ text }) => text.split("\n"));
    const changed = left?.flatMap((line, index) => (line === right?.[index] ? [] : [[line, right?.[index]]]));
    assert.deepEqual(changed, [["  replicas: 1", "  replicas: 2"]]);
    assert.equal(left?.length, right?.length);
  });
});
