import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { kubeconfigPaths } from "../../../client/adapters/machine-files.ts";
import { createProgramRunner } from "../../../client/adapters/program-runner.ts";
import { type Invocation, type ProcessRunner, ProgramMissing } from "../../../client/installation-ports.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-runner-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program written as a script of Node; it takes the place of `helm`. */
function program(
  name: string,
  script: string,
  tellLeftOut?: (names: readonly string[]) => void,
): ProcessRunner {
  const file = path.join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return createProgramRunner(() => file, tellLeftOut);
}

const call = (...args: string[]): Invocation<unknown> => ({ program: "helm", args, parse: () => undefined });

/** Waits for a state; a test that never gets there is ended by the runner of the tests. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const noGroups = process.platform === "win32" && "Windows has no process groups that could be interrupted";

describe("a program that is run", () => {
  test("gets its arguments as they are, without a shell, and its standard input", async () => {
    const runner = program(
      "echo",
      `process.stdin.on("data", (d) => process.stdout.write(d)); process.stdout.write(JSON.stringify(process.argv.slice(2)) + "\\n")`,
    );
    const args = ["$(id)", "a b", "--x=;rm", "'\""];
    const result = await runner.run({ ...call(...args), stdin: "from stdin\n" });
    assert.deepEqual(result, {
      exitCode: 0,
      stdout: `${JSON.stringify(args)}\nfrom stdin\n`,
      stderr: "",
      interrupted: false,
    });
  });

  test("tells each line once as it comes, also the last without a line break, and from where", async () => {
    const lines: string[] = [];
    const runner = program(
      "lines",
      `process.stdout.write("one\\r\\ntw"); process.stderr.write("bad\\n"); setTimeout(() => process.stdout.write("o\\nthree"), 20)`,
    );
    await runner.run(call(), { onLine: (line, from) => lines.push(`${from}: ${line}`) });
    assert.deepEqual([...lines].sort(), ["stderr: bad", "stdout: one", "stdout: three", "stdout: two"]);
  });

  test("that is not there is missing, with where it was looked for", async () => {
    const nowhere = path.join(folder, "nowhere");
    const runner = createProgramRunner(() => nowhere);
    await assert.rejects(
      runner.run(call()),
      (error) => error instanceof ProgramMissing && error.message.includes(nowhere),
    );
  });

  test("does not see the variables that lead a call elsewhere, and reads no file of defaults", async () => {
    const set = {
      HELM_KUBEAPISERVER: "https://attacker.invalid",
      HELM_KUBETOKEN: "stolen",
      HELM_NAMESPACE: "elsewhere",
      KUBERC: "/tmp/kuberc",
      HELM_CACHE_HOME: "/tmp/cache",
    };
    Object.assign(process.env, set);
    try {
      const told: (readonly string[])[] = [];
      const runner = program("env", "process.stdout.write(JSON.stringify(process.env))", (names) =>
        told.push(names),
      );
      await runner.run(call());
      const seen = JSON.parse((await runner.run(call())).stdout);
      assert.equal(seen.HELM_KUBEAPISERVER, undefined);
      assert.equal(seen.HELM_KUBETOKEN, undefined);
      assert.equal(seen.HELM_NAMESPACE, undefined);
      assert.equal(seen.KUBERC, "off");
      assert.equal(seen.HELM_CACHE_HOME, "/tmp/cache");
      assert.deepEqual(told, [["HELM_KUBEAPISERVER", "HELM_KUBETOKEN", "HELM_NAMESPACE"]]);
    } finally {
      for (const name of Object.keys(set)) delete process.env[name];
    }
  });
});

test("the kubeconfig files that are read and shown are the ones that programs get, also where KUBECONFIG is relative", async () => {
  const before = process.env.KUBECONFIG;
  process.env.KUBECONFIG = ["configs/dev", "/etc/kube/prod"].join(path.delimiter);
  try {
    const runner = program("kubeconfig", "process.stdout.write(process.env.KUBECONFIG)");
    const { stdout } = await runner.run(call());
    assert.deepEqual(stdout.split(path.delimiter), [
      path.resolve("configs/dev"),
      path.resolve("/etc/kube/prod"),
    ]);
    assert.deepEqual(kubeconfigPaths(""), stdout.split(path.delimiter));
  } finally {
    if (before === undefined) delete process.env.KUBECONFIG;
    else process.env.KUBECONFIG = before;
  }
});

describe("a program that is cancelled", { skip: noGroups }, () => {
  /** Starts a child that ignores nothing and holds the output, says `ready`, and ends itself when interrupted. */
  const withPlugin = (plugin: string) => `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", ${JSON.stringify(plugin)}], { stdio: ["ignore", "inherit", "inherit"] });
    process.on("SIGINT", () => { process.stdout.write("tidied\\n"); process.exit(1); });
    setInterval(() => {}, 1000);`;

  test("is interrupted, and its end is waited for", async () => {
    const cancelled = new AbortController();
    const runner = program(
      "tidy",
      `process.on("SIGINT", () => { process.stdout.write("tidied\\n"); process.exit(3); }); process.stdout.write("ready\\n"); setInterval(() => {}, 1000)`,
    );
    const onLine = (line: string) => {
      if (line === "ready") cancelled.abort();
    };
    const result = await runner.run(call(), { signal: cancelled.signal, onLine });
    assert.deepEqual(result, { exitCode: 3, stdout: "ready\ntidied\n", stderr: "", interrupted: true });
  });

  test("takes along what it has started, such as a credential plugin", async () => {
    const ended = path.join(folder, "plugin-ended");
    const plugin = `
      process.on("SIGINT", () => { require("node:fs").writeFileSync(${JSON.stringify(ended)}, ""); process.exit(0); });
      process.stdout.write("ready\\n"); setInterval(() => {}, 1000);`;
    const cancelled = new AbortController();
    const onLine = (line: string) => {
      if (line === "ready") cancelled.abort();
    };
    const result = await program("with-plugin", withPlugin(plugin)).run(call(), {
      signal: cancelled.signal,
      onLine,
    });
    assert.ok(result.interrupted);
    await until(() => existsSync(ended));
  });

  test("is not waited for by the pipes that a stubborn plugin holds open", async () => {
    const pid = path.join(folder, "plugin-pid");
    const plugin = `
      process.on("SIGINT", () => {}); require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid));
      process.stdout.write("ready\\n"); setInterval(() => {}, 1000);`;
    const cancelled = new AbortController();
    const onLine = (line: string) => {
      if (line === "ready") cancelled.abort();
    };
    const result = await program("with-stubborn-plugin", withPlugin(plugin)).run(call(), {
      signal: cancelled.signal,
      onLine,
    });
    const stubborn = Number(readFileSync(pid, "utf8"));
    // The plugin still runs, and has the pipe; the answer came all the same, with all that the program said.
    process.kill(stubborn, 0);
    process.kill(stubborn, "SIGKILL");
    assert.deepEqual(result, { exitCode: 1, stdout: "ready\ntidied\n", stderr: "", interrupted: true });
  });

  test("before it began ends at once", async () => {
    const runner = program("long", "setInterval(() => {}, 1000)");
    const result = await runner.run(call(), { signal: AbortSignal.abort() });
    assert.deepEqual(result, { exitCode: undefined, stdout: "", stderr: "", interrupted: true });
  });
});
