import "./compile-cache.ts";
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { AskHelm, RenderAnswer } from "./workspace/helm/render-question.ts";

// A thread that answers the calls of agents. It is ended if one takes too long, so Helm runs in the thread that started it.
const { callRunner } = await import("./mcp/run-call.ts");
const { packageFolder, asksHelm } = workerData as { packageFolder: string; asksHelm: boolean };
const askHelm: AskHelm = async ({ outOfReach, sets, ...question }) => {
  const out = await outOfReach();
  if (out || !parentPort) return { is: "unknown", why: out ?? { noAnswer: "not-started" } };
  // Helm does not distinguish the places of entries.
  parentPort.postMessage({ ...question, sets: sets.map(({ place: _, ...entry }) => entry) });
  const [answer] = await once(parentPort, "message");
  return answer as RenderAnswer;
};
const run = callRunner(packageFolder, asksHelm ? askHelm : undefined);
parentPort?.on("message", async (message) => {
  if ("tool" in message) parentPort?.postMessage(await run(message));
});
