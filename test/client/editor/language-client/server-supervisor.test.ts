import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import {
  createServerSupervisor,
  type ServerEvents,
} from "../../../../client/editor/language-client/server-supervisor.ts";
import { ReportedError } from "../../../../client/texts/error-message.ts";
import { effort } from "../../../support/effort.ts";
import { fakePorts, type World } from "../../fake-ports.ts";

const WHY = "The language server stopped 5 times within 3 minutes and is not restarted.";
const UNAVAILABLE =
  "Completion, hovers and diagnostics are not available until it runs. [Restart] [Show Output]";

/** A server whose starts fail as often as `failures` says. */
function world(failures = 0, person: World = {}) {
  const { prompts, output, seen } = fakePorts(person);
  const runs: ServerEvents[] = [];
  let left = failures;
  const supervisor = createServerSupervisor({
    async launch(events) {
      seen.push("launch");
      runs.push(events);
      return {
        async start() {
          if (left-- > 0) throw new Error("no such file");
        },
        async stop() {
          seen.push("stop");
        },
        request: async <R>(method: string) => `${method} answered` as R,
      };
    },
    prompts,
    output,
    changed: () => seen.push("changed"),
  });
  const givesUp = async () => {
    runs.at(-1)?.gaveUp(WHY);
    await settled();
  };
  const launches = () => seen.filter((entry) => entry === "launch").length;
  return { supervisor, seen, givesUp, launches, runs };
}

test("nothing is started before it is needed, and then once", async () => {
  const { supervisor, launches } = world();
  assert.equal(launches(), 0);
  const asked = supervisor.request("a", {});
  await Promise.all([supervisor.ensureStarted(), supervisor.ensureStarted()]);
  assert.equal(await asked, "a answered");
  assert.equal(launches(), 1);
});

test("a restart after a crash is reported to what shows the server's answers, and to nobody else", async () => {
  const { supervisor, seen, launches, runs } = world();
  await supervisor.ensureStarted();
  seen.length = 0;
  runs[0]?.restarted();
  assert.deepEqual(seen, ["changed"]);
  assert.equal(launches(), 0);
  assert.equal(await supervisor.request("a", {}), "a answered");
});

test("giving up on the server is reported once, and nothing is started until the person asks", async () => {
  const { supervisor, seen, givesUp, launches } = world();
  await supervisor.ensureStarted();
  await givesUp();
  await givesUp();
  assert.deepEqual(
    seen.filter((entry) => entry.startsWith("error:")),
    [`error: ${WHY} ${UNAVAILABLE}`],
  );

  await supervisor.ensureStarted();
  await assert.rejects(supervisor.request("a", {}), { message: WHY });
  assert.equal(launches(), 1);

  await supervisor.restart();
  assert.equal(await supervisor.request("a", {}), "a answered");
  assert.equal(launches(), 2);
});

test("a failed start is reported once, and the request that caused it is marked as reported", async () => {
  const { supervisor, seen } = world(1);
  await assert.rejects(supervisor.request("a", {}), ReportedError);
  await settled();
  assert.deepEqual(
    seen.filter((entry) => entry.startsWith("error:")),
    [`error: The language server did not start: no such file. ${UNAVAILABLE}`],
  );
});

test("the buttons of the message restart the server and show the log", async () => {
  const restarted = world(1, { press: "Restart" });
  await restarted.supervisor.ensureStarted();
  await settled();
  assert.equal(await restarted.supervisor.request("a", {}), "a answered");

  const shown = world(1, { press: "Show Output" });
  await shown.supervisor.ensureStarted();
  await settled();
  assert.equal(shown.seen.at(-1), "output shown");
});

test("whoever asks while the server is stopped for a restart is answered by the next one, and no other is started", async () => {
  const { supervisor, seen } = world();
  await supervisor.ensureStarted();
  seen.length = 0;
  const restarted = supervisor.restart();
  const asked = supervisor.request("a", {});
  await Promise.all([restarted, supervisor.ensureStarted()]);
  assert.equal(await asked, "a answered");
  assert.deepEqual(
    seen.filter((entry) => entry === "stop" || entry === "launch"),
    ["stop", "launch"],
  );
});

test("what a stopped run still reports does not touch the next one", async () => {
  const { supervisor, seen, runs } = world();
  await supervisor.ensureStarted();
  await supervisor.restart();
  seen.length = 0;
  runs[0]?.gaveUp(WHY);
  runs[0]?.restarted();
  await settled();
  assert.deepEqual(seen, []);
  assert.equal(await supervisor.request("a", {}), "a answered");
});

test("after dispose nothing is started, and nothing is told", async () => {
  const { supervisor, seen, givesUp, launches } = world();
  await supervisor.ensureStarted();
  await supervisor.dispose();
  await givesUp();
  await supervisor.ensureStarted();
  assert.equal(launches(), 1);
  assert.ok(seen.includes("stop"));
  await assert.rejects(supervisor.request("a", {}));
});

const ACTIONS = ["restart", "ensureStarted", "request", "turn", "turns", "fails"] as const;

test("whatever is asked while servers start and stop, only one runs at a time, and one at the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ACTIONS), { maxLength: 12 }), async (actions) => {
      const { prompts, output } = fakePorts({});
      let running = 0;
      let most = 0;
      let failing = false;
      const supervisor = createServerSupervisor({
        async launch() {
          let isRunning = false;
          await settled();
          return {
            async start() {
              if (failing) {
                failing = false;
                throw new Error("no such file");
              }
              isRunning = true;
              most = Math.max(most, ++running);
              await settled();
            },
            async stop() {
              await settled();
              await settled();
              if (isRunning) running--;
              isRunning = false;
            },
            request: async <R>() => "answer" as R,
          };
        },
        prompts,
        output,
        changed: () => undefined,
      });
      for (const action of actions) {
        if (action === "turn") await settled();
        else if (action === "turns") for (let turn = 0; turn < 4; turn++) await settled();
        else if (action === "fails") failing = true;
        else if (action === "request") supervisor.request("a", {}).catch(() => undefined);
        else void supervisor[action]();
      }
      failing = false;
      await supervisor.restart();
      assert.equal(await supervisor.request("a", {}), "answer");
      assert.equal(running, 1);
      assert.equal(most, 1);
      await supervisor.dispose();
      assert.equal(running, 0);
    }),
    effort(200),
  );
});
