import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, describe, mock, test } from "node:test";
import { kubeconfigPaths } from "../../../../client/editor/processes/machine.ts";
import {
  createProgramRunner,
  type ProgramRunner,
} from "../../../../client/editor/processes/program-runner.ts";
import {
  type Invocation,
  type Lookup,
  type ProcessRunner,
  ProgramMissing,
  type RunOptions,
  type RunResult,
} from "../../../../client/ports/programs.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-runner-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program written as a Node script, in place of `helm`. */
function program(
  name: string,
  script: string,
  reportLeftOut?: (names: readonly string[]) => void,
): ProgramRunner {
  const file = path.join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return createProgramRunner(() => file, reportLeftOut);
}

const call = (...args: string[]): Invocation<unknown> => ({ program: "helm", args, parse: () => undefined });

/** Waits for a state; the test runner ends a test that never gets there. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => realTimeout(resolve, 5));
}

/** The real clock, for tests that move the runner's clock. */
const realTimeout = setTimeout;

/** True if a process has ended, even if nobody has collected its exit status. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === "linux" && / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
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

  test("reports each line once as it comes, even a last one without a line break, and its stream", async () => {
    const lines: string[] = [];
    const runner = program(
      "lines",
      `process.stdout.write("one\\r\\ntw"); process.stderr.write("bad\\n"); setTimeout(() => process.stdout.write("o\\nthree"), 20)`,
    );
    await runner.run(call(), { onLine: (line, from) => lines.push(`${from}: ${line}`) });
    assert.deepEqual([...lines].sort(), ["stderr: bad", "stdout: one", "stdout: three", "stdout: two"]);
  });

  test("does not see the variables that lead a call elsewhere, and reads no file with defaults", async () => {
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

test("the kubeconfig files that are read and shown are the ones that programs get, even if KUBECONFIG is relative", async () => {
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
    process.on("SIGTERM", () => { process.stdout.write("tidied\\n"); process.exit(1); });
    setInterval(() => {}, 1000);`;

  test("is interrupted, and its end is waited for", async () => {
    const cancelled = new AbortController();
    const runner = program(
      "tidy",
      `process.on("SIGTERM", () => { process.stdout.write("tidied\\n"); process.exit(3); }); process.stdout.write("ready\\n"); setInterval(() => {}, 1000)`,
    );
    const onLine = (line: string) => {
      if (line === "ready") cancelled.abort();
    };
    const result = await runner.run(call(), { signal: cancelled.signal, onLine });
    assert.deepEqual(result, { exitCode: 3, stdout: "ready\ntidied\n", stderr: "", interrupted: true });
  });

  test("is ended together with what it has started, such as a credential plugin", async () => {
    const ended = path.join(folder, "plugin-ended");
    const plugin = `
      process.on("SIGTERM", () => { require("node:fs").writeFileSync(${JSON.stringify(ended)}, ""); process.exit(0); });
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

  test("is not waited for just because a stubborn plugin holds its pipes open", async () => {
    const pid = path.join(folder, "plugin-pid");
    const plugin = `
      process.on("SIGTERM", () => {}); require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid));
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

  test("before it begins is not started", async () => {
    const started = path.join(folder, "started");
    const runner = program("early", `require("node:fs").writeFileSync(${JSON.stringify(started)}, "")`);
    const result = await runner.run(call(), { signal: AbortSignal.abort() });
    assert.deepEqual(result, { exitCode: undefined, stdout: "", stderr: "", interrupted: true });
    assert.equal(existsSync(started), false);
  });
});

describe("a program that is running when its window closes", { skip: noGroups }, () => {
  test("is interrupted, and its end is waited for", async () => {
    const runner = program(
      "closing",
      `process.on("SIGTERM", () => { process.stdout.write("tidied\\n"); process.exit(3); }); process.stdout.write("ready\\n"); setInterval(() => {}, 1000)`,
    );
    let isOver: Promise<void> | undefined;
    const onLine = (line: string) => {
      if (line === "ready") isOver = runner.endAll();
    };
    const result = await runner.run(call(), { onLine });
    await isOver;
    assert.deepEqual(result, { exitCode: 3, stdout: "ready\ntidied\n", stderr: "", interrupted: false });
  });

  test("is ended by force with what it has started when it does not stop", async () => {
    const pid = path.join(folder, "closing-plugin-pid");
    const plugin = `process.on("SIGTERM", () => {}); require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid));
      process.stdout.write("ready\\n"); setInterval(() => {}, 1000);`;
    const runner = program(
      "closing-deaf",
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(plugin)}], { stdio: "inherit" });
      process.on("SIGTERM", () => process.stdout.write("asked\\n")); setInterval(() => {}, 1000);`,
    );
    let isOver: Promise<void> | undefined;
    const onLine = (line: string) => {
      if (line === "ready") isOver = runner.endAll();
    };
    const result = await runner.run(call(), { onLine });
    await isOver;
    assert.deepEqual(result, {
      exitCode: undefined,
      stdout: "ready\nasked\n",
      stderr: "",
      interrupted: false,
    });
    await until(() => isGone(Number(readFileSync(pid, "utf8"))));
    assert.equal((await runner.run(call())).interrupted, true, "nothing is started any more");
  });
});

describe("a program that takes too long", { skip: noGroups }, () => {
  afterEach(() => mock.timers.reset());

  /** Runs a program that moves the clock: its lines `deadline` and `tidy up` let the times of these names pass. */
  function runInTime(runner: ProcessRunner, options: RunOptions = {}): Promise<RunResult> {
    mock.timers.enable({ apis: ["setTimeout"] });
    return runner.run(call(), {
      limits: { deadline: 120_000, tidyUp: 5000 },
      ...options,
      onLine(line) {
        options.onLine?.(line, "stdout");
        if (line === "deadline") mock.timers.tick(120_000);
        if (line === "tidy up") mock.timers.tick(5000);
      },
    });
  }

  const STUBBORN = `process.on("SIGTERM", () => process.stdout.write("tidy up\\n")); setInterval(() => {}, 1000);`;

  test("is interrupted at its deadline, and may tidy up", async () => {
    const runner = program(
      "late",
      `process.on("SIGTERM", () => { process.stdout.write("tidied\\n"); process.exit(3); });
      process.stdout.write("deadline\\n"); setInterval(() => {}, 1000)`,
    );
    assert.deepEqual(await runInTime(runner), {
      exitCode: 3,
      stdout: "deadline\ntidied\n",
      stderr: "",
      interrupted: true,
      timedOut: true,
    });
  });

  test("is ended by force when it does not stop", async () => {
    const runner = program("deaf", `${STUBBORN} process.stdout.write("deadline\\n");`);
    assert.deepEqual(await runInTime(runner), {
      exitCode: undefined,
      stdout: "deadline\ntidy up\n",
      stderr: "",
      interrupted: true,
      timedOut: true,
    });
  });

  test("is also ended by force if a person cancelled it, which is not a deadline", async () => {
    const cancelled = new AbortController();
    const runner = program("deaf-to-cancel", `${STUBBORN} process.stdout.write("ready\\n");`);
    const onLine = (line: string) => {
      if (line === "ready") cancelled.abort();
    };
    assert.deepEqual(await runInTime(runner, { signal: cancelled.signal, onLine }), {
      exitCode: undefined,
      stdout: "ready\ntidy up\n",
      stderr: "",
      interrupted: true,
    });
  });

  test("is ended together with what it has started and does not stop, even after its own end", async () => {
    const pid = path.join(folder, "late-plugin-pid");
    const plugin = `process.on("SIGTERM", () => {}); require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid));
      process.stderr.write("deadline\\n"); setInterval(() => {}, 1000);`;
    const runner = program(
      "with-late-plugin",
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(plugin)}], { stdio: "inherit" });
      process.on("SIGTERM", () => process.exit(1)); setInterval(() => {}, 1000);`,
    );
    let result: RunResult | undefined;
    const limits = { deadline: 120_000, tidyUp: 1_000_000_000 };
    runInTime(runner, { limits }).then((ended) => {
      result = ended;
    });
    await until(() => {
      // The output stays open: its grace period has to pass, but not the time to tidy up.
      if (existsSync(pid)) mock.timers.tick(1000);
      return result !== undefined;
    });
    assert.deepEqual(result, {
      exitCode: 1,
      stdout: "",
      stderr: "deadline\n",
      interrupted: true,
      timedOut: true,
    });
    const stubborn = Number(readFileSync(pid, "utf8"));
    assert.equal(isGone(stubborn), false);
    mock.timers.tick(limits.tidyUp);
    await until(() => isGone(stubborn));
  });

  test("is not interrupted after its end: its number may be another program's by then", async () => {
    const result = await runInTime(program("early-end", ""));
    const kill = mock.method(process, "kill", () => true);
    try {
      mock.timers.tick(1_000_000_000);
      assert.equal(kill.mock.callCount(), 0);
    } finally {
      kill.mock.restore();
    }
    assert.deepEqual(result, { exitCode: 0, stdout: "", stderr: "", interrupted: false });
  });

  test("may have more time than a timer can take", async () => {
    const runner = program("patient", `setTimeout(() => process.stdout.write("done\\n"), 50)`);
    const limits = { deadline: 2 ** 40, tidyUp: 2 ** 40 };
    assert.deepEqual(await runner.run(call(), { limits }), {
      exitCode: 0,
      stdout: "done\n",
      stderr: "",
      interrupted: false,
    });
  });

  test("has a deadline even if the call has none", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const runner = program("endless", `process.stdout.write("started\\n"); setInterval(() => {}, 1000);`);
    const onLine = () => mock.timers.tick(1_000_000_000);
    assert.deepEqual(await runner.run(call(), { onLine }), {
      exitCode: undefined,
      stdout: "started\n",
      stderr: "",
      interrupted: true,
      timedOut: true,
    });
  });
});

describe("a program that prints too much", { skip: noGroups }, () => {
  test("is interrupted, and what it printed before is kept", async () => {
    const runner = program(
      "endless-line",
      `process.on("SIGTERM", () => process.exit(3));
      const more = () => process.stdout.write("x".repeat(1 << 20), more); process.stdout.write("first\\r\\n"); more();`,
    );
    const { stdout, ...result } = await runner.run(call());
    assert.deepEqual(result, { exitCode: 3, stderr: "", interrupted: true, printedTooMuch: true });
    assert.ok(stdout.startsWith("first\r\n"));
    assert.ok(stdout.length > 60 << 20 && stdout.length <= 64 << 20, String(stdout.length));
  });

  test("is interrupted by a line of an error that is too long, of which nothing is reported", async () => {
    const runner = program(
      "endless-error",
      `process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1000);
      const more = () => process.stderr.write("x".repeat(1 << 16), more); process.stderr.write("first\\n", more);`,
    );
    const lines: number[] = [];
    const { stderr, ...result } = await runner.run(call(), { onLine: (line) => lines.push(line.length) });
    assert.deepEqual(result, { exitCode: 3, stdout: "", interrupted: true, printedTooMuch: true });
    assert.ok(stderr.startsWith("first\n") && stderr.length <= (1 << 20) + 6, String(stderr.length));
    assert.ok(lines[0] === 5 && lines.every((length) => length <= 1 << 20), String(lines));
  });
});

describe("a program that does not start", () => {
  /** The lookup that reports a Helm at a path; undefined if it starts. */
  async function lookupOf(helmPath: string, ...args: string[]): Promise<Lookup | undefined> {
    try {
      await createProgramRunner(() => helmPath).run(call(...args));
      return undefined;
    } catch (error) {
      assert.ok(error instanceof ProgramMissing);
      return error.lookup;
    }
  }

  function file(name: string, text: string, mode = 0o755): string {
    const written = path.join(folder, name);
    writeFileSync(written, text);
    chmodSync(written, mode);
    return written;
  }

  test("is not there, and is named with the path of the setting", async () => {
    const configured = path.join(folder, "no-helm");
    assert.deepEqual(await lookupOf(configured), { configured, reason: "not-found" });
    const beneathFile = path.join(file("helm-1", ""), "helm");
    assert.deepEqual(await lookupOf(beneathFile), { configured: beneathFile, reason: "not-found" });
  });

  test("is not on the PATH", async () => {
    const { PATH } = process.env;
    process.env.PATH = folder;
    try {
      assert.deepEqual(await lookupOf("helm"), { reason: "not-found" });
    } finally {
      process.env.PATH = PATH;
    }
  });

  test("is in a relative or empty entry of the PATH", { skip: process.platform === "win32" }, async () => {
    const { PATH, HOME } = process.env;
    const home = path.join(folder, "home");
    mkdirSync(path.join(home, "sub"), { recursive: true });
    for (const place of ["home/helm", "home/sub/helm"]) file(place, "#!/bin/sh\n");
    process.env.HOME = home;
    try {
      for (const searched of ["sub:.", ":/nonexistent", "/nonexistent:", "./sub"]) {
        process.env.PATH = searched;
        assert.deepEqual(await lookupOf("helm"), { reason: "not-found" }, searched);
      }
      process.env.PATH = `.:${path.join(home, "sub")}`;
      assert.equal(await lookupOf("helm"), undefined);
    } finally {
      Object.assign(process.env, { PATH, HOME });
    }
  });

  // Windows runs files by their extension, and has neither file modes nor script interpreters.
  const noModes = process.platform === "win32" && "Windows has no modes of files";

  test("is there, but cannot be run", { skip: noModes }, async () => {
    const configured = file("helm.txt", "not a program", 0o644);
    assert.deepEqual(await lookupOf(configured), { configured, reason: "not-runnable" });
    const { PATH } = process.env;
    mkdirSync(path.join(folder, "not-runnable"));
    file("not-runnable/helm", "not a program", 0o644);
    process.env.PATH = path.join(folder, "not-runnable");
    try {
      assert.deepEqual(await lookupOf("helm"), { reason: "not-runnable" });
    } finally {
      process.env.PATH = PATH;
    }
  });

  test("is there, but what it was built for is not", { skip: noModes }, async () => {
    const configured = file("helm-elsewhere", "#!/no/such/loader\n");
    assert.deepEqual(await lookupOf(configured), { configured, reason: "other-system" });
  });

  test("is a folder", { skip: noModes }, async () => {
    assert.deepEqual(await lookupOf(folder), { configured: folder, reason: "folder" });
  });

  test("has more arguments than the system accepts", { skip: noModes }, async () => {
    const configured = file("helm-short", "#!/bin/sh\n");
    // One argument has at most 128 KiB on Linux (execve(2), MAX_ARG_STRLEN), all together at most 1 MiB on macOS.
    assert.deepEqual(await lookupOf(configured, "x".repeat(2_000_000)), { configured, reason: "too-long" });
  });

  test("runs in the home folder, wherever the editor was started", { skip: noModes }, async () => {
    const { HOME } = process.env;
    process.env.HOME = realpathSync(mkdtempSync(path.join(folder, "own-home-")));
    try {
      const runner = program("at-home", "process.stdout.write(process.cwd())");
      assert.equal((await runner.run(call())).stdout, process.env.HOME);
    } finally {
      process.env.HOME = HOME;
    }
  });

  test("runs all the same if there is no home folder", { skip: noModes }, async () => {
    const { HOME } = process.env;
    process.env.HOME = path.join(folder, "no-home");
    try {
      const runner = program("homeless", "process.stdout.write(process.cwd())");
      assert.equal((await runner.run(call())).stdout, path.parse(process.execPath).root);
    } finally {
      process.env.HOME = HOME;
    }
  });
});
