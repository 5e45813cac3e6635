// Starting the servers of a cluster in a folder of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

const READY_LIMIT_MS = 120_000;
const LOG_TAIL = 3000;

/** A server that the keeper is asked to start. */
export interface ServerToStart {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly log: string;
}

/** The keeper's report about a server that ended before it was stopped. */
export interface ServerEnded {
  readonly name: string;
  readonly how: string;
}

/** Servers that run until `stop`, or until this process ends in whichever way. */
export interface Servers {
  /** The folder with their data and their logs; it is removed with them. */
  readonly folder: string;
  /** Starts a server, and waits until `isReady` says so; fails with the end of its log when it ends before. */
  start(
    name: string,
    program: string,
    args: readonly string[],
    isReady: () => Promise<boolean>,
  ): Promise<void>;
  /** Stops all of them. */
  stop(): Promise<void>;
}

/** Opens a folder for servers, with the process that keeps them. */
export async function openServers(): Promise<Servers> {
  const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-cluster-"));
  // Detached: Ctrl+C in a terminal goes to this process only, whose end the keeper sees.
  const keeper = spawn(process.execPath, [path.join(import.meta.dirname, "keeper.ts"), folder], {
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(keeper, "exit");
  const ended = new Map<string, string>();
  createInterface({ input: keeper.stdout }).on("line", (line) => {
    const { name, how }: ServerEnded = JSON.parse(line);
    ended.set(name, how);
  });
  // Whoever forgets to stop them can end all the same, and they end then.
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout]) {
    if ("unref" in stream && typeof stream.unref === "function") stream.unref();
  }
  return {
    folder,
    async start(name, program, args, isReady) {
      const log = path.join(folder, `${name}.log`);
      const server: ServerToStart = { name, program, args, log };
      keeper.stdin.write(`${JSON.stringify(server)}\n`);
      const limit = Date.now() + READY_LIMIT_MS;
      while (!(await isReady())) {
        const how = ended.get(name) ?? (Date.now() > limit ? "no answer within two minutes" : undefined);
        if (how !== undefined) {
          const text = await readFile(log, "utf8").catch(() => "");
          throw new Error(`${name} did not start: ${how}.\n${text.slice(-LOG_TAIL)}`);
        }
        await wait(50);
      }
    },
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      if (keeper.exitCode === null && keeper.signalCode === null) await exit;
    },
  };
}
