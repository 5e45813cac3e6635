import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";
import { CLEAN, folderWith } from "./run.ts";

test("the package installs without dependencies and without a network, and both programs run", () => {
  const folder = folderWith({ "package.json": "{}", "values.yaml": CLEAN });
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync("npm", [...args], {
      cwd,
      encoding: "utf8",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const [packed] = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder], repository),
  );
  const names = packed.files.map(({ path: at }: { path: string }) => at);
  assert.deepEqual(
    names.filter((name: string) => /\.(ts|map|vsix)$|extension\.cjs|^(test|server|client)\//.test(name)),
    [],
  );
  npm(["install", "--offline", "--no-audit", "--no-fund", path.join(folder, packed.filename)], folder);
  const installed = JSON.parse(npm(["ls", "--all", "--json"], folder)).dependencies;
  assert.deepEqual(Object.keys(installed), ["cap-operator-tools"]);
  assert.equal(installed["cap-operator-tools"].dependencies, undefined);
  const checked = npm(["exec", "--offline", "--", "cap-operator", "check"], folder);
  assert.equal(checked, "Checked 1 file: nothing found.\n");
  assert.match(npm(["exec", "--offline", "--", "cap-operator-language-server", "--help"], folder), /--stdio/);
  console.log(
    `The package has ${(packed.size / 1000).toFixed(0)} kB, unpacked ${(packed.unpackedSize / 1000).toFixed(0)} kB.`,
  );
});
