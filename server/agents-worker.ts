import "./compile-cache.ts";
import { parentPort, workerData } from "node:worker_threads";

// A thread that answers the calls of agents. It is ended if one takes too long.
const { callRunner } = await import("./mcp/run-call.ts");
const run = callRunner(workerData as string);
parentPort?.on("message", async (call) => parentPort?.postMessage(await run(call)));
