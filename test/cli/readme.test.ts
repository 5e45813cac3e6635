// The page on npm prints what the program prints: its commands are run in their order, on its values.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { NPM_README } from "../../build/npm-package.ts";
import { repository } from "../support/repository.ts";
import { folderWith, run } from "./run.ts";

const page = readFileSync(path.join(repository, NPM_README), "utf8").replaceAll("\r\n", "\n");
const fenced = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^\`]*)^\`\`\`$`, "gm"))].map(([, text = ""]) => text);
const consoles = page
  .split("```console\n")
  .slice(1)
  .map((part) => part.slice(0, part.indexOf("\n```")));

test("the six commands on the page of npm print what the page shows", async () => {
  const folder = folderWith({ "values.yaml": fenced("yaml")[0] ?? "" });
  assert.equal(consoles.length, 6);
  for (const [line = "", ...shown] of consoles.map((text) => text.split("\n"))) {
    const [program, ...args] = line.replace("$ ", "").split(" ");
    assert.equal(program, "cap-operator");
    const { out, err } = await run(folder, args);
    const printed = `${err}${out}`.split("\n");
    let from = 0;
    for (const expected of shown.filter((text) => text !== "...")) {
      const index = printed.indexOf(expected, from);
      assert.notEqual(index, -1, `${line} does not print this: ${expected}\n${printed.join("\n")}`);
      from = index + 1;
    }
    if (!shown.includes("...")) assert.equal(from, printed.findLastIndex((text) => text !== "") + 1, line);
  }
});
