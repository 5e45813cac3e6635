// Measures what it is given in a thread of its own, so that what takes too long can be ended.
import { parentPort } from "node:worker_threads";
import { milliseconds, operationsOf } from "./operations.ts";
import { SHAPES } from "./shapes.ts";

parentPort?.on("message", async ([name, operation, count]: [string, string, number]) => {
  const shape = SHAPES.find((candidate) => candidate.name === name);
  const wanted = shape && operationsOf(shape).find((candidate) => candidate.name === operation);
  if (!shape || !wanted) throw new Error(`Nothing is called ${name} or ${operation}.`);
  parentPort?.postMessage(await milliseconds(wanted, shape.make(count), shape));
});
