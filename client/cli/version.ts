import type { Invocation } from "../installation-ports.ts";

/** A version of Helm. Builds that name no patch count as `.0`. */
export interface HelmVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** As Helm wrote it, for people. */
  readonly text: string;
}

/** Asks Helm for its version; that needs no cluster. The template is the same in Helm 3 and 4. */
export function helmVersion(): Invocation<HelmVersion> {
  return { program: "helm", args: ["version", "--template", "{{.Version}}"], parse: readHelmVersion };
}

/** Reads `v3.18.4`, also where a build adds something behind it or leaves the patch out. */
export function readHelmVersion(text: string): HelmVersion {
  const found = /v?(\d+)\.(\d+)(?:\.(\d+))?[^\s"]*/.exec(text);
  if (found === null) throw new Error("Helm did not say which version it is.");
  const [whole, major, minor, patch = "0"] = found;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), text: whole };
}
