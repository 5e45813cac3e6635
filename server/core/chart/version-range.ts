import gt from "semver/functions/gt.js";
import parse from "semver/functions/parse.js";
import satisfies from "semver/functions/satisfies.js";
import maxSatisfying from "semver/ranges/max-satisfying.js";
import minVersion from "semver/ranges/min-version.js";
import { editDistance } from "../yaml/edit-distance.ts";

/** A range that is longer than this was not written by a person. */
const LONGEST_RANGE = 256;
/** So many minor versions may have been released since this program was. */
const NEXT_MINORS = 5;

/** The version that a text means among some: the same, perhaps with the `v` of a tag, else the newest in the range that the text is. */
export function versionMeant(text: string, versions: readonly string[]): string | undefined {
  const plain = text.trim().replace(/^v(?=\d)/, "");
  return versions.includes(plain) ? plain : newestIn(plain, versions);
}

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

/** The newest of some versions, from the oldest to the newest, of which a newer one is more likely a misspelling than a release that is to come. */
export function misspelledVersion(text: string, versions: readonly string[]): string | undefined {
  const version = parse(text.trim());
  const newest = parse(versions.at(-1));
  if (version === null || newest === null || version.prerelease.length > 0) return undefined;
  const isNext =
    version.major === newest.major
      ? version.minor <= newest.minor + NEXT_MINORS
      : version.major === newest.major + 1 && version.minor <= NEXT_MINORS;
  if (isNext) return undefined;
  return versions.findLast((known) => editDistance(version.version, known, 1) === 1);
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
