import satisfies from "semver/functions/satisfies.js";

/**
 * Whether a chart's version is one that `--version` would take: that very version, or one in that range. Helm looks for it in
 * registries and repositories only; of a folder, an archive or an address it takes what is there, whatever was asked for.
 */
export function isVersionWanted(version: string, wanted: string): boolean {
  // As in Helm, commas part what all must hold, and a range that names a pre-release takes pre-releases.
  return satisfies(version, wanted.replaceAll(",", " "), { includePrerelease: wanted.includes("-") });
}
