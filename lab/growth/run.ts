// `npm run growth`: what texts of many shapes cost in three sizes, and how that grows.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { operationsOf } from "./operations.ts";
import { SHAPES, type Shape } from "./shapes.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    kind: { type: "string", default: "" },
    operation: { type: "string", default: "" },
    base: { type: "string", default: "2000" },
    seconds: { type: "string", default: "30" },
    bound: { type: "string", default: "1.3" },
  },
});
const base = Number(values.base);
const bound = Number(values.bound);
const cutOff = Number(values.seconds) * 1000;
const SIZES = [1, 10, 100];

/** Below this many milliseconds, a time depends more on the machine than on the text. */
const SHORT = 3;
/** A time that is not longer than this is not judged: no person notices it. */
const UNNOTICED = 40;

let worker: Worker | undefined;

/** The milliseconds of an operation; `undefined` if it was cut off. */
async function measured(shape: Shape, operation: string, count: number): Promise<number | undefined> {
  worker ??= new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 4096 },
  });
  worker.postMessage([shape.name, operation, count]);
  const cut = new AbortController();
  const before = process.cpuUsage();
  // Work counts and not time, because the machine may have other work to do.
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > cutOff) cut.abort();
  }, 200);
  try {
    const [time] = await once(worker, "message", { signal: cut.signal });
    return time as number;
  } catch (error) {
    await startAgain();
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Has what comes next measured in a thread without the memory of what came before. */
async function startAgain(): Promise<void> {
  await worker?.terminate();
  worker = undefined;
}

/** The number of a shape's parts that make a text of about `size` characters. */
function countFor({ make }: Shape, size: number): number {
  const partLength = (make(1100).length - make(100).length) / 1000;
  return Math.max(1, Math.round(size / partLength));
}

/** By how much more than the size a time grows when the size doubles. */
function overLinear(
  [size, time]: readonly [number, number],
  [larger, longer]: readonly [number, number],
): number {
  const doublings = Math.log2(larger / size);
  return (Math.max(longer, SHORT) / Math.max(time, SHORT)) ** (1 / doublings) / 2;
}

/** A row above the bound is believed when it is measured so often; the shortest time of each size counts. */
const TRIES = 3;

/** The size and the time of each text, and what ended the row, if anything did. */
async function rowOf(shape: Shape, operation: string, sizes: readonly number[]) {
  const points: [number, number][] = [];
  for (const size of sizes) {
    const count = countFor(shape, base * size);
    try {
      const time = await measured(shape, operation, count);
      if (time === undefined) return { points, ended: `> ${cutOff}` };
      points.push([shape.make(count).length, time]);
    } catch (error) {
      return { points, ended: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
    }
  }
  return { points, ended: "" };
}

function growthOf(points: readonly [number, number][]): number | undefined {
  const growths = points.slice(1).flatMap((point, index) => {
    const before = points[index];
    return before && point[1] > UNNOTICED ? [overLinear(before, point)] : [];
  });
  return growths.length > 0 ? Math.max(...growths) : undefined;
}

const digits = (time: number) => (time < 10 ? time.toFixed(1) : Math.round(time).toString());
const failed: string[] = [];
const worst = new Map<Shape["kind"], { growth: number; fastest: string; time: number; longest: string }>();
console.log(
  "| text | what is done | kB | ms | ms x 10 | ms x 100 | growth |\n|---|---|---:|---:|---:|---:|---:|",
);
for (const shape of SHAPES.filter(
  ({ name, kind }) => name.includes(values.only) && kind.includes(values.kind),
)) {
  // A text that cannot be opened in time cannot be measured by other operations either.
  let sizes: readonly number[] = SIZES;
  for (const { name: operation } of operationsOf(shape).filter(({ name }) =>
    name.includes(values.operation),
  )) {
    const { points, ended } = await rowOf(shape, operation, sizes);
    if (ended.startsWith(">") && operation === "open") sizes = SIZES.slice(0, points.length);
    for (let tries = 1; ended === "" && tries < TRIES && (growthOf(points) ?? 0) > bound; tries++) {
      await startAgain();
      for (const [index, [, time]] of (await rowOf(shape, operation, sizes)).points.entries()) {
        const point = points[index];
        if (point) point[1] = Math.min(point[1], time);
      }
    }
    // A text that is refused with a reason costs no more than those before it.
    const isJudged = ended === "" || ended.startsWith("refused");
    const growth = isJudged ? (growthOf(points) ?? 0) : Number.POSITIVE_INFINITY;
    const times = SIZES.map((_, index) =>
      points[index] ? digits(points[index][1]) : index === points.length ? ended : "",
    );
    const shown = growth === 0 ? "" : growth.toFixed(2);
    console.log(
      `| ${shape.name} | ${operation} | ${digits((points[0]?.[0] ?? 0) / 1000)} | ${times.join(" | ")} | ${shown} |`,
    );
    if (growth > bound) failed.push(`${shape.name}, ${operation}: ${shown}`);
    const row = `${shape.name}, ${operation}`;
    const known = worst.get(shape.kind) ?? { growth: 0, fastest: "", time: 0, longest: "" };
    worst.set(shape.kind, known);
    if (growth > known.growth) Object.assign(known, { growth, fastest: row });
    const time = points[SIZES.length - 1]?.[1] ?? 0;
    if (time > known.time) Object.assign(known, { time, longest: row });
  }
}
await startAgain();
console.log("\n| kind of text | largest growth | | longest x 100, ms | |\n|---|---:|---|---:|---|");
for (const [kind, { growth, fastest, time, longest }] of worst)
  console.log(`| ${kind} | ${growth.toFixed(2)} | ${fastest} | ${digits(time)} | ${longest} |`);
console.log(`\n${SHAPES.length} shapes. ${failed.length} rows above ${bound}.`);
for (const line of failed) console.log(line);
process.exitCode = failed.length > 0 ? 1 : 0;
