import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";

// Imported before anything else is loaded. Code that Node compiled for an earlier start is in the user's own folder, because what is in it
// is run. An extension names its own in NODE_COMPILE_CACHE.
module.enableCompileCache?.(path.join(homedir(), ".cache", "cap-operator"));
