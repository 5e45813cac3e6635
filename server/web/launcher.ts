import type { WebServerStart } from "../lsp/protocol.ts";
import path from "./path.ts";
import * as zlib from "./zlib.ts";

/**
 * Starts the language server in a worker of a browser, from the same files as on Node: scripts that find a `require`, an `exports` and
 * a `module` as they would there. The first message says where they are.
 */
declare const self: DedicatedWorkerGlobalScope & Record<"require" | "module" | "exports", unknown>;

/** What of Node the files ask for. */
const MODULES: Readonly<Record<string, unknown>> = { "node:path": path, "node:zlib": zlib };

self.onmessage = ({ data }: MessageEvent<WebServerStart>) => {
  const { serve } = requireFrom(data.programs)("./web/server.js") as typeof import("./worker.ts");
  serve(data);
};

/** A `require` of files in a folder, by its address with a slash at the end. */
function requireFrom(folder: string): (name: string) => unknown {
  const loaded = new Map<string, { exports: unknown }>();
  const require = (name: string): unknown => {
    if (Object.hasOwn(MODULES, name)) return MODULES[name];
    const file = new URL(name, folder).href;
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    // Each file takes these before it asks for the next one.
    Object.assign(self, { require, module, exports: module.exports });
    self.importScripts(file);
    return module.exports;
  };
  return require;
}
