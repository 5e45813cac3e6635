// Notifications to a server, measured until it answers a later request.
import { PassThrough } from "node:stream";
import {
  ConfigurationRequest,
  createConnection,
  createProtocolConnection,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
  UnregistrationRequest,
} from "vscode-languageserver/node";
import { DISK_FILES } from "../../server/disk-files.ts";
import { checkedReader } from "../../server/lsp/connection/requests.ts";
import { startServer } from "../../server/lsp/server.ts";
import { readSources } from "../../server/workspace/charts/read-sources.ts";
import { FILE, type Note, ROOT, TEXT } from "../../test/lsp/notification-shapes.ts";
import { repository } from "../../test/support/repository.ts";
import type { Operation } from "./operation.ts";

/** A server in this thread with one open file; the function that sends it notifications ends when requests are answered after them. */
async function connected(settings: object): Promise<(notes: readonly Note[]) => Promise<void>> {
  const [up, down] = [new PassThrough(), new PassThrough()];
  startServer(createConnection(checkedReader(new StreamMessageReader(up)), new StreamMessageWriter(down)), {
    version: "0.0.0",
    files: DISK_FILES,
    loadYamlService: async () =>
      (await import("../../server/workspace/open/yaml-service.ts")).createYamlService(),
    ...readSources(repository),
  });
  const client = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  client.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => settings));
  client.onRequest(RegistrationRequest.type, () => undefined);
  client.onRequest(UnregistrationRequest.type, () => undefined);
  client.listen();
  await client.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    workspaceFolders: [{ uri: ROOT, name: "notes" }],
    capabilities: {
      textDocument: { diagnostic: {} },
      workspace: { configuration: true, workspaceFolders: true },
    },
  });
  await client.sendNotification("initialized", {});
  const textDocument = { uri: FILE };
  await client.sendNotification("textDocument/didOpen", {
    textDocument: { ...textDocument, languageId: "yaml", version: 1, text: TEXT },
  });
  return async (notes) => {
    for (const [method, params] of notes) void client.sendNotification(method, params);
    await client.sendRequest("textDocument/diagnostic", { textDocument });
    await client.sendRequest("textDocument/hover", { textDocument, position: { line: 0, character: 2 } });
  };
}

/** The only thing that is done with notifications. */
export const OF_NOTIFICATIONS: readonly Operation[] = [
  {
    name: "open",
    prepare: async (text) => {
      const [settings, before, notes] = JSON.parse(text) as [object | null, readonly Note[], readonly Note[]];
      const send = await connected(settings ?? {});
      await send(before);
      return () => send(notes);
    },
  },
];
