#!/usr/bin/env node
"use strict";
// Starts the language server with V8 set for its work: short bursts on a text that the next change replaces.
const { setFlagsFromString } = require("node:v8");
const { lstatSync, mkdirSync } = require("node:fs");
const nodeModule = require("node:module");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");

// What is made of a text lives until the next change: a larger nursery for new objects would only be filled and copied.
setFlagsFromString("--semi-space-growth-factor=1");
// So it becomes garbage among the old objects, of which V8 lets twenty times as much as is alive pile up. Once is enough.
setFlagsFromString("--heap-growing-percent=100");
// V8 13 has two optimising compilers here, and the quicker one does for bursts. TurboFan would take a processor away from
// the first ones, and memory, for code that is then faster by a tenth.
const hasQuickCompiler =
  Number.parseInt(process.versions.v8, 10) >= 13 && ["x64", "arm64"].includes(process.arch);
if (hasQuickCompiler) setFlagsFromString("--no-turbofan");

// Node keeps what it compiled in a folder that only this user can write to: what lies there is run at the next start. It
// keeps a file as it is right after loading, without the functions that V8 would compile when they are first called; so
// where it keeps anything, V8 is told to compile all of them at once. It writes at the end of the process, or when it is
// told to: a server may be killed.
const folder = ownFolder(process.env.CAP_OPERATOR_COMPILE_CACHE || cacheFolder());
if (folder !== undefined) nodeModule.enableCompileCache?.(folder);
const keeps = nodeModule.getCompileCacheDir?.() !== undefined;
if (keeps) setFlagsFromString("--no-lazy");
require("./server.cjs");
// What is known of the types in a function is noted from its first call on: an editor asks for most things a few times.
setFlagsFromString("--no-lazy-feedback-allocation");
if (keeps) setFlagsFromString("--lazy");
if (keeps) setTimeout(() => nodeModule.flushCompileCache?.(), 5000).unref();

/** The folder for what can be made again, in the user's own place for that; an extension names one in its storage instead. */
function cacheFolder() {
  const name = "cap-operator-language-server";
  if (process.platform === "win32") return process.env.LOCALAPPDATA && join(process.env.LOCALAPPDATA, name);
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", name);
  // XDG Base Directory Specification: a path that is not absolute is invalid.
  const base = process.env.XDG_CACHE_HOME ?? "";
  return join(isAbsolute(base) ? base : join(homedir(), ".cache"), name);
}

/** The folder, made where there is none; `undefined` where somebody else could put something into it. */
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
