import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import type { KeptNote } from "../../../client/adapters/kept-note.ts";
import { createNotedRuns } from "../../../client/adapters/noted-runs.ts";
import { createProgramRunner } from "../../../client/adapters/program-runner.ts";
import { type Invocation, ProgramMissing } from "../../../client/program-ports.ts";
import { NOTE } from "./run-note.ts";

const DAY = 24 * 60 * 60 * 1000;
const HELM: Invocation<unknown> = { program: "helm", args: ["upgrade"], parse: () => undefined };
const noGroups = process.platform === "win32" && "on Windows a program ends with the editor";

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "cap-operator-runs-"));
  folder = path.join(root, "storage", "runs");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A program written as a script of Node. */
function program(script: string): string {
  const file = path.join(root, "helm");
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const runner = (file: string) =>
  createProgramRunner(
    () => file,
    () => undefined,
    createNotedRuns(folder),
  );

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const GONE = { pid: spawnSync(process.execPath, ["-e", ""]).pid, started: "long ago" };

/** Writes down a run as a window that is gone left it, and returns its folder. */
function leave(kept: unknown, name: string = randomUUID()): string {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, "note.json"), typeof kept === "string" ? kept : JSON.stringify(kept));
  writeFileSync(path.join(place, "stdout"), "Release upgraded\n");
  writeFileSync(path.join(place, "stderr"), "a warning\n");
  return place;
}

const LEFT: KeptNote = { note: NOTE, began: "2026-03-01T10:00:00.000Z", owner: GONE, program: GONE };
const soon = () => Date.parse(LEFT.began) + DAY / 2;

