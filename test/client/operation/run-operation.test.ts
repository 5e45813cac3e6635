import assert from "node:assert/strict";
import { test } from "node:test";
import { RETRY } from "../../../client/helm/recovery.ts";
import type { OperationPlan } from "../../../client/operation/operation.ts";
import { answered, Cancelled, Refused, refuse } from "../../../client/operation/outcome.ts";
import { operation } from "../../../client/operation/run-operation.ts";
import type { Invocation } from "../../../client/ports/programs.ts";
import { md } from "../../../client/texts/markdown.ts";
import { fakePorts, type World } from "../fake-ports.ts";

const AT = { context: "dev", server: "https://dev:6443", namespace: "ops", release: "cop" };
const NOT_YET = { kind: "unknown", sentence: "Not yet.", next: "Try again.", recovery: [RETRY] } as const;
const STATUS: Invocation<string> = { program: "helm", args: ["status"], parse: (stdout) => stdout.trim() };

async function after(run: OperationPlan["run"], world: World = {}, plan: Partial<OperationPlan> = {}) {
  const ports = fakePorts(world);
  const command = operation({ id: "capOperator.test", needsTrust: true, ...plan, run });
  const outcome = await command.run(ports);
  return { outcome, seen: ports.seen, told: ports.seen.filter((line) => !/^(log|progress|run)/.test(line)) };
}

test("what is done is reported with a way to view it", async () => {
  const looked: string[] = [];
  const way = { button: "Show It", go: async () => void looked.push("shown") };
  const { outcome, told } = await after(async () => ({ message: "Done.", actions: [way] }), {
    press: "Show It",
  });
  assert.deepEqual(outcome, { end: "done" });
  assert.deepEqual(told, ["info: Done. [Show It]"]);
  assert.deepEqual(looked, ["shown"]);
});

test("a dismissed question ends it, and nothing is said", async () => {
  const { outcome, seen } = await after(async (running) => {
    answered(await running.prompts.pick([], "Title", "Pick one"));
    assert.fail("It goes on.");
  });
  assert.deepEqual(outcome, { end: "cancelled" });
  assert.deepEqual(seen, ["pick: Title | Pick one"]);
});

test("what is refused is reported once, after everything was released", async () => {
  let isAlone = true;
  const { outcome, told } = await after(
    (running) =>
      running.alone(AT, "an upgrade", async () => {
        refuse("It is not there.", "Look for it.", { actions: [{ button: "Look", go: lookedFor }] });
      }),
    { press: "Look" },
  );
  async function lookedFor() {
    isAlone = false;
    await after((running) => running.alone(AT, "an upgrade", async () => ({ message: "Free." })));
    isAlone = true;
  }
  assert.equal(outcome.end, "refused");
  assert.deepEqual(told, ["error: It is not there. Look for it. [Look]"]);
  assert.ok(isAlone, "the release was free while the message was open");
});

test("one release is changed by one operation at a time, and is free again however that ended", async () => {
  const ports = fakePorts({});
  let release: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const command = (work: () => Promise<void>) =>
    operation({ id: "capOperator.test", run: (running) => running.alone(AT, "an upgrade", work) });
  const first = command(async () => {
    await blocked;
    throw new Error("It failed.");
  }).run(ports);
  assert.equal((await command(async () => undefined).run(ports)).end, "refused");
  assert.equal(
    ports.seen.at(-1),
    "warn: An upgrade of cop in dev has not ended yet. Wait for it, or cancel it.",
  );
  release();
  await first;
  assert.deepEqual(await command(async () => undefined).run(ports), { end: "done" });
});

for (const [how, answer] of [
  ["answers all the same", "deployed"],
  ["fails", { exitCode: 1, stderr: "Error: context canceled" }],
] as const) {
  test(`cancelled while it reads: if the program ${how}, it ends and nothing is said`, async () => {
    const { outcome, told } = await after(
      async (running) => {
        await running.read("Reading", (step) => step.call(STATUS));
        assert.fail("It goes on.");
      },
      {
        programs(_line, _invocation, cancel) {
          cancel();
          return answer;
        },
      },
    );
    assert.deepEqual(outcome, { end: "cancelled" });
    assert.deepEqual(told, []);
  });
}

