#!/usr/bin/env node
"use strict";
// Starts the command line with what Node compiled for an earlier run: all functions of it, because each that is compiled when it is
// first called makes a short run longer. Threads load the same files, so this stays as it is for the whole run.
const { cacheCompiledCode } = require("./compile-cache.cjs");
if (cacheCompiledCode()) require("node:v8").setFlagsFromString("--no-lazy");
void require("./cli.cjs").main();
