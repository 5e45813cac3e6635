#!/usr/bin/env node
"use strict";
// Starts the language server with V8 tuned for its work: short bursts on a text that the next change replaces.
const { setFlagsFromString } = require("node:v8");
const nodeModule = require("node:module");
const { cacheCompiledCode } = require("./compile-cache.cjs");

// What is built from a text lives until the next change, so a nursery for new objects that grows would only be filled and copied.
// This is for clients that do not give Node its arguments: the few MB that an edit needs can only be set there.
setFlagsFromString("--semi-space-growth-factor=1");
// It therefore becomes garbage among the old objects, where V8 lets twenty times as much as is alive pile up. Once as much is enough.
setFlagsFromString("--heap-growing-percent=100");
// From version 13 on, V8 has two optimising compilers on these processors, and the quicker one is good enough for bursts.
// TurboFan would take memory, and a processor away from the first bursts, for code that is only a tenth faster in the end.
const hasQuickCompiler =
  Number.parseInt(process.versions.v8, 10) >= 13 && ["x64", "arm64"].includes(process.arch);
if (hasQuickCompiler) setFlagsFromString("--no-turbofan");

// Node caches a file as it is right after loading, without the functions that V8 would compile when they are first called; so if there
// is a cache, V8 is told to compile all of them at once. Node writes the cache when the process ends or when told to. It is told
// to, because a server may be killed.
const keeps = cacheCompiledCode();
if (keeps) setFlagsFromString("--no-lazy");
require("./server.cjs");
if (keeps) setFlagsFromString("--lazy");
if (keeps) setTimeout(() => nodeModule.flushCompileCache?.(), 5000).unref();
