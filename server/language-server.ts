#!/usr/bin/env node
import "./compile-cache.ts";
import { setFlagsFromString } from "node:v8";

// All functions are in the cache, because each that is compiled when it is first called makes the first file wait.
setFlagsFromString("--no-lazy");
await import("./node.ts");
setFlagsFromString("--lazy");
