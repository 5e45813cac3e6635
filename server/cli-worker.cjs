"use strict";
// A thread of the command line.
const { parentPort, workerData } = require("node:worker_threads");
require("./compile-cache.cjs").cacheCompiledCode();
require("./cli.cjs").work(parentPort, workerData);
