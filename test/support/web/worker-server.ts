import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createProtocolConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
  type ProtocolConnection,
} from "vscode-languageserver/node";
import { PACKAGED_FILES, type WebServerStart } from "../../../server/lsp/protocol.ts";
import { readTranslations } from "../../../server/workspace/charts/read-sources.ts";
import { repository } from "../repository.ts";
import { launchChromium } from "../workbench/chromium.ts";

/** An empty page of a browser that can start the language server of the package in a worker. */
export interface WorkerPage {
  readonly page: Page;
  /** The address of the server's script. */
  readonly script: string;
  /** The first message to the server. */
  readonly start: WebServerStart;
  close(): Promise<void>;
}

/** Opens such a page in a real browser. The server is that of `dist`. */
export async function openWorkerPage(): Promise<WorkerPage> {
  const server = await serve();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page has no port.");
  const origin = `http://127.0.0.1:${address.port}`;
  const browser: Browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(origin);
  const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
  return {
    page,
    script: `${origin}/dist/web/server.js`,
    start: {
      version: "0.0.0",
      docsUrl: new URL("dist/docs/", `file://${repository}/`).href,
      files: Object.fromEntries(PACKAGED_FILES.map((file) => [file, read(file)])),
      translations: readTranslations(repository, "de") ?? {},
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts the server in a worker, and connects this process with it. */
export async function connectWorker({ page, script, start }: WorkerPage): Promise<ProtocolConnection> {
  const reader = new PageReader();
  await page.exposeFunction("fromServer", (message: Message) => reader.take(message));
  await page.evaluate(
    ([address, first]) => {
      const worker = new Worker(address);
      const { fromServer } = window as unknown as { fromServer(message: unknown): void };
      worker.onmessage = ({ data }) => fromServer(data);
      worker.onerror = ({ message }) => console.error(message);
      worker.postMessage(first);
      Object.assign(window, { toServer: (message: unknown) => worker.postMessage(message) });
    },
    [script, start] as const,
  );
  return createProtocolConnection(reader, new PageWriter(page));
}

class PageReader extends AbstractMessageReader implements MessageReader {
  #callback: DataCallback | undefined;

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => undefined };
  }

  take(message: Message): void {
    this.#callback?.(message);
  }
}

class PageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #page: Page;

  constructor(page: Page) {
    super();
    this.#page = page;
  }

  async write(message: Message): Promise<void> {
    await this.#page.evaluate((sent) => {
      (window as unknown as { toServer(message: unknown): void }).toServer(sent);
    }, message);
  }

  end(): void {}
}

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const script = /^\/(dist\/(?:web\/)?[\w-]+\.js)$/.exec(request.url ?? "")?.[1];
    response.writeHead(200, { "content-type": script ? "text/javascript" : "text/html" });
    response.end(script ? readFileSync(path.join(repository, script)) : "<!doctype html><html></html>");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
