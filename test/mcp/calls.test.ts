import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";
import { Calls } from "../../server/mcp/calls.ts";
import type { AskHelm } from "../../server/workspace/helm/render-question.ts";

/** A thread that does what a call asks for, as code that goes wrong would. */
const THREAD = `
  const { parentPort, threadId } = require("node:worker_threads");
  const acts = {
    answer: () => parentPort.postMessage({ text: "thread " + threadId }),
    hang: () => { for (;;); },
    match: () => /^(a|a)*$/.test("a".repeat(60) + "b"),
    wait: () => undefined,
    ask: () => parentPort.postMessage({ chart: "/mine" }),
    throw: () => { throw new Error("this went wrong"); },
    reject: () => { void Promise.reject(new Error("this went wrong later")); },
    fill: () => { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)); },
    exit: () => process.exit(7),
  };
  parentPort.on("message", ({ tool }) => acts[tool]());
`;
const TOO_LONG =
  'This call took longer than 30 seconds and was ended. Name a smaller text or file, or check it with "fixes": false.';

function setUp(most: number, askHelm?: AskHelm) {
  const threads: Worker[] = [];
  const calls = new Calls(
    () => {
      const thread = new Worker(THREAD, {
        eval: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      });
      threads.push(thread);
      return thread;
    },
    { most, askHelm },
  );
  after(() => calls.end());
  const run = (tool: string, signal?: AbortSignal) => calls.run({ tool, args: {}, folders: [] }, signal);
  return { threads, run, end: () => calls.end() };
}

for (const [act, said] of [
  ["hang", TOO_LONG],
  ["match", TOO_LONG],
  ["wait", TOO_LONG],
  ["throw", "Internal error: this went wrong"],
  ["reject", "Internal error: this went wrong later"],
  ["fill", "Internal error: Worker terminated due to reaching memory limit: JS heap out of memory"],
  ["exit", TOO_LONG],
] as const) {
  test(`a call that ends in "${act}" is answered with a sentence, and so are the next ones`, async () => {
    const { threads, run } = setUp(said === TOO_LONG ? 1500 : 60_000);
    assert.match((await run("answer")).text, /^thread/);
    const [bad, good] = await Promise.all([run(act), run("answer")]);
    assert.deepEqual(bad, { isError: true, text: said });
    assert.match(good.text, /^thread/);
    assert.equal(threads.length, 2);
    assert.match((await run("answer")).text, /^thread/);
  });
}

test("a call that the client cancels is ended, and one that waits is not begun", async () => {
  const { threads, run } = setUp(60_000);
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [run("hang", first.signal), run("hang", second.signal), run("answer")];
  second.abort();
  // The first has been given to the thread by then.
  await new Promise((resolve) => setImmediate(resolve));
  first.abort();
  const texts = (await Promise.all(answers)).map(({ text }) => text);
  assert.deepEqual(texts.slice(0, 2), ["This call was canceled.", "This call was canceled."]);
  assert.match(texts[2] ?? "", /^thread/);
  assert.equal(threads.length, 2);
});

for (const [way, said] of [
  ["takes too long", TOO_LONG],
  ["is canceled", "This call was canceled."],
  ["loses its connection", undefined],
] as const) {
  test(`Helm is ended with a call that ${way}`, async () => {
    const helm = new EventEmitter();
    const [asked, ended] = [once(helm, "asked"), once(helm, "ended")];
    const canceling = new AbortController();
    const { run, end } = setUp(way === "takes too long" ? 1500 : 60_000, async (_, signal) => {
      helm.emit("asked");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      helm.emit("ended");
      return { is: "unknown", why: { noAnswer: "stopped" } };
    });
    const answer = run("ask", canceling.signal);
    await asked;
    if (way === "is canceled") canceling.abort();
    if (way === "loses its connection") await end();
    await ended;
    const { text } = await answer;
    if (said) assert.equal(text, said);
  });
}
