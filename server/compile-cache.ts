import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";

// Imported before anything else is loaded. Code that Node compiled for an earlier start is in the user's own folder, because what is in it
// is run. An extension names its own in NODE_COMPILE_CACHE.
// Since Node 22.1; the types are those of Node 20.
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(path.join(homedir(), ".cache", "cap-operator"));
