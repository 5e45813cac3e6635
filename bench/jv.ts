// A checker of JSON Schema for YAML files, written in Go, that the command line is measured beside.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { GO_ENVIRONMENT, haveGo } from "../test/support/go.ts";
import { installOnce } from "../test/support/workbench/install-once.ts";

const MODULE = path.join(import.meta.dirname, "jv");

/** The path of jv, built here once; `undefined` if Go is missing. */
export async function jvBinary(): Promise<string | undefined> {
  if (!haveGo()) return undefined;
  const folder = await installOnce({
    name: "jv",
    announcement: "Building jv with Go: up to a minute",
    pins: { module: readFileSync(path.join(MODULE, "go.mod"), "utf8") },
    install: async (draft) => {
      const args = ["build", "-o", path.join(draft, "jv"), "github.com/santhosh-tekuri/jsonschema/cmd/jv"];
      await promisify(execFile)("go", args, {
        cwd: MODULE,
        env: GO_ENVIRONMENT,
      });
    },
  });
  return path.join(folder, "jv");
}
