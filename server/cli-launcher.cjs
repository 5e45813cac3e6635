#!/usr/bin/env node
"use strict";
// Starts the command line with what Node compiled for an earlier run. A run is over before it matters that some functions are
// compiled when they are first called.
require("./compile-cache.cjs").cacheCompiledCode();
void require("./cli.cjs").main();