describe("a change whose window is killed", { skip: noGroups }, () => {
  /** A script that prints, waits for the file `go`, prints again and writes the file `finished`. It ends with its test. */
  const slowHelm = (go: string, finished: string) => `
    const { existsSync, writeFileSync } = require("node:fs");
    process.stdout.write("begun\\n"); process.stderr.write("a warning\\n");
    process.on("SIGINT", () => { process.stdout.write("interrupted\\n"); process.exit(1); });
    const waiting = setInterval(() => {
      if (!existsSync(__dirname)) process.exit();
      if (!existsSync(${JSON.stringify(go)})) return;
      clearInterval(waiting);
      process.stdout.write("x".repeat(200000) + "\\nupgraded\\n"); process.stderr.write("another warning\\n");
      writeFileSync(${JSON.stringify(finished)}, "");
    }, 5);`;

  /** Starts a window that changes a release. */
  function openWindow(helm: string, ...more: readonly "cut off"[]) {
    const script = path.join(import.meta.dirname, "change-in-window.ts");
    const window = spawn(process.execPath, [script, folder, helm, ...more], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let told = "";
    window.stdout.setEncoding("utf8").on("data", (part: string) => {
      told += part;
    });
    return {
      told: () => told,
      async kill() {
        window.kill("SIGKILL");
        await once(window, "exit");
      },
    };
  }

  /** Starts a window, and kills it as soon as its program has said something. */
  async function killWindow(helm: string): Promise<void> {
    const window = openWindow(helm);
    await until(() => window.told().includes("begun\n") && window.told().includes("a warning\n"));
    // As long as the window is there, the change belongs to it: another window finds nothing.
    assert.deepEqual(await createNotedRuns(folder).list(), []);
    await window.kill();
  }

  test("continues to its end, and the next window reads what it printed", async () => {
    const [go, finished] = [path.join(root, "go"), path.join(root, "finished")];
    await killWindow(program(slowHelm(go, finished)));
    const [left, ...others] = await createNotedRuns(folder).list();
    assert.ok(left);
    assert.deepEqual(others, []);
    assert.deepEqual(left.note, NOTE);
    assert.equal(await left.isRunning(), true);
    const ended = left.ended();
    writeFileSync(go, "");
    assert.deepEqual(await ended, {
      stdout: `begun\n${"x".repeat(200_000)}\nupgraded\n`,
      stderr: "a warning\nanother warning\n",
    });
    assert.ok(existsSync(finished));
    assert.equal(await left.isRunning(), false);
    await left.forget();
    assert.deepEqual(readdirSync(folder), []);
  });

  test("stays written down while the person cannot be told how it ended, and the next window tells that", async () => {
    const window = openWindow(program(`process.stdout.write("upgraded\\n")`), "cut off");
    await until(() => window.told().includes("is anybody there?"));
    const next = createNotedRuns(folder);
    assert.deepEqual([await next.list(), await next.areInOtherWindows()], [[], true]);
    await window.kill();
    const [left] = await next.list();
    assert.equal(await left?.isRunning(), false);
    assert.deepEqual(await left?.ended(), { stdout: "upgraded\n", stderr: "" });
    assert.equal(await next.areInOtherWindows(), false);
  });

  test("is interrupted by the next window when the person wants that", async () => {
    await killWindow(program(slowHelm(path.join(root, "go"), path.join(root, "finished"))));
    const [left] = await createNotedRuns(folder).list();
    assert.ok(left);
    await left.interrupt();
    assert.equal((await left.ended())?.stdout, "begun\ninterrupted\n");
  });

  test("is ended by force if it does not stop", async () => {
    const deaf = `process.on("SIGINT", () => {});
      process.stderr.write("a warning\\n"); process.stdout.write("begun\\n");
      setInterval(() => require("node:fs").existsSync(__dirname) || process.exit(), 5);`;
    await killWindow(program(deaf));
    const [left] = await createNotedRuns(folder).list();
    assert.ok(left);
    await left.interrupt(10);
    assert.deepEqual(await left.ended(), { stdout: "begun\n", stderr: "a warning\n" });
  });

  test("is not waited for longer than the person wants to", async () => {
    await killWindow(program(slowHelm(path.join(root, "go"), path.join(root, "finished"))));
    const [left] = await createNotedRuns(folder).list();
    assert.ok(left);
    assert.equal(await left.ended(AbortSignal.abort()), undefined);
    await left.interrupt();
    await left.ended();
  });
});

describe("a change that is written down", { skip: noGroups }, () => {
  test("ends like any other, and leaves nothing behind", async () => {
    const lines: string[] = [];
    const file = program(
      `process.stdout.write("x" + "ä".repeat(50000) + "\\nend"); process.stderr.write("bad\\n"); process.exitCode = 3;`,
    );
    const result = await runner(file).run(HELM, {
      note: NOTE,
      onLine: (line, from) => lines.push(`${from}: ${line}`),
    });
    const long = `x${"ä".repeat(50_000)}`;
    assert.deepEqual(result, { exitCode: 3, stdout: `${long}\nend`, stderr: "bad\n", interrupted: false });
    // The two streams are read separately; within one, lines keep their order.
    const ofStream = (from: string) => lines.filter((line) => line.startsWith(from));
    assert.deepEqual(ofStream("stdout"), [`stdout: ${long}`, "stdout: end"]);
    assert.deepEqual(ofStream("stderr"), ["stderr: bad"]);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("reports its lines while it runs, and only this user can read them", async () => {
    const cancelled = new AbortController();
    const modes: string[] = [];
    const file = program(
      `process.on("SIGINT", () => { process.stdout.write("tidied\\n"); process.exit(1); });
      process.stdout.write("ready\\n"); setInterval(() => {}, 1000);`,
    );
    const onLine = (line: string) => {
      if (line !== "ready") return;
      const [run = ""] = readdirSync(folder);
      const places = ["", run, ...["note.json", "stdout", "stderr"].map((name) => path.join(run, name))];
      for (const place of places) modes.push((statSync(path.join(folder, place)).mode & 0o777).toString(8));
      cancelled.abort();
    };
    const result = await runner(file).run(HELM, { note: NOTE, onLine, signal: cancelled.signal });
    assert.deepEqual(modes, ["700", "700", "600", "600", "600"]);
    assert.deepEqual(result, { exitCode: 1, stdout: "ready\ntidied\n", stderr: "", interrupted: true });
    assert.deepEqual(readdirSync(folder), []);
  });

  test("is also interrupted if it was cancelled while it was being written down", async () => {
    const cancelled = new AbortController();
    const running = runner(program("setInterval(() => {}, 1000)")).run(HELM, {
      note: NOTE,
      signal: cancelled.signal,
    });
    cancelled.abort();
    assert.deepEqual(await running, { exitCode: undefined, stdout: "", stderr: "", interrupted: true });
    assert.deepEqual(readdirSync(folder), []);
  });

  test("leaves nothing if its program does not start", async () => {
    await assert.rejects(runner(path.join(root, "nowhere")).run(HELM, { note: NOTE }), ProgramMissing);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("is made all the same if it cannot be written down", async () => {
    mkdirSync(path.dirname(folder));
    writeFileSync(folder, "a file where the folder should be");
    const result = await runner(program(`process.stdout.write("done\\n")`)).run(HELM, { note: NOTE });
    assert.deepEqual(result, { exitCode: 0, stdout: "done\n", stderr: "", interrupted: false });
  });
});

describe("changes that were left behind", () => {
  test("do not exist if nothing was ever written down", async () => {
    assert.deepEqual(await createNotedRuns(folder).list(), []);
  });

  test("are listed in the order in which they began, until they are forgotten", async () => {
    leave({ ...LEFT, began: "2026-03-01T11:00:00.000Z" });
    leave({ note: { ...NOTE, before: undefined }, began: LEFT.began, owner: GONE });
    const runs = createNotedRuns(folder, { now: soon });
    const [first, second] = await runs.list();
    // The editor ended before the program was started.
    assert.deepEqual([first?.began, first?.note.before], [LEFT.began, undefined]);
    assert.equal(await first?.isRunning(), false);
    assert.deepEqual(await second?.ended(), { stdout: "Release upgraded\n", stderr: "a warning\n" });
    await first?.forget();
    assert.deepEqual(await runs.list(), [second]);
  });

  test("are listed in one window only", async () => {
    leave(LEFT);
    const windows = [createNotedRuns(folder, { now: soon }), createNotedRuns(folder, { now: soon })];
    const found = await Promise.all(windows.map((window) => window.list()));
    assert.equal(found.flat().length, 1);
    assert.deepEqual(await createNotedRuns(folder, { now: soon }).list(), []);
  });

  test("have ended if another program has their process number, and that one is left alone", async () => {
    const other = { pid: process.pid, started: "before this test" };
    leave({ ...LEFT, program: other });
    const [left] = await createNotedRuns(folder, { now: soon }).list();
    assert.equal(await left?.isRunning(), false);
    const kill = mock.method(process, "kill", () => true);
    try {
      await left?.interrupt();
      assert.deepEqual(
        kill.mock.calls.map((call) => call.arguments).filter(([, signal]) => signal !== 0),
        [],
      );
    } finally {
      kill.mock.restore();
    }
  });

  test("lose what they printed after a day, and are forgotten after a month", async () => {
    leave(LEFT);
    const later = createNotedRuns(folder, { now: () => Date.parse(LEFT.began) + 2 * DAY });
    const [left] = await later.list();
    assert.deepEqual(left?.note, NOTE);
    assert.deepEqual(await left?.ended(), { stdout: "", stderr: "" });
    await left?.forget();
    leave(LEFT);
    const muchLater = createNotedRuns(folder, { now: () => Date.parse(LEFT.began) + 31 * DAY });
    assert.deepEqual(await muchLater.list(), []);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("keep what they printed as long as they run", async () => {
    const running = { pid: process.pid };
    const place = leave({ ...LEFT, program: running });
    const [left] = await createNotedRuns(folder, { now: () => Date.parse(LEFT.began) + 31 * DAY }).list();
    assert.equal(await left?.isRunning(), true);
    const [now = ""] = readdirSync(folder);
    assert.notEqual(now, path.basename(place));
    assert.equal(readFileSync(path.join(folder, now, "stdout"), "utf8"), "Release upgraded\n");
  });
});

describe("what is broken or foreign in the folder", () => {
  const { at: _at, ...withoutPlace } = NOTE;
  for (const [what, kept] of [
    ["is not JSON", "{"],
    ["is empty", ""],
    ["is null", null],
    ["has no release", { ...LEFT, note: withoutPlace }],
    ["has a release that is not a string", { ...LEFT, note: { ...NOTE, at: { ...NOTE.at, release: 1 } } }],
    ["has an invalid state", { ...LEFT, note: { ...NOTE, before: { revision: "3" } } }],
    ["has no time", { ...LEFT, began: "yesterday" }],
    ["has no owner", { ...LEFT, owner: undefined }],
    // A signal to the group of 1 would reach every process.
    ["names every process", { ...LEFT, program: { pid: 1 } }],
    ["names the own group", { ...LEFT, program: { pid: 0 } }],
    ["names a group", { ...LEFT, program: { pid: -5 } }],
    ["is longer than any note", JSON.stringify({ ...LEFT, note: { ...NOTE, name: "x".repeat(100_000) } })],
  ] as const) {
    test(`a note that ${what} is left out, and removed after a day`, async () => {
      const place = leave(kept);
      assert.deepEqual(await createNotedRuns(folder).list(), []);
      assert.ok(existsSync(place));
      const yesterday = new Date(Date.now() - 2 * DAY);
      utimesSync(place, yesterday, yesterday);
      assert.deepEqual(await createNotedRuns(folder).list(), []);
      assert.equal(existsSync(place), false);
    });
  }

  test("what has another name, is a file or links elsewhere is not touched", async () => {
    const elsewhere = leave(LEFT, "not-a-run");
    writeFileSync(path.join(folder, randomUUID()), "a file");
    symlinkSync(elsewhere, path.join(folder, randomUUID()), "dir");
    const before = readdirSync(folder).sort();
    const muchLater = createNotedRuns(folder, { now: () => Date.now() + 100 * DAY });
    assert.deepEqual(await muchLater.list(), []);
    assert.deepEqual(readdirSync(folder).sort(), before);
    assert.deepEqual(readdirSync(elsewhere).sort(), ["note.json", "stderr", "stdout"]);
  });
});
