// Builds both generations of Helm from the Go module proxy into the cache folder: node test/helm/build-helm.ts

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { GO_ENVIRONMENT, haveGo } from "../support/go.ts";
import { cacheFolder, installOnce } from "../support/workbench/install-once.ts";

/** The versions whose answers are recorded. */
export const HELM_VERSIONS: Readonly<Record<HelmMajor, string>> = { 3: "v3.22.0", 4: "v4.3.1" };

/**
 * The path of a Helm of this generation: the one that CAP_OPERATOR_HELM3 or CAP_OPERATOR_HELM4 names, or one that
 * is built here, once. `undefined` if Go is missing.
 */
export async function helmBinary(major: HelmMajor): Promise<string | undefined> {
  const variable = `CAP_OPERATOR_HELM${major}`;
  const named = process.env[variable];
  if (named) {
    if (!existsSync(named)) throw new Error(`${variable} names ${named}, which does not exist.`);
    return named;
  }
  const version = HELM_VERSIONS[major];
  const name = `helm-${version}`;
  const program = process.platform === "win32" ? "helm.exe" : "helm";
  const isBuilt = existsSync(path.join(cacheFolder(), name, program));
  if (!isBuilt && !haveGo()) return undefined;
  const folder = await installOnce({
    name,
    announcement: `Building Helm ${version} with Go: some minutes`,
    pins: { helm: version },
    install: (draft) => build(major, version, draft),
  });
  return path.join(folder, program);
}

async function build(major: HelmMajor, version: string, folder: string): Promise<void> {
  const env = { ...GO_ENVIRONMENT, GOBIN: folder };
  await promisify(execFile)(
    "go",
    ["install", "-ldflags=-s -w", `helm.sh/helm/v${major}/cmd/helm@${version}`],
    { env },
  );
}

if (import.meta.main) {
  for (const major of [3, 4] as const) {
    const helm = await helmBinary(major);
    console.log(helm ?? `Go is not installed, so Helm ${HELM_VERSIONS[major]} was not built.`);
  }
}
