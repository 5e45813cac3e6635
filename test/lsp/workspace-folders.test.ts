import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { pathInside } from "../../server/workspace/files/workspace-folders.ts";
import { connect, fakeService } from "./client.ts";

const PLACES: readonly (readonly [folder: string, file: string, path: string | undefined])[] = [
  ["file:///ws", "file:///ws/a/b.yaml", "a/b.yaml"],
  ["file:///ws/", "file:///ws/a.yaml", "a.yaml"],
  ["file:///ws", "file:///wsx/a.yaml", undefined],
  ["file:///c%3A/my%20files", "file:///c:/my files/a.yaml", "a.yaml"],
  ["vscode-remote://host/ws", "file:///ws/a.yaml", undefined],
  ["file:///", "file:///a.yaml", "a.yaml"],
];

for (const [folder, file, path] of PLACES) {
  test(`${file} is ${path ?? "nowhere"} in ${folder}`, () => {
    assert.equal(pathInside(folder, file), path);
  });
}

test("what is in another chart's folder stays foreign, whichever folder of the workspace it is opened from", async () => {
  const charts = {
    nearest: async (uri: string) =>
      uri.startsWith("file:///shop/")
        ? { name: "shop", path: "env/values.yaml", folder: "file:///shop" }
        : undefined,
    texts: async () => undefined,
    fault: async () => undefined,
    mayRead: () => true,
    outOfReach: async () => undefined,
    brought: async () => ({ names: [] }),
    head: async () => undefined,
    forget: () => undefined,
  };
  const client = await connect({
    server: { charts },
    capabilities: { workspace: { workspaceFolders: true } },
    initialize: {
      workspaceFolders: ["/shop/env", "/cluster"].map((path) => ({ uri: `file://${path}`, name: path })),
    },
  });
  const uris = [
    "file:///shop/env/values.yaml",
    "file:///cluster/values.yaml",
    "file:///elsewhere/values.yaml",
  ];
  for (const uri of uris) client.open(uri, "image:\n  tag: v1\n");
  const statuses = await Promise.all(
    uris.map((uri) => client.request<FileStatus>("capOperator/fileStatus", { uri })),
  );
  assert.deepEqual(
    statuses.map(({ strength, reason }) => [strength, reason]),
    [
      [null, "other-chart"],
      ["likely", "file-name"],
      ["likely", "file-name"],
    ],
  );
  const kinds = await client.request("capOperator/fileKinds", { uris });
  const likely = { kind: "values", strength: "likely" };
  assert.deepEqual(kinds, [null, likely, likely]);
});

test("globs are relative to the innermost folder, and follow the folders that are opened", async () => {
  const uri = "file:///ws/inner/deploy/prod.yaml";
  const folder = (path: string) => ({ uri: `file://${path}`, name: path });
  const client = await connect({
    service: fakeService(),
    capabilities: { workspace: { workspaceFolders: true } },
    initialize: {
      workspaceFolders: [folder("/ws")],
      initializationOptions: { files: ["deploy/*.yaml"] },
    },
  });
  client.open(uri, "foo: 1\n");
  const reason = async () => (await client.request<FileStatus>("capOperator/fileStatus", { uri })).reason;
  assert.equal(await reason(), "no-evidence");
  const change = (event: object) =>
    client.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event });
  await change({ added: [folder("/ws/inner")], removed: [] });
  assert.equal(await reason(), "setting");
  await change({ added: [], removed: [folder("/ws/inner")] });
  assert.equal(await reason(), "no-evidence");
});
