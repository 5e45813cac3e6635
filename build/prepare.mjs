// npm's `prepare`. Builds the package if npm makes one of a clone: for `npx` and `npm install` with the address of a repository,
// and for `npm pack`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

// npm also runs it after `npm ci`, for which there is nothing to do: what needs a build makes one. `npm_package_resolved` says that a
// folder is being packed; npm sets it in pacote's `dir.js` and in Arborist's `rebuild.js`, and not for an installation of its own.
const { npm_package_resolved: packed, npm_config_global: _, npm_execpath: npm = "", ...env } = process.env;

// With the manifest of the package, which `prepack` puts in place, npm does not run it.
if (packed !== undefined || process.argv[2] === "--pack") {
  // Up to version 11, npm passes `--global` on to where it should install what a clone is built with, and installs nothing there.
  const isInstalled = existsSync(path.join(import.meta.dirname, "../node_modules/esbuild"));
  if (!isInstalled) run("ci", "--no-audit", "--no-fund");
  run("run", "build", "--", "--production");
}

function run(...args) {
  const options = { cwd: path.dirname(import.meta.dirname), env, stdio: "inherit" };
  const { status } = spawnSync(process.execPath, [npm, ...args], options);
  if (status !== 0) process.exit(status ?? 1);
}
