import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { EffectiveValuesDocument } from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

// The results of Helm 3 and Helm 4 for a file with two documents are recorded from Helm itself (test/helm/recorded).
const TWO = "# cap-operator: values\nwebhook: {replicas: 2}\n---\nwebhook: {replicas: 3}\n";
const URI = "file:///ws/values.yaml";

interface Client {
  readonly client: TestClient;
  /** The Helm that the effective values of two documents come from. */
  helm(of?: object): Promise<3 | 4>;
}

async function opened(options: object, folder?: string): Promise<Client> {
  const folders = folder === undefined ? {} : { workspaceFolders: [{ uri: folder, name: "w" }] };
  const client = await connect({ initialize: { ...folders, initializationOptions: options } });
  client.open(URI, TWO);
  return {
    client,
    async helm(of = { uri: URI }) {
      const params = { of, form: "plain" };
      const { text } = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", params);
      const [, replicas] = /^webhook:\n {2}replicas: (\d)$/m.exec(text) ?? [];
      assert.ok(replicas === "2" || replicas === "3", text);
      return replicas === "2" ? 3 : 4;
    },
  };
}

describe("which Helm reads a file with several documents", () => {
  test("Helm 3 unless somebody says which, until the client finds another", async () => {
    const { client, helm } = await opened({});
    assert.equal(await helm(), 3);
    await client.request("capOperator/helmFound", { major: 4 });
    assert.equal(await helm(), 4);
    await client.request("capOperator/helmFound", { major: 3 });
    assert.equal(await helm(), 3);
  });
  test("the one that the client found last", async () => {
    const { helm } = await opened({ helmMajor: 4 });
    assert.equal(await helm(), 4);
  });
  test("the one that the settings name, whatever was found", async () => {
    const three = await opened({ helmMajor: 4, capOperator: { helmVersion: "3" } });
    assert.equal(await three.helm(), 3);
    const four = await opened({ helmMajor: 3, capOperator: { helmVersion: "4" } });
    assert.equal(await four.helm(), 4);
  });
  test("what cannot be a version of Helm changes nothing", async () => {
    const { client, helm } = await opened({ helmMajor: "four" });
    for (const major of [2, "4", null, 3.5]) await client.request("capOperator/helmFound", { major });
    assert.equal(await helm(), 3);
  });
  test("in a release as well, which is merged again when another Helm is found", async () => {
    const ws = workspace({ "values.yaml": TWO });
    const releases = [{ name: "prod", values: ["values.yaml"] }];
    const { client, helm } = await opened({ capOperator: { releases } }, ws.uri);
    assert.equal(await helm({ release: "prod" }), 3);
    await client.request("capOperator/helmFound", { major: 4 });
    assert.equal(await helm({ release: "prod" }), 4);
  });
});
