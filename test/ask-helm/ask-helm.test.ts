import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { suite, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { findHelm, helmAsker } from "../../server/helm/ask-helm.ts";
import { askRelease } from "../../server/helm/ask-release.ts";
import { atSetPath } from "../../server/programs/program-file.ts";
import type { ProgramLimits } from "../../server/programs/run-program.ts";
import type { RenderQuestion } from "../../server/workspace/helm/render-question.ts";
import { workspace } from "../lsp/workspace.ts";
import { MISBEHAVING, writeProgram } from "../support/misbehaving-programs.ts";
import { fakeHelm } from "./fake-helm.ts";

const QUESTION: RenderQuestion = {
  chart: "/charts/mine",
  outOfReach: async () => undefined,
  values: [{ name: "a", text: "secret: s3\n" }],
  sets: [{ flag: "set", text: "--post-renderer=x" }],
  release: "rel",
  namespace: "ns",
};

const LIMITS: ProgramLimits = {
  deadline: 60_000,
  tidyUp: 0,
  stdout: { line: 100_000, all: 100_000 },
  stderr: { line: 100_000, all: 100_000 },
  memory: 4 * 1024 ** 3,
};
const GO_ON = new AbortController().signal;
const skip = process.platform === "win32" && "a script of Node is no program on Windows";

/** No answer, and why. */
function unknown(noAnswer: string) {
  return { is: "unknown", why: { noAnswer } };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function pidIn(file: string): Promise<number> {
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await wait(10);
  return Number(readFileSync(file, "utf8"));
}

async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await wait(10);
}

suite("asking Helm", { skip }, () => {
  test("gives it these arguments and this environment, and nothing of this machine", async () => {
    const { folder } = workspace();
    const seen = path.join(folder, "seen.json");
    const helm = fakeHelm(
      folder,
      `const files = process.argv.filter((one) => one.startsWith("--values=")).map((one) => one.slice(9));
       const modes = files.map((file) => (fs.statSync(file).mode & 0o777).toString(8));
       const folder = require("node:path").dirname(files[0]);
       fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({
         args: process.argv.slice(2).map((one) => one.replace(folder, "F")), env: process.env, cwd: process.cwd(),
         texts: files.map((file) => fs.readFileSync(file, "utf8")), modes, folder,
         inFolder: (fs.statSync(folder).mode & 0o777).toString(8) }));`,
    );
    const before = { ...process.env };
    Object.assign(process.env, {
      HELM_DEBUG: "1",
      HELM_KUBETOKEN: "t",
      HELM_PLUGINS: "/evil",
      HTTPS_PROXY: "http://p",
      NODE_OPTIONS: "",
      KUBECONFIG: "/k",
    });
    try {
      assert.deepEqual(await helmAsker(() => helm, LIMITS)(QUESTION, GO_ON), { is: "yes" });
    } finally {
      for (const name of ["HELM_DEBUG", "HELM_KUBETOKEN", "HELM_PLUGINS", "HTTPS_PROXY", "KUBECONFIG"]) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
    const { args, env, cwd, texts, modes, folder: used, inFolder } = JSON.parse(readFileSync(seen, "utf8"));
    assert.deepEqual(args, [
      "template",
      "--values=F/values-1.yaml",
      "--set=--post-renderer=x",
      "--namespace=ns",
      "--",
      "rel",
      "/charts/mine",
    ]);
    assert.deepEqual([texts, modes, inFolder], [["secret: s3\n"], ["600"], "700"]);
    assert.deepEqual(
      Object.keys(env)
        .filter((name) => !/^(SystemRoot|__CF_USER_TEXT_ENCODING)$/.test(name))
        .sort(),
      [
        ..."GOMEMLIMIT HELM_CACHE_HOME HELM_CONFIG_HOME HELM_DATA_HOME HELM_NO_PLUGINS".split(" "),
        ..."HELM_PLUGINS HELM_REGISTRY_CONFIG HELM_REPOSITORY_CACHE HELM_REPOSITORY_CONFIG HOME".split(" "),
        ..."KUBECONFIG TEMP TMP TMPDIR USERPROFILE".split(" "),
      ],
    );
    assert.equal(path.basename(cwd), "empty");
    assert.ok(env.HELM_PLUGINS.startsWith(used));
    assert.ok(!existsSync(used), "the values stay on the disk");
  });

  test("gives it copies of what the files of entries have, never their names", async () => {
    const { folder } = workspace();
    const seen = path.join(folder, "seen.json");
    const helm = fakeHelm(
      folder,
      `const sets = process.argv.filter((one) => one.startsWith("--set-file=")).map((one) => one.slice(11));
       const texts = sets[0].split(/[=,{}]/).filter((one) => one.startsWith("/")).map((one) => fs.readFileSync(one, "utf8"));
       fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify([sets[0].replace(/\\/[^,}]*\\/set-/g, "F/set-"), texts]));`,
    );
    const names = ["https://evil.example/x", "/etc/passwd", "c"];
    const text = `a=${names[0]},b={${names[1]},${names[2]}}`;
    const sets = ["a", "b"].map((content, index) => {
      const name = names[index] ?? "";
      return { offset: text.indexOf(name), length: name.length, content: `of ${content}` };
    });
    const last = { offset: text.length - 2, length: 1, content: "of c" };
    const question = { ...QUESTION, sets: [{ flag: "set-file", text, contents: [...sets, last] } as const] };
    assert.deepEqual(await helmAsker(() => helm, LIMITS)(question, GO_ON), { is: "yes" });
    const [given, texts] = JSON.parse(readFileSync(seen, "utf8"));
    assert.match(given, /^a=F\/set-1-\d+,b=\{F\/set-1-\d+,F\/set-1-\d+\}$/);
    assert.deepEqual(texts, ["of a", "of b", "of c"]);
  });

  test("a run that is late is killed with what it has started", async () => {
    const { folder } = workspace();
    const [pidFile, alive] = [path.join(folder, "pid"), path.join(folder, "alive")];
    const helm = fakeHelm(
      folder,
      `process.on("SIGINT", () => {}); process.on("SIGTERM", () => {});
       const code = ${JSON.stringify(`setTimeout(() => require("node:fs").writeFileSync(${JSON.stringify(alive)}, ""), 20_000)`)};
       const child = require("node:child_process").spawn(process.execPath, ["-e", code], { stdio: "inherit" });
       fs.writeFileSync(${JSON.stringify(pidFile)}, String(child.pid)); setInterval(() => {}, 1000);`,
    );
    const answer = await helmAsker(() => helm, { ...LIMITS, deadline: 1500 })(QUESTION, GO_ON);
    assert.deepEqual(answer, unknown("too-long"));
    await gone(await pidIn(pidFile));
    assert.ok(!existsSync(alive), "what it has started went on until it ended by itself");
  });

  test("a run that is not wanted any more is killed", async () => {
    const { folder } = workspace();
    const pidFile = path.join(folder, "pid");
    const helm = fakeHelm(
      folder,
      `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const stopping = new AbortController();
    const asked = helmAsker(() => helm, LIMITS)(QUESTION, stopping.signal);
    const pid = await pidIn(pidFile);
    stopping.abort();
    assert.deepEqual(await asked, unknown("stopped"));
    await gone(pid);
  });

  test("a run that has ended is forgotten by what could have stopped it", async () => {
    const { folder } = workspace();
    const helm = fakeHelm(folder, "");
    const { signal } = new AbortController();
    assert.deepEqual(await helmAsker(() => helm, LIMITS)(QUESTION, signal), { is: "yes" });
    assert.deepEqual(getEventListeners(signal, "abort"), []);
  });

  test("a run that writes too much is killed", async () => {
    const { folder } = workspace();
    const loud = fakeHelm(folder, `fs.writeSync(2, "x".repeat(10_000_000)); setInterval(() => {}, 1000);`);
    assert.deepEqual(await helmAsker(() => loud, LIMITS)(QUESTION, GO_ON), unknown("too-much"));
    const long = fakeHelm(folder, `fs.writeSync(1, "x".repeat(10_000_000)); setInterval(() => {}, 1000);`);
    assert.deepEqual(await helmAsker(() => long, LIMITS)(QUESTION, GO_ON), unknown("too-much"));
  });

  test("a run that needs too much memory is killed", {
    skip: process.platform !== "linux" && "only Linux tells",
  }, async () => {
    const { folder } = workspace();
    const helm = fakeHelm(folder, `const a = Buffer.alloc(400e6, 1); setInterval(() => a[0], 1000);`);
    const answer = await helmAsker(() => helm, { ...LIMITS, memory: 300e6 })(QUESTION, GO_ON);
    assert.deepEqual(answer, unknown("too-much"));
  });

  test("a chart that is out of reach is not given to it", async () => {
    const { folder } = workspace();
    const seen = path.join(folder, "seen");
    const helm = fakeHelm(folder, `fs.writeFileSync(${JSON.stringify(seen)}, "");`);
    const out = { noAnswer: "leads-out", entry: "files/a" } as const;
    const question = { ...QUESTION, outOfReach: async () => out };
    assert.deepEqual(await helmAsker(() => helm, LIMITS)(question, GO_ON), { is: "unknown", why: out });
    assert.ok(!existsSync(seen));
  });

  test("what it refuses with is passed on", async () => {
    const { folder } = workspace();
    const helm = fakeHelm(folder, `fs.writeSync(2, "Error: no\\n"); process.exit(1);`);
    assert.deepEqual(await helmAsker(() => helm, LIMITS)(QUESTION, GO_ON), { is: "no", error: "no" });
    assert.deepEqual(
      await helmAsker(() => atSetPath("nothing", folder), LIMITS)(QUESTION, GO_ON),
      unknown("not-started"),
    );
  });

  for (const program of MISBEHAVING) {
    test(`no answer: ${program.name}`, async () => {
      const { folder } = workspace();
      const file = atSetPath(writeProgram(folder, "helm", program), folder);
      const limits = { ...LIMITS, ...(program.isEndless && { deadline: 1000 }) };
      const answer = await helmAsker(() => file, limits)(QUESTION, GO_ON);
      assert.equal(answer.is, "unknown", JSON.stringify(answer));
      if (program.isEndless || file === undefined) return;
      const release = await askRelease(file, { name: "cop" }, GO_ON);
      assert.equal(release.is, "unknown", JSON.stringify(release));
    });
  }

  test("a chart that renders to nothing is rendered", async () => {
    const { folder } = workspace();
    const question = { ...QUESTION, isShown: true } as const;
    const answer = await helmAsker(() => fakeHelm(folder, ""), LIMITS)(question, GO_ON);
    assert.deepEqual(answer, { is: "yes", output: "\n" });
  });

  test("is found in absolute folders of the PATH, or where the setting says", () => {
    const { folder } = workspace();
    const helm = fakeHelm(folder, "");
    assert.equal(findHelm("", { PATH: `.${path.delimiter}bin${path.delimiter}${folder}` }), helm);
    assert.equal(findHelm("", { PATH: "." }), undefined);
    assert.equal(findHelm(helm, {}), helm);
    assert.equal(findHelm(path.relative(process.cwd(), helm), {}), undefined, "a path in the working folder");
    assert.equal(findHelm("helm", { PATH: folder }), undefined);
    mkdirSync(path.join(folder, "x", "helm"), { recursive: true });
    assert.equal(findHelm("", { PATH: path.join(folder, "x") }), undefined);
    writeFileSync(path.join(folder, "plain"), "");
    assert.equal(findHelm(path.join(folder, "plain"), {}), undefined);
  });

  test("leaves nothing behind", () => {
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.startsWith("cap-operator-helm-")),
      [],
    );
  });
});
