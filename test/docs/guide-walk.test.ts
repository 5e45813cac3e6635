// The guides work in their order, each with the files that those before it made. CAP_OPERATOR_WRITE_PAGES=1 writes what they quote.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith, run } from "../cli/run.ts";
import { commandLines } from "../support/command-lines.ts";
import { repository } from "../support/repository.ts";
import { walk } from "./guide-walk.ts";

/** These need Helm, a cluster or a repository of Git (see ci/changed-files), or wait for a client. */
const NOT_HERE = /^(?:render|values|mcp|lsp)\b|--(?:render|staged|since)\b/;

test("a person who follows all guides in one folder gets what they quote, and no command fails", async () => {
  const folder = folderWith({});
  const pages = await walk(folder, (words) => !NOT_HERE.test(words.join(" ")));
  if (process.env.CAP_OPERATOR_WRITE_PAGES)
    for (const { file, printed } of pages) writeFileSync(path.join(repository, file), printed);
  const commands = pages.flatMap((page) => page.commands.map((command) => ({ page: page.file, ...command })));
  assert.deepEqual(
    commands.filter(({ code }) => code !== 0).map(({ page, words, err }) => [page, words.join(" "), err]),
    [],
  );
  for (const file of [
    "docs/get-started.md",
    "docs/guides/releases.md",
    "docs/guides/values-in-git.md",
    "docs/guides/ci.md",
  ])
    assert.ok(
      commands.some(({ page }) => page === file),
      file,
    );
  assert.ok(commands.length >= 12, String(commands.length));
  for (const { file, text, printed } of pages) {
    assert.equal(text, printed, file);
  }
});

test("the commands of the quick start for pipelines fail if a file has a problem, and succeed if none has", async () => {
  const page = readFileSync(path.join(repository, "docs/guides/ci.md"), "utf8");
  const [, start = ""] = /^## Quick start\n(.*?)^## /ms.exec(page) ?? [];
  const lines = commandLines(
    start
      .split("\n")
      .filter((line) => line.includes(" npx "))
      .join("\n"),
  );
  assert.equal(lines.length, 2);
  const values = /```yaml\n *(# cap-operator: values[^`]*)```/
    .exec(readFileSync(path.join(repository, "docs/get-started.md"), "utf8"))?.[1]
    ?.replaceAll(/^ {3}/gm, "");
  const folder = folderWith({ "values.yaml": values ?? "" });
  for (const words of lines) assert.equal((await run(folder, words)).code, 0, words.join(" "));
  appendFileSync(path.join(folder, "values.yaml"), "controller:\n  replicaz: 2\n");
  for (const words of lines) assert.equal((await run(folder, words)).code, 1, words.join(" "));
});
