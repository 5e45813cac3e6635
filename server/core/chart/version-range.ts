import gt from "semver/functions/gt.js";
import satisfies from "semver/functions/satisfies.js";
import maxSatisfying from "semver/ranges/max-satisfying.js";
import minVersion from "semver/ranges/min-version.js";

/** A range that is longer than this was not written by a person. */
const LONGEST_RANGE = 256;

/** The newest of some versions that is in a range as a `Chart.yaml` writes it; `undefined` if none is, or if it is no range. */
export function newestIn(range: string, versions: readonly string[]): string | undefined {
  return maxSatisfying([...versions], asRange(range)) ?? undefined;
}

/** True if all versions in a range are newer than a version; false for an invalid range. */
export function isNewerThan(range: string, version: string): boolean {
  try {
    const least = minVersion(asRange(range));
    return least !== null && gt(least, version);
  } catch {
    return false;
  }
}

/** True if a version is in a range. */
export function isInRange(version: string, range: string): boolean {
  return satisfies(version, asRange(range));
}

/**
 * Helm separates conditions that must hold together by commas, and takes the signs of a comparison in either order:
 * https://github.com/Masterminds/semver#checking-version-constraints. Without a range, any version will do.
 */
function asRange(range: string): string {
  if (range.length > LONGEST_RANGE) return "<0.0.0-0";
  return range.replaceAll(",", " ").replaceAll("=>", ">=").replaceAll("=<", "<=");
}
