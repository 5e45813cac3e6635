// A test imports this before it imports adapters with `await import(...)`: static imports are resolved before anything runs.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== "vscode") return nextResolve(specifier, context);
    return { url: new URL("./fake-vscode.ts", import.meta.url).href, shortCircuit: true };
  },
});
