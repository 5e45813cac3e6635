#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";

// Code that Node compiled for an earlier start, in the user's own folder: what is in it is run. An extension names its own in NODE_COMPILE_CACHE.
module.enableCompileCache?.(path.join(homedir(), ".cache", "cap-operator"));
// All functions are in it, because each that is compiled when it is first called makes the first file wait.
setFlagsFromString("--no-lazy");
await import("./node.ts");
setFlagsFromString("--lazy");
