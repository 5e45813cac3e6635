import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { checkInPool } from "../../server/cli/checker-pool.ts";
import type { CheckerOptions } from "../../server/cli/file-checker.ts";
import { folderWith } from "./run.ts";

/**
 * A worker that answers at once, but for the first files: these it holds back until nobody has answered anything for a while, because
 * nobody is sent anything more.
 */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const answered = new Int32Array(workerData.answered);
parentPort.on("message", async ({ first, files }) => {
  if (first === 0) {
    for (let before = -1; before !== answered[0]; ) {
      before = answered[0];
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    answered[1] = answered[0];
  }
  Atomics.add(answered, 0, files.length);
  parentPort.postMessage({
    kind: "done",
    first,
    reports: files.map((file) => ({ file, state: "foreign", explanation: "" })),
  });
});
`;

test("nobody goes far ahead of files that take long, and all are reported in their order", async () => {
  const script = path.join(folderWith({}), "worker.cjs");
  writeFileSync(script, WORKER);
  const files = Array.from({ length: 20_000 }, (_, index) => `/values-${index}.yaml`);
  const shared = new SharedArrayBuffer(8);
  const options = { files, answered: shared } as unknown as CheckerOptions;
  const reported: string[] = [];
  await checkInPool(options, {
    count: 2,
    script,
    report: ({ file }) => void reported.push(file),
    warn: () => assert.fail("nobody warns"),
  });
  assert.deepEqual(reported, files);
  const behind = new Int32Array(shared)[1] ?? 0;
  assert.ok(behind > 0 && behind < 2000, `${behind} files were done while the first ones were held back`);
});
