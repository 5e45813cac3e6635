import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { ReportedError } from "../../client/error-message.ts";
import { createRestartPolicy } from "../../client/restart-policy.ts";
import { createServerSupervisor } from "../../client/server-supervisor.ts";
import { fakePorts, type World } from "./fake-ports.ts";

const UNAVAILABLE =
  "Completion, hovers and diagnostics are not available until it runs. [Restart] [Show Output]";

/** A server whose starts fail as often as `failures` says, and that crashes on demand. */
function world(failures = 0, person: World = {}) {
  const { prompts, output, seen } = fakePorts(person);
  const runs: { crash: () => void }[] = [];
  let left = failures;
  const supervisor = createServerSupervisor({
    async launch(stopped) {
      seen.push("launch");
      runs.push({ crash: stopped });
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
    policy: createRestartPolicy(),
    prompts,
    output,
    now: () => 0,
    changed: () => seen.push("changed"),
  });
  const crash = async () => {
    runs.at(-1)?.crash();
    await settled();
  };
  const launches = () => seen.filter((entry) => entry === "launch").length;
  return { supervisor, seen, crash, launches, runs };
}

test("nothing is started before it is needed, and then once", async () => {
  const { supervisor, launches } = world();
  assert.equal(launches(), 0);
  const asked = supervisor.request("a", {});
  await Promise.all([supervisor.ensureStarted(), supervisor.ensureStarted()]);
  assert.equal(await asked, "a answered");
  assert.equal(launches(), 1);
});

test("a crash is followed by a restart, silently", async () => {
  const { supervisor, seen, crash, launches } = world();
  await supervisor.ensureStarted();
  await crash();
  assert.equal(launches(), 2);
  assert.ok(!seen.some((entry) => entry.startsWith("error:")));
  assert.equal(await supervisor.request("a", {}), "a answered");
});

test("the fifth crash is told, once, and nothing is started until the person asks", async () => {
  const { supervisor, seen, crash, launches } = world();
  await supervisor.ensureStarted();
  for (let count = 0; count < 5; count++) await crash();
  assert.equal(launches(), 5);
  const told = "The language server stopped 5 times within 3 minutes and is not started again.";
  assert.deepEqual(
    seen.filter((entry) => entry.startsWith("error:")),
    [`error: ${told} ${UNAVAILABLE}`],
  );

  await supervisor.ensureStarted();
  await assert.rejects(supervisor.request("a", {}), { message: told });
  assert.equal(launches(), 5);

  await supervisor.restart();
  assert.equal(await supervisor.request("a", {}), "a answered");
  assert.equal(launches(), 6);
});

test("a failed start is told once, and the request that caused it is marked as told", async () => {
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

test("what a stopped run still reports does not touch the next one", async () => {
  const { supervisor, launches, runs } = world();
  await supervisor.ensureStarted();
  await supervisor.restart();
  runs[0]?.crash();
  await settled();
  assert.equal(launches(), 2);
});

test("after dispose nothing is started, and nothing is told", async () => {
  const { supervisor, seen, crash, launches } = world();
  await supervisor.ensureStarted();
  await supervisor.dispose();
  await crash();
  await supervisor.ensureStarted();
  assert.equal(launches(), 1);
  assert.ok(seen.includes("stop"));
  await assert.rejects(supervisor.request("a", {}));
});
