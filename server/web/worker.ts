// Comes first, because the other modules use it.
import "./set-immediate.ts";
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  ConnectionError,
  createConnection,
  ResponseError,
} from "vscode-languageserver/browser";
import { checkedReader } from "../lsp/connection/requests.ts";
import type { WebServerStart } from "../lsp/protocol.ts";
import { startServer } from "../lsp/server.ts";
import { objectIn, sourcesOf, unreadable } from "../workspace/charts/package-sources.ts";

declare const self: DedicatedWorkerGlobalScope;

/** The first message has the files of the package that the server would read. All later messages are of the protocol. */
self.onmessage = ({ data }: MessageEvent<WebServerStart>) => {
  self.onmessage = null;
  serve(data);
};

function serve({ version, docsUrl, files, translations }: WebServerStart): void {
  const texts = new Map(Object.entries(files));
  const { sources, problems } = sourcesOf((file) => {
    const text = texts.get(file);
    return text === undefined ? unreadable(file, "the browser did not get it") : objectIn(file, text);
  }, docsUrl);
  const reader = checkedReader(new BrowserMessageReader(self));
  startServer(createConnection(reader, new BrowserMessageWriter(self)), {
    version,
    findTranslations: () => translations,
    loadYamlService: async () => (await import("../workspace/open/yaml-service.ts")).createYamlService(),
    sources,
    problems,
  });
}

// A failure outside any request ends the server, as on Node: the client sees the error, and starts another worker. A message that the client does not
// accept leaves nothing half done.
self.addEventListener("unhandledrejection", ({ reason }) => {
  if (!(reason instanceof ConnectionError || reason instanceof ResponseError)) self.reportError(reason);
});
