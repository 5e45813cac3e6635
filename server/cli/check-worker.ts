import type { MessagePort } from "node:worker_threads";
import { type CheckerOptions, checkAll, FileChecker } from "./file-checker.ts";
import type { FileReport } from "./report.ts";

/** What a worker is sent: which of the files are next. */
export interface WorkerTask {
  readonly first: number;
  readonly files: readonly string[];
}

/** What a worker sends back. */
export type WorkerMessage =
  | { readonly kind: "done"; readonly first: number; readonly reports: readonly FileReport[] }
  | { readonly kind: "warning"; readonly message: string }
  | { readonly kind: "failure"; readonly message: string };

/** Checks what it is sent until the port is closed. */
export function serveChecks(port: MessagePort, options: CheckerOptions): void {
  const send = (message: WorkerMessage) => port.postMessage(message);
  const checker = new FileChecker(options, (message) => send({ kind: "warning", message }));
  port.on("message", async ({ first, files }: WorkerTask) => {
    try {
      send({ kind: "done", first, reports: await checkAll(checker, files) });
    } catch (error) {
      send({
        kind: "failure",
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  });
}
