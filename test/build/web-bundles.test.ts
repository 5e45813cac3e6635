import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import type { Message } from "vscode-languageserver/node";
import { PACKAGED_FILES, type WebServerStart } from "../../server/lsp/protocol.ts";
import { repository } from "../support/repository.ts";

const channels: MessageChannel[] = [];
after(() => {
  for (const { port1 } of channels) port1.close();
});

/** A channel that is closed at the end, because it would keep this process alive. */
class Channel extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
}

/** The globals of a worker that the server uses at its start. */
const GLOBALS = {
  Blob,
  MessageChannel: Channel,
  TextDecoder,
  TextEncoder,
  URL,
  clearTimeout,
  console,
  crypto,
  setTimeout,
};

/** A worker as a script sees it. */
class StandInWorker {
  readonly #around: Record<string, unknown>;
  #answer: (message: Message) => void = () => undefined;

  constructor() {
    this.#around = createContext({
      ...GLOBALS,
      onmessage: undefined,
      addEventListener: () => undefined,
      postMessage: (message: Message) => this.#answer(message),
    });
    this.#around.self = this.#around;
  }

  load(file: string): void {
    runInContext(readFileSync(file, "utf8"), this.#around);
  }

  /** Sends a message; the first answer comes back. */
  send(data: unknown): Promise<Message> {
    const answered = new Promise<Message>((resolve) => {
      this.#answer = resolve;
    });
    (this.#around.onmessage as (event: { data: unknown }) => void)({ data });
    return answered;
  }
}

test("in a worker, the server starts from one file", async () => {
  const worker = new StandInWorker();
  worker.load(path.join(repository, "dist/web/server.js"));
  const start: WebServerStart = {
    version: "1.2.3",
    docsUrl: "https://docs.example.org/",
    files: Object.fromEntries(
      PACKAGED_FILES.map((file) => [file, readFileSync(path.join(repository, file), "utf8")]),
    ),
    translations: {},
  };
  void worker.send(start);
  const params = { processId: null, rootUri: null, capabilities: {} };
  const answer = await worker.send({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  // Objects of the worker have other prototypes than those of the test.
  const { result } = JSON.parse(JSON.stringify(answer));
  assert.deepEqual(result.serverInfo, { name: "cap-operator", version: "1.2.3" });
});
