// The process that runs the servers of a cluster: node test/cluster/keeper.ts <folder>. Each line of its input is a
// server to start. When its input ends, however the other end came to that (also by a crash or by SIGKILL), it stops them and removes the
// folder.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { ServerEnded, ServerToStart } from "./servers.ts";

const [folder] = process.argv.slice(2);
const running = new Map<string, ChildProcess>();

// The reader of this output may be gone.
process.stdout.on("error", () => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const server: ServerToStart = JSON.parse(line);
  start(server);
}
// Nothing of what they keep is wanted any more, so they need no time to close it.
const ends = [...running.values()].map((child) => {
  child.kill("SIGKILL");
  return once(child, "exit");
});
await Promise.all(ends);
if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });

function start(server: ServerToStart): void {
  const log = openSync(server.log, "a");
  const child = spawn(server.program, server.args, { cwd: folder, stdio: ["ignore", log, log] });
  closeSync(log);
  running.set(server.name, child);
  child.once("exit", (code, signal) => ended(server, signal ?? `exit code ${code}`));
  child.once("error", (error) => ended(server, error.message));
}

function ended({ name }: ServerToStart, how: string): void {
  running.delete(name);
  const message: ServerEnded = { name, how };
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
