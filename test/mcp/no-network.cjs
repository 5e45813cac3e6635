"use strict";
// Loaded before the server in a test, and by Node before the thread that answers calls: whatever reaches for a network or a program is reported on the standard error, and fails.
const tell = (what) => {
  process.stderr.write(`REACHED ${what}\n`);
  throw new Error(`${what} was reached for`);
};
for (const [name, methods] of Object.entries({
  child_process: ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"],
  net: ["connect", "createConnection", "createServer"],
  tls: ["connect", "createServer"],
  http: ["request", "get", "createServer"],
  https: ["request", "get", "createServer"],
  http2: ["connect", "createServer"],
  dgram: ["createSocket"],
  dns: ["lookup", "resolve", "resolve4", "resolve6", "resolveAny"],
  worker_threads: require("node:worker_threads").isMainThread ? [] : ["Worker"],
  cluster: ["fork"],
})) {
  const library = require(`node:${name}`);
  for (const method of methods) library[method] = () => tell(`${name}.${method}`);
}
require("node:net").Socket.prototype.connect = () => tell("a socket");
globalThis.fetch = () => tell("fetch");
globalThis.WebSocket = class {
  constructor() {
    tell("WebSocket");
  }
};
