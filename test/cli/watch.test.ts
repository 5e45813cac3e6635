import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, program, WITH_UNKNOWN_KEY } from "./run.ts";

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
