import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

/** Values with a number that is meant as text, which is safe to fix, and a typo, which is only likely to be one. */
const WRONG = `${CLEAN}  replicaz: 2\nimage:   {tag: 1.10}\n`;
const SAFE = WRONG.replace("1.10", '"1.10"');

test("a hyphen is the standard input of check, with the findings of a file", async () => {
  const folder = folderWith({});
  const { code, out } = await run(folder, ["check", "-"], { input: WRONG });
  assert.equal(code, 1);
  assert.match(out, /^-:6:3 warning unknown-key /);
});

test("fix and format print the changed text, every other byte as it was, and change no file", async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  const marked = (text: string) => `\ufeff${text.replaceAll("\n", "\r\n")}`;
  const fixed = await run(folder, ["fix", "-"], { input: marked(WRONG) });
  assert.deepEqual(fixed, { code: 0, out: marked(SAFE), err: "" });
  const options = ["--stdin-file-path", "values.yaml"];
  const likely = await run(folder, ["fix", "--unsafe", ...options], { input: WRONG });
  assert.equal(likely.out, SAFE.replace("replicaz", "replicas"));
  const formatted = await run(folder, ["format", "-", ...options], { input: WRONG });
  assert.deepEqual(formatted, {
    code: 0,
    out: WRONG.replace("{tag: 1.10}", "{ tag: 1.10 }").replace(":   {", ": {"),
    err: "",
  });
  assert.equal(readFileSync(path.join(folder, "values.yaml"), "utf8"), CLEAN);
  assert.deepEqual(readdirSync(folder), ["values.yaml"]);
});

test("what is not the operator's, or not YAML, comes back as it is", async () => {
  const folder = folderWith({ "Chart.yaml": "name: shop\nversion: 1.0.0\n" });
  const options = ["--stdin-file-path", "values.yaml"];
  const foreign = "image:   {tag: 1.10}\n";
  assert.deepEqual(await run(folder, ["fix", ...options], { input: foreign }), {
    code: 0,
    out: foreign,
    err: "",
  });
  assert.equal((await run(folder, ["format", ...options], { input: foreign })).out, foreign);
  const broken = `${CLEAN}a: [\n`;
  assert.equal((await run(folder, ["format", "-"], { input: broken })).out, broken);
});

test("a text with a command for a runner is not printed as another text into a pipe", async () => {
  const text = `# ##[warning]\n${CLEAN}`;
  const { code, out, err } = await run(folderWith({}), ["format", "-"], { input: text });
  assert.deepEqual([code, out], [3, ""]);
  assert.equal(err, "The text contains commands for runners of pipelines. Redirect the output to a file.\n");
});

test("a dry run prints the patch of the standard input", async () => {
  const folder = folderWith({});
  const { code, out } = await run(folder, ["fix", "--dry-run", "-"], { input: WRONG });
  assert.equal(code, 1);
  assert.match(out, /^-image: {3}\{tag: 1\.10\}\n\+image: {3}\{tag: "1\.10"\}$/m);
  assert.deepEqual(await run(folder, ["fix", "--dry-run", "-"], { input: CLEAN }), {
    code: 0,
    out: "",
    err: "",
  });
});

test("-f - is a values file among others, as for Helm", async () => {
  const folder = folderWith({ "base.yaml": `${CLEAN}  replicas: 2\n` });
  const args = ["effective", "-f", "base.yaml", "-f", "-", "--key", "controller.replicas"];
  const { out } = await run(folder, args, { input: "controller:\n  replicas: 3\n" });
  assert.equal(
    out,
    "controller.replicas: 3  # -:2\n  instead of 2  # base.yaml:6\n  instead of 1  # chart default\n",
  );
  const checked = await run(folder, ["check", "-f", "base.yaml,-"], {
    input: "controller:\n  replicaz: 3\n",
  });
  assert.equal(checked.code, 1);
  assert.match(checked.out, /^-:2:3 warning unknown-key /m);
});

test("the standard input is named once, and not where a file is changed", async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  const once = "The standard input can be named once only, and not together with other paths.\n";
  for (const args of [
    ["check", "-", "-"],
    ["fix", "-", "values.yaml"],
    ["format", "--stdin-file-path", "a.yaml", "values.yaml"],
    ["effective", "-f", "-", "-f", "-"],
  ])
    assert.deepEqual(
      await run(folder, args, { input: CLEAN }),
      { code: 2, out: "", err: once },
      args.join(" "),
    );
  const { code, err } = await run(folder, ["upgrade", "-f", "-", "--to", "0.34.0"], { input: CLEAN });
  assert.deepEqual(
    [code, err],
    [2, "The standard input and pipes cannot be migrated. Write them to files, and name these with -f.\n"],
  );
});

test("fixing bytes that are not UTF-8 is a failure, and prints nothing", async () => {
  const input = Buffer.concat([Buffer.from(WRONG), Buffer.from([0x23, 0xe9, 0x0a])]);
  const { code, out, err } = await run(folderWith({}), ["fix", "-"], { input });
  assert.deepEqual(
    [code, out, err],
    [3, "", "The standard input is not valid UTF-8, so it is not changed.\n"],
  );
});
