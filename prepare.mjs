// npm's `prepare`. Where npm makes a package of a clone, this builds what is in it: for pre-commit and prek, which install hooks from
// a clone, for `npx` and `npm install` with the address of a repository, and for `npm pack`.
import { spawnSync } from "node:child_process";
import path from "node:path";

// npm also runs it after `npm ci`, for which there is nothing to do: what needs a build makes one. The variable says that a folder
// is being packed or linked; npm sets it in `pacote/lib/dir.js` and in Arborist's `rebuild.js`, and not for an installation of its own.
if (process.env.npm_package_resolved !== undefined) {
  const build = path.join(import.meta.dirname, "esbuild.mjs");
  const { status } = spawnSync(process.execPath, [build, "--production"], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
