import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, program, run, WITH_UNKNOWN_KEY } from "./run.ts";

test("several threads find the same as one, in the same order", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 450 }, (_, index) => [
      `team-${index % 7}/${index}/values.yaml`,
      index % 3 === 0 ? WITH_UNKNOWN_KEY : CLEAN,
    ]),
  );
  const folder = folderWith({
    ...files,
    ".cap-operator.yaml": "releases:\n- name: a\n  values: [team-0/0/values.yaml, team-1/1/values.yaml]\n",
  });
  const one = await run(folder, ["check", "-r", "json", "-j", "1"]);
  const four = await run(folder, ["check", "-r", "json", "-j", "4"]);
  assert.equal(four.out, one.out);
  assert.equal(JSON.parse(one.out).summary.counts.warning, 150);
});

test("--watch checks again when a file changes", async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  const child = spawn(process.execPath, [program, "check", "--watch"], { cwd: folder });
  const heard = new EventEmitter();
  let all = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      all += text;
      heard.emit("text");
    });
  }
  /** Waits until both have been said; they come from two streams. */
  const seen = async (...parts: readonly string[]) => {
    while (!parts.every((part) => all.includes(part))) await once(heard, "text");
    all = "";
  };
  try {
    await seen("no problems found.", "Waiting for changes.");
    writeFileSync(path.join(folder, "values.yaml"), WITH_UNKNOWN_KEY);
    await seen("1 warning.", "Waiting for changes.");
    writeFileSync(path.join(folder, "values.yaml"), CLEAN);
    await seen("no problems found.", "Waiting for changes.");
  } finally {
    child.kill();
    await once(child, "close");
  }
});
