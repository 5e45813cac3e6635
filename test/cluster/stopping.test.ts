import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, it } from "node:test";
import type { Addresses } from "./cluster.ts";
import { until } from "./until.ts";

interface Served {
  readonly process: ChildProcess;
  readonly addresses: Addresses;
}

/** Starts `serve.ts` and reads where its cluster is from what it prints. */
async function serve(...flags: string[]): Promise<Served> {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "serve.ts"), ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout });
  for await (const line of lines) {
    const file = /export CAP_OPERATOR_TEST_CLUSTER=(.+)$/.exec(line)?.[1];
    if (file !== undefined) return { process: server, addresses: JSON.parse(readFileSync(file, "utf8")) };
  }
  throw new Error("The cluster ended before it said where it is.");
}

async function nothingIsLeft({ addresses }: Served): Promise<boolean> {
  const { contexts, registries } = addresses;
  const hosts = [...Object.values(contexts).map(({ address }) => new URL(address).host), registries.open];
  const answers = await Promise.all(hosts.map(isListening));
  return !existsSync(addresses.folder) && !answers.includes(true);
}

async function isListening(host: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${host}`);
  const socket = connect(Number(port), hostname);
  return once(socket, "connect").then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

describe("a cluster that ends", () => {
  it("leaves nothing behind when it is interrupted", async () => {
    const served = await serve("--with-node");
    assert.equal(await nothingIsLeft(served), false);
    const exit = once(served.process, "exit");
    served.process.kill("SIGINT");
    assert.deepEqual(await exit, [0, null]);
    assert.equal(await nothingIsLeft(served), true);
  });

  it("leaves nothing behind when the process that started it is killed", async () => {
    const served = await serve();
    served.process.kill("SIGKILL");
    await until(() => nothingIsLeft(served));
  });
});
