// A release server on loopback: what stands behind the manager's release address.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "fixtures/manager-release");

/** A running release server. */
export interface ReleaseServer {
  /** The address of a release whose manager goes into a namespace. */
  releaseFor(namespace: string): string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  /** Answers nothing until `meanwhile` has ended. */
  hold(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Serves the fixture release, with the namespace of the path in place of its own. */
export async function startReleaseServer(): Promise<ReleaseServer> {
  const asked: string[] = [];
  let held: Promise<void> = Promise.resolve();
  const server = createServer(async ({ url = "" }, response) => {
    asked.push(url);
    await held;
    const [, namespace = "", file = ""] = url.split("/");
    try {
      const text = readFileSync(path.join(FOLDER, path.basename(file)), "utf8");
      response.end(text.replaceAll("cap-operator-system", namespace));
    } catch {
      response.writeHead(404).end("There is no such file.");
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    async hold(meanwhile) {
      const work = meanwhile();
      held = work.catch(() => undefined);
      await work;
    },
    releaseFor: (namespace) => `http://127.0.0.1:${port}/${namespace}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
