"use strict";
const { lstatSync, mkdirSync } = require("node:fs");
const nodeModule = require("node:module");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");

/**
 * Has Node cache compiled code in a folder that only this user can write to, because what is in it is run at the next start. Says
 * whether it does.
 */
exports.cacheCompiledCode = () => {
  const folder = ownFolder(process.env.CAP_OPERATOR_COMPILE_CACHE || cacheFolder());
  if (folder !== undefined) nodeModule.enableCompileCache?.(folder);
  return nodeModule.getCompileCacheDir?.() !== undefined;
};

/** The folder for caches in the user's own cache folder; an extension names one in its storage instead. */
function cacheFolder() {
  const name = "cap-operator-language-server";
  if (process.platform === "win32") return process.env.LOCALAPPDATA && join(process.env.LOCALAPPDATA, name);
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", name);
  // XDG Base Directory Specification: a path that is not absolute is invalid.
  const base = process.env.XDG_CACHE_HOME ?? "";
  return join(isAbsolute(base) ? base : join(homedir(), ".cache"), name);
}

/** The folder, created if it is missing; `undefined` if it cannot be used or if somebody else could write to it. */
function ownFolder(path) {
  if (!path) return undefined;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const found = lstatSync(path);
    const isOwn =
      process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOwn ? path : undefined;
  } catch {
    return undefined;
  }
}
