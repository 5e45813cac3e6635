import type { Worker } from "node:worker_threads";
import type { WorkerMessage, WorkerTask } from "./check-worker.ts";
import type { CheckerOptions } from "./file-checker.ts";
import type { FileReport } from "./report.ts";

/** How workers are run. */
export interface PoolOptions {
  readonly count: number;
  /** The program whose workers serve checks. */
  readonly script: string;
  readonly report: (report: FileReport) => void;
  readonly warn: (message: string) => void;
}

/** Files that a worker is sent at once: few enough that the last ones are shared fairly. */
const BATCH = 16;
/** A worker has the next files before it is done, so that it never waits. */
const AHEAD = 2;
/** How many batches may be done or under way behind one that takes long: their reports are kept until it is done. */
const MOST_BEHIND = 64;
/**
 * Megabytes for new objects. What is built of one file is garbage before the next, so with enough room for it hardly anything is
 * copied.
 */
const YOUNG = 64;

/**
 * Checks files in several threads. The reports come in the order of the files, whoever was faster. Each worker keeps what it is working
 * on and no more, and nobody goes far ahead of a file that takes long, so memory grows with the number of workers and not of files.
 */
export async function checkInPool(options: CheckerOptions, pool: PoolOptions): Promise<void> {
  // Loaded here because a run over few files needs no threads, and would wait for it.
  const { Worker: Thread } = await import("node:worker_threads");
  const { count, script, report, warn } = pool;
  const { files } = options;
  const ready = new Map<number, readonly FileReport[]>();
  const said = new Set<string>();
  const waiting: Worker[] = [];
  let next = 0;
  let reported = 0;
  return new Promise((resolve, reject) => {
    const workers = Array.from(
      { length: count },
      () => new Thread(script, { workerData: options, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } }),
    );
    const end = (settle: () => void) => {
      void Promise.all(workers.map((worker) => worker.terminate())).then(settle);
    };
    const feed = (worker: Worker) => {
      if (next >= files.length) return;
      if (next - reported >= MOST_BEHIND * BATCH) {
        waiting.push(worker);
        return;
      }
      const task: WorkerTask = { first: next, files: files.slice(next, next + BATCH) };
      next += BATCH;
      worker.postMessage(task);
    };
    const flush = () => {
      for (let batch = ready.get(reported); batch; batch = ready.get(reported)) {
        ready.delete(reported);
        reported += BATCH;
        for (const one of batch) report(one);
      }
      for (const worker of waiting.splice(0)) feed(worker);
      if (reported >= files.length) end(resolve);
    };
    for (const worker of workers) {
      worker.on("message", (message: WorkerMessage) => {
        if (message.kind === "warning") {
          if (!said.has(message.message)) warn(message.message);
          said.add(message.message);
        } else if (message.kind === "failure") end(() => reject(new Error(message.message)));
        else {
          feed(worker);
          ready.set(message.first, message.reports);
          flush();
        }
      });
      worker.on("error", (error) => end(() => reject(error)));
      for (let ahead = 0; ahead < AHEAD; ahead++) feed(worker);
    }
  });
}
