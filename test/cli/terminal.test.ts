// Output that depends on the terminal: colors, and the cells that characters take.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mock, test } from "node:test";
import { Progress } from "../../server/cli/checking/progress.ts";
import type { Io } from "../../server/cli/output/io.ts";
import { folderWith, program, run, WITH_UNKNOWN_KEY } from "./run.ts";

const folder = folderWith({
  "values.yaml": WITH_UNKNOWN_KEY,
  "unended.yaml": "# cap-operator: values\ncontroller:\n  replicaz: 2",
  "wide.yaml": `# cap-operator: values\nsubscriptionServer: {日本語: 1, e\u0301te: 2}\n名前: 3\n`,
});
const hasScript = spawnSync("script", ["--version"]).status === 0;
const quoted = (text: string) => `'${text}'`;

/** The output of a command on a terminal of its own. */
function onTerminal(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const { NO_COLOR: _, FORCE_COLOR: __, ...variables } = process.env;
  const line = [process.execPath, program, ...args].map(quoted).join(" ");
  const options = { cwd: folder, encoding: "utf8", env: { ...variables, TERM: "xterm", ...env } } as const;
  return spawnSync("script", ["--quiet", "--return", "--command", line, "/dev/null"], options).stdout;
}

/** The place of the output, the environment, options, and `true` for colors: https://no-color.org, https://bixense.com/clicolors, force-color.org. */
const COLORS: readonly (readonly ["pipe" | "terminal", Record<string, string>, string, boolean])[] = [
  ["pipe", {}, "", false],
  ["pipe", { FORCE_COLOR: "1" }, "", true],
  ["pipe", { FORCE_COLOR: "" }, "", false],
  ["pipe", { FORCE_COLOR: "0" }, "", false],
  ["pipe", { CLICOLOR_FORCE: "1" }, "", true],
  ["pipe", { CLICOLOR_FORCE: "0" }, "", false],
  ["pipe", { CLICOLOR_FORCE: "1", NO_COLOR: "1" }, "", false],
  ["pipe", { FORCE_COLOR: "1", NO_COLOR: "1" }, "", false],
  ["pipe", { FORCE_COLOR: "1" }, "--color=never", false],
  ["pipe", { NO_COLOR: "1" }, "--color=always", true],
  ["pipe", {}, "--color=always", true],
  ["terminal", {}, "", true],
  ["terminal", { NO_COLOR: "1" }, "", false],
  ["terminal", { NO_COLOR: "" }, "", true],
  ["terminal", { FORCE_COLOR: "0" }, "", false],
  ["terminal", { TERM: "dumb" }, "", false],
  ["terminal", { TERM: "dumb", FORCE_COLOR: "1" }, "", true],
  ["terminal", {}, "--color=never", false],
];

for (const [where, env, option, isColored] of COLORS) {
  const set = Object.entries(env).map(([name, value]) => `${name}="${value}" `);
  test(`${set.join("")}check ${option} in a ${where}: ${isColored ? "colors" : "no colors"}`, {
    skip: where === "terminal" && !hasScript && "script (util-linux) is not installed",
  }, async () => {
    const args = ["check", "values.yaml", ...(option === "" ? [] : [option])];
    const out = where === "terminal" ? onTerminal(args, env) : (await run(folder, args, { env })).out;
    assert.match(out, /unknown-key/);
    assert.equal(out.includes("\u001b["), isColored, out);
  });
}

test("the last line of a file is shown, although nothing ends it", async () => {
  const { out } = await run(folder, ["check", "unended.yaml"]);
  const shown = out.split("\n").filter((line) => /^ [> ] +\d \| /.test(line));
  assert.deepEqual(shown.slice(-3), [
    "   1 | # cap-operator: values",
    "   2 | controller:",
    " > 3 |   replicaz: 2",
  ]);
});

test("carets are below all cells of wide characters, and of none that another one carries", async () => {
  const { out } = await run(folder, ["check", "wide.yaml"]);
  const frames = [...out.matchAll(/^ > \d \| (.*)\n {5}\| (.*)$/gm)].map(([, line, carets]) => [
    line,
    carets,
  ]);
  const mapping = "subscriptionServer: {日本語: 1, e\u0301te: 2}";
  // 日本語 and 名前 take two cells a character, and é with a combining accent takes one.
  assert.deepEqual(
    frames.filter(([line, carets]) => line !== mapping || !/^\^{18}$/.test(carets ?? "")),
    [
      [mapping, `${" ".repeat(21)}^^^^^^`],
      [mapping, `${" ".repeat(21 + 11)}^^^`],
      ["名前: 3", "^^^^"],
    ],
  );
});

for (const isErrTerminal of [true, false]) {
  test(`progress is ${isErrTerminal ? "on" : "only on"} a terminal, after a second`, () => {
    const written: string[] = [];
    const clock = mock.method(performance, "now", () => 0);
    const progress = new Progress(
      { isErrTerminal, err: (text: string) => written.push(text) } as unknown as Io,
      9,
    );
    const clean = { file: "a", state: "checked", findings: [] } as const;
    progress.step(clean);
    clock.mock.mockImplementation(() => 1001);
    progress.step(clean);
    progress.clear();
    clock.mock.restore();
    assert.deepEqual(written, isErrTerminal ? ["\r\u001b[KChecked 2 of 9 files.", "\r\u001b[K"] : []);
  });
}

test("what is wrong with an entry of the command line is not shown at a line of a file", async () => {
  const { code, out } = await run(folder, ["check", "--set", "controller.replicas=-1"]);
  assert.equal(code, 1);
  const sentence =
    'command line error out-of-range --set #1 (controller.replicas=-1): "replicas" must be at least 0';
  assert.ok(out.startsWith(sentence), out);
  assert.doesNotMatch(out, /:1:1|\|/);
});
