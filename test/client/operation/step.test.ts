import assert from "node:assert/strict";
import { test } from "node:test";
import { explainFailure } from "../../../client/helm/failure.ts";
import { RunFailed, UnreadableOutput } from "../../../client/operation/step.ts";
import { type Invocation, ProgramMissing } from "../../../client/ports/programs.ts";
import type { Answer } from "../fake-installation.ts";
import { fakePorts } from "../fake-ports.ts";
import { UPGRADED_TEXT } from "../install/helm-world.ts";
import { stepOver } from "../operations.ts";

const STATUS: Invocation<string> = {
  program: "helm",
  args: ["status", "my release"],
  parse: (stdout) => stdout.toUpperCase(),
};

const portsThatSay = (answer: Answer) => fakePorts({ programs: () => answer });

const logged = (seen: readonly string[]) => seen.filter((line) => line.startsWith("log"));

test("what a program prints to be parsed is read, and is not logged; of its warnings, the known ones are", async () => {
  const ports = portsThatSay({
    stdout: "STATUS: deployed\n",
    stderr: "WARNING: This chart is deprecated\nWARNING: hunter2\n",
  });
  assert.equal(await stepOver(ports).call(STATUS), "STATUS: DEPLOYED\n");
  assert.deepEqual(logged(ports.seen), [
    "log info: $ helm status 'my release'",
    "log info:   WARNING: This chart is deprecated",
    "log info:   (1 line not logged)",
  ]);
});

test("of what Helm and kubectl print about a change, the lines that sum it up are logged, and the others are counted", async () => {
  const values = "USER-SUPPLIED VALUES:\nconf: hunter2\n\nNOTES:\nlog in with hunter2\nSTATUS: a=hunter2\n";
  const upgrade = portsThatSay(`${UPGRADED_TEXT}${values}`);
  await stepOver(upgrade).call(STATUS, { toLog: true });
  const summary = UPGRADED_TEXT.trimEnd().split("\n");
  assert.deepEqual(logged(upgrade.seen).slice(1), [
    ...summary.map((line) => `log info:   ${line}`),
    "log info:   (5 lines not logged)",
  ]);
  const applied = portsThatSay(
    "configmap/a configured\nconf: hunter2\nb.example.org/c created (server dry run)\n",
  );
  await stepOver(applied).call(STATUS, { toLog: true });
  assert.deepEqual(logged(applied.seen).slice(1), [
    "log info:   configmap/a configured",
    "log info:   b.example.org/c created (server dry run)",
    "log info:   (1 line not logged)",
  ]);
});

test("each call has a deadline: its own, or that of calls that read", async () => {
  const { programs, ...ports } = portsThatSay("fine\n");
  const given: unknown[] = [];
  const step = stepOver({
    ...ports,
    programs: {
      run(call, options) {
        given.push(options?.limits);
        return programs.run(call, options);
      },
    },
  });
  const limits = { deadline: 600_000, tidyUp: 30_000 };
  await step.call(STATUS);
  await step.attempt({ ...STATUS, limits });
  await step.ask({ server: "", context: "c", namespace: "n" }, STATUS);
  const reading = { deadline: 120_000, tidyUp: 5_000 };
  assert.deepEqual(given, [reading, limits, reading]);
});

test("what may hold Secrets is not logged, even if it is of a known form", async () => {
  const secret = portsThatSay("STATUS: deployed\nconfigmap/a configured\n");
  await stepOver(secret).call({ ...STATUS, confidential: true }, { toLog: true });
  assert.deepEqual(logged(secret.seen).slice(1), []);
});

test("of the words of an error, what it begins with is logged", async () => {
  const forbidden = 'Error from server (Forbidden): secrets is forbidden: User "hunter2" cannot list';
  const ports = portsThatSay({ exitCode: 1, stderr: forbidden });
  await stepOver(ports).attempt(STATUS);
  assert.deepEqual(logged(ports.seen).slice(1), [
    "log info:   Error from server (Forbidden) ...",
    "log info:   (exit code 1)",
  ]);
});

test("no more than 500 lines of a program are logged", async () => {
  const many = Array.from({ length: 600 }, (_none, index) => `configmap/a${index} created`);
  const ports = portsThatSay(many.join("\n"));
  await stepOver(ports).call(STATUS, { toLog: true });
  assert.equal(logged(ports.seen).length, 502);
  assert.equal(ports.seen.at(-1), "log info:   (100 lines not logged)");
});

test("output that was not kept to its end is never read, even if the program reports success", async () => {
  const cut = portsThatSay({ stdout: "half", exitCode: 0, interrupted: true, printedTooMuch: true });
  await assert.rejects(stepOver(cut).call(STATUS), (error) => {
    assert.ok(error instanceof RunFailed);
    const about = { target: { server: "", context: "c", namespace: "n", release: "r" }, doing: "reading" };
    const { sentence } = explainFailure({ ...error.invocation, ...error.result }, about);
    assert.equal(sentence, "Reading was interrupted because helm printed more than 64 MB.");
    return true;
  });
});

test("the message of a failure hides data of a Secret that its last line belongs to", async () => {
  const ports = portsThatSay({ exitCode: 1, stderr: "Error: cannot use\nstringData:\n  pin: open\n" });
  await assert.rejects(stepOver(ports).call(STATUS), (error) => {
    assert.ok(error instanceof RunFailed);
    assert.ok(!error.message.includes("open"), error.message);
    return true;
  });
});

test("the exit code decides", async () => {
  const ports = portsThatSay({ exitCode: 1, stdout: "looks fine\n", stderr: "first\nError: no luck\n" });
  await assert.rejects(stepOver(ports).call(STATUS), (error) => {
    assert.ok(error instanceof RunFailed);
    assert.equal(error.message, "helm status ended with exit code 1: Error: no luck");
    assert.equal(error.result.stdout, "looks fine\n");
    return true;
  });
  assert.equal(ports.seen.at(-1), "log info:   (exit code 1)");
  assert.equal((await stepOver(ports).attempt(STATUS)).exitCode, 1);
});

test("output that cannot be read is reported, with the call", async () => {
  const parse = () => {
    throw new Error("It is not JSON.");
  };
  await assert.rejects(
    stepOver(portsThatSay("?")).call({ ...STATUS, parse }),
    new UnreadableOutput("The output of helm status could not be read: It is not JSON.", "helm", undefined),
  );
});

test("a program that is not there is reported as missing", async () => {
  await assert.rejects(stepOver(fakePorts({ missing: ["helm"] })).call(STATUS), ProgramMissing);
});

test("every call has a deadline: without limits of its own, those of reading", async () => {
  const given: unknown[] = [];
  const ports = fakePorts({
    programs(_line, invocation, _cancel, options) {
      given.push([invocation.args[0], options?.limits]);
      return "{}";
    },
  });
  const step = stepOver(ports);
  const target = { context: "c", server: "", namespace: "n" };
  const limits = { deadline: 600_000, tidyUp: 10_000 };
  await step.call({ ...STATUS, args: ["call"] });
  await step.attempt({ ...STATUS, args: ["attempt"] });
  await step.ask(target, { ...STATUS, args: ["ask"] });
  await step.until(new AbortController().signal).call({ ...STATUS, args: ["until"], limits });
  const reading = { deadline: 120_000, tidyUp: 5_000 };
  assert.deepEqual(given, [
    ["call", reading],
    ["attempt", reading],
    ["ask", reading],
    ["until", limits],
  ]);
});
