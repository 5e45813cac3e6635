import { misspelledVersion, versionMeant } from "../../core/chart/version-range.ts";
import type { LanguageService } from "../../core/language-service.ts";
import { listed, MOST_NEAR } from "../../workspace/files/similar-words.ts";

/** The end of a message about an unknown version of the published chart: the one that is most likely meant, versions that begin like it, else the range of known ones. */
export function nearestVersion(version: string, service: LanguageService): string {
  const known = publishedVersions(service).map(([number]) => number);
  const [, line] = /^v?(\d+\.\d+)(?:\.|$)/.exec(version) ?? [];
  const misspelled = misspelledVersion(version, oldestFirst(service));
  const like = known.filter((number) => number.startsWith(`${line}.`)).slice(0, MOST_NEAR);
  const near = misspelled === undefined ? like : [misspelled];
  return near.length > 0
    ? ` Did you mean ${listed(near)}?`
    : ` Known versions: ${known.at(-1)} to ${known[0]}.`;
}

/** The version of the published chart that a version or a range means. */
export function knownVersion(text: string, service: LanguageService): string | undefined {
  return versionMeant(text, oldestFirst(service));
}

function oldestFirst(service: LanguageService): readonly string[] {
  return publishedVersions(service)
    .map(([number]) => number)
    .reverse();
}

/** The versions of the published chart, the newest first, each with the name of the chart. */
export function publishedVersions(
  service: LanguageService,
): readonly (readonly [version: string, name: string])[] {
  return service.knownCharts().flatMap(({ name }) => {
    const [, version] = name.split(" ");
    return version === undefined ? [] : [[version, name] as const];
  });
}