test("what goes wrong is explained by what the operation is about, with what is available", async () => {
  const values = ["file:///home/me/deploy/values.yaml"];
  const { outcome, told } = await after(
    async (running) => {
      running.about({ target: AT, doing: "reading", outcome: "Nothing was changed.", values });
      await running.read("Reading", (step) => step.call(STATUS));
    },
    { programs: () => ({ exitCode: 1, stderr: "Error: release: not found" }) },
  );
  assert.equal(outcome.end, "refused");
  assert.match(told[0] ?? "", /^error: No release found in .* of dev\. Nothing was changed\. Check/);
});

test("what nobody foresaw is reported, with a way to the log", async () => {
  const broken = async (): Promise<void> => {
    throw new Error("Something broke.");
  };
  const { told } = await after(broken, { press: "Show Output" });
  assert.deepEqual(told, ["error: Something broke. [Show Output]", "output shown"]);
});

test("a retry begins where the operation said", async () => {
  const targets: (string | undefined)[] = [];
  const ports = fakePorts({ press: "Retry" });
  const command = operation({
    id: "capOperator.test",
    async run(running, target) {
      targets.push(target);
      running.about({ target: AT, doing: "trying", from: "file:///saved.yaml" });
      if (targets.length < 3) throw new Refused(NOT_YET);
    },
  });
  await command.run(ports, "untitled:Untitled-1");
  assert.deepEqual(targets, ["untitled:Untitled-1", "file:///saved.yaml", "file:///saved.yaml"]);
});

test("a button for a page that cannot be made says why", async () => {
  const { told } = await after(
    async (running) => ({
      message: "Done.",
      actions: [
        {
          button: "Show It",
          go: () =>
            running.next(async (next) => {
              await next.pages.showMarkdown({ name: "Page", text: md`# Page` });
              refuse("The page is empty.");
            }),
        },
      ],
    }),
    { press: "Show It" },
  );
  assert.deepEqual(told, ["info: Done. [Show It]", "page: Page", "  # Page", "error: The page is empty."]);
});

test("in a workspace that is not trusted, nothing is run", async () => {
  const { outcome, seen } = await after(async () => assert.fail("It was begun."), { untrusted: true });
  assert.deepEqual(outcome, { end: "cancelled" });
  assert.deepEqual(seen, ["trust refused"]);
});

test("an operation that does not ask for trust cannot run a program", async () => {
  const { told, seen } = await after(
    async (running) => void (await running.read("Reading", (step) => step.call(STATUS))),
    { programs: () => "deployed" },
    { needsTrust: undefined as never },
  );
  assert.match(told[0] ?? "", /did not ask for trust/);
  assert.ok(!seen.some((line) => line.startsWith("run: ")));
});

test("what happens meanwhile does not wait for the person", async () => {
  const order: string[] = [];
  const ports = fakePorts({});
  const info = async (message: string) => {
    order.push(message);
    await new Promise((resolve) => setImmediate(resolve));
    order.push("answered");
    return undefined;
  };
  const command = operation({
    id: "capOperator.test",
    async run(running) {
      running.meanwhile(async () => void order.push("refreshed"));
      return { message: "Done." };
    },
  });
  await command.run({ ...ports, prompts: { ...ports.prompts, info } });
  assert.deepEqual(order, ["Done.", "refreshed", "answered"]);
});

test("an operation ends in a window that is closing, where nothing can be told any more", async () => {
  const ports = fakePorts({});
  let tries = 0;
  // The editor's log fails like that then. An operation without an end would keep the extension host, and what it started, alive.
  const error = () => {
    tries += 1;
    if (tries > 10) throw new Cancelled();
    throw new Error("Channel has been closed");
  };
  const command = operation({
    id: "capOperator.test",
    async run() {
      throw new Error("The window is closing.");
    },
  });
  await command.run({ ...ports, output: { ...ports.output, error } });
  assert.equal(tries, 2);
});

test("what goes wrong behind a button is reported, and cancelling there is not", async () => {
  const behind = (go: () => Promise<void>) =>
    after(async () => ({ message: "Done.", actions: [{ button: "Look", go }] }), { press: "Look" });
  const broken = await behind(() => Promise.reject(new Error("The page is gone.")));
  assert.deepEqual(broken.outcome, { end: "done" });
  assert.deepEqual(broken.told, ["info: Done. [Look]", "error: The page is gone. [Show Output]"]);
  const cancelled = await behind(() => Promise.reject(new Cancelled()));
  assert.deepEqual(cancelled.told, ["info: Done. [Look]"]);
});
