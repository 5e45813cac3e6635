import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packForNpm } from "../../build/npm-package.ts";
import { CLEAN, folderWith, UNDECIDED } from "../cli/run.ts";
import { repository } from "../support/repository.ts";

test("the package installs without dependencies and without a network, and both programs run", () => {
  const folder = folderWith({ "package.json": "{}", "values.yaml": CLEAN });
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync("npm", [...args], {
      cwd,
      encoding: "utf8",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const packed = path.join(folder, packForNpm(repository, folder));
  npm(["install", "--offline", "--no-audit", "--no-fund", packed], folder);
  const installed = JSON.parse(npm(["ls", "--all", "--json"], folder)).dependencies;
  assert.deepEqual(Object.keys(installed), ["cap-operator-tools"]);
  assert.equal(installed["cap-operator-tools"].dependencies, undefined);
  const checked = npm(["exec", "--offline", "--", "cap-operator", "check"], folder);
  assert.equal(checked, `Checked 1 file: no problems found.\n${UNDECIDED}\n`);
  assert.match(npm(["exec", "--offline", "--", "cap-operator-language-server", "--help"], folder), /--stdio/);
  const inside = path.join(folder, "node_modules/cap-operator-tools");
  const { private: isPrivate, contributes } = JSON.parse(
    readFileSync(path.join(inside, "package.json"), "utf8"),
  );
  assert.deepEqual([isPrivate, contributes], [undefined, undefined]);
  assert.match(
    readFileSync(path.join(inside, "README.md"), "utf8"),
    /^ {4}npm install --global cap-operator-tools$/m,
  );
  console.log(`The package has ${(statSync(packed).size / 1000).toFixed(0)} kB.`);
});
