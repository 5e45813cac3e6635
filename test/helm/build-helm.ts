// Builds both generations of Helm from the Go module proxy into the cache folder: node test/helm/build-helm.ts

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { GO_ENVIRONMENT, haveGo } from "../support/go.ts";
import { cacheFolder, installOnce } from "../support/workbench/install-once.ts";

/** The versions whose answers are recorded. */
export const HELM_VERSIONS: Readonly<Record<3 | 4, string>> = { 3: "v3.22.0", 4: "v4.3.1" };

/**
 * The path of a Helm of this generation: the one that CAP_OPERATOR_HELM3 or CAP_OPERATOR_HELM4 names, or one that
 * is built here, once. `undefined` if Go is missing.
 */
export async function helmBinary(major: 3 | 4): Promise<string | undefined> {
  const variable = `CAP_OPERATOR_HELM${major}`;
  const named = process.env[variable];
  if (named) {
    if (!existsSync(named)) throw new Error(`${variable} names ${named}, which does not exist.`);
    return named;
  }
  return goProgram("helm", `helm.sh/helm/v${major}/cmd/helm`, HELM_VERSIONS[major]);
}

/** The path of a program that is built here with Go, once. `undefined` if Go is missing. */
export async function goProgram(
  program: string,
  source: string,
  version: string,
): Promise<string | undefined> {
  const name = `${program}-${version}`;
  const file = process.platform === "win32" ? `${program}.exe` : program;
  const isBuilt = existsSync(path.join(cacheFolder(), name, file));
  if (!isBuilt && !haveGo()) return undefined;
  const folder = await installOnce({
    name,
    announcement: `Building ${program} ${version} with Go: some minutes`,
    pins: { [program]: version },
    install: async (draft) => {
      const env = { ...GO_ENVIRONMENT, GOBIN: draft };
      await promisify(execFile)("go", ["install", "-ldflags=-s -w", `${source}@${version}`], { env });
    },
  });
  return path.join(folder, file);
}

if (import.meta.main) {
  for (const major of [3, 4] as const) {
    const helm = await helmBinary(major);
    console.log(helm ?? `Go is not installed, so Helm ${HELM_VERSIONS[major]} was not built.`);
  }
}
