// The recording of a terminal in the documentation shows what the program prints: its commands are run again, in their order.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { NPM_README } from "../../build/npm-package.ts";
import { repository } from "../support/repository.ts";
import { folderWith, run } from "./run.ts";

const textOf = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");

test("the recording of a terminal shows what the program prints", async () => {
  const [, values = ""] = /^```yaml\n([^`]*)^```$/m.exec(textOf(NPM_README)) ?? [];
  const folder = folderWith({ "values.yaml": values });
  const [, ...commands] = textOf("lab/pictures/read/terminal.txt").split(/^\$ cap-operator /m);
  assert.equal(commands.length, 3);
  for (const command of commands) {
    const end = command.indexOf("\n");
    const { out } = await run(folder, command.slice(0, end).split(" "));
    assert.equal(out, command.slice(end + 1), "It is stale. Record it with: node lab/pictures/terminal.ts");
  }
});
