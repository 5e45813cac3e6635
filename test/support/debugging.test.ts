import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "jsonc-parser";
import { repository } from "./repository.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
const { configurations, compounds } = parse(read(".vscode/launch.json"));
const { tasks } = parse(read(".vscode/tasks.json"));
const { scripts } = JSON.parse(read("package.json"));
const labels: readonly string[] = tasks.map(({ label }: { label: string }) => label);

test("what F5 builds first is a task, and every task is a script of the project", () => {
  const needed = [...configurations, ...tasks].flatMap(({ preLaunchTask, dependsOn }) =>
    [preLaunchTask, dependsOn].filter((label) => label !== undefined),
  );
  assert.deepEqual(
    needed.filter((label) => !labels.includes(label)),
    [],
  );
  const run: readonly string[] = tasks.flatMap(({ script }: { script?: string }) => script ?? []);
  assert.deepEqual(
    run.filter((script) => scripts[script] === undefined),
    [],
  );
  assert.ok(run.length > 0);
});

test("the files that F5 names are there", () => {
  const named = JSON.stringify(configurations)
    .match(/\$\{workspaceFolder\}\/[^"*]*/g)
    ?.map((file) => path.join(repository, file.replace("${workspaceFolder}", ".")));
  assert.ok(named !== undefined && named.length > 0);
  // The task that runs first makes the built files.
  const dist = path.join(repository, "dist");
  assert.deepEqual(
    named.filter((file) => !existsSync(file) && !file.startsWith(dist)),
    [],
  );
});

test("the debugger attaches where the client lets the language server listen", () => {
  const attach = configurations.find(({ request }: { request: string }) => request === "attach");
  assert.match(
    read("client/editor/language-client/node-language-client.ts"),
    new RegExp(`--inspect=${attach.port}\\b`),
  );
  const names = configurations.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    compounds.flatMap((compound: { configurations: string[] }) => compound.configurations),
    names.filter((name: string) => name !== "Debug Current Test"),
  );
});
