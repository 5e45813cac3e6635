import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunOptions } from "../../client/ports/programs.ts";
import { fakePrograms } from "./fake-programs.ts";

const HELM = { program: "helm", args: ["version"], parse: () => undefined } as const;
const limits = { deadline: 1, tidyUp: 1 };

describe("a program that hangs", () => {
  const run = (options?: RunOptions, deadline?: AbortSignal) =>
    fakePrograms({ programs: () => "hangs", ...(deadline && { deadline }) }, [], () => undefined).run(
      HELM,
      options,
    );
  const interrupted = { exitCode: undefined, stdout: "", stderr: "", interrupted: true };

  test("ends when it is cancelled", async () => {
    const cancelled = new AbortController();
    const running = run({ signal: cancelled.signal, limits }, new AbortController().signal);
    cancelled.abort();
    assert.deepEqual(await running, interrupted);
    assert.deepEqual(await run({ signal: AbortSignal.abort() }), interrupted);
  });

  test("ends at its deadline", async () => {
    const deadline = new AbortController();
    const running = run({ signal: new AbortController().signal, limits }, deadline.signal);
    deadline.abort();
    assert.deepEqual(await running, { ...interrupted, timedOut: true });
  });

  test("fails the test if nothing can end it", async () => {
    await assert.rejects(run(), /Nothing can end: helm version/);
    await assert.rejects(run({}, new AbortController().signal), /Nothing can end: helm version/);
    await assert.rejects(run({ limits }), /Nothing can end: helm version/);
  });
});
