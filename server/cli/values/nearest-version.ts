import type { LanguageService } from "../../core/language-service.ts";
import { listed, MOST_NEAR } from "../../workspace/files/similar-words.ts";

/** The end of a message about an unknown version of the published chart: versions that begin like it, else the range of known ones. */
export function nearestVersion(version: string, service: LanguageService): string {
  const known = publishedVersions(service).map(([number]) => number);
  const [, line] = /^v?(\d+\.\d+)(?:\.|$)/.exec(version) ?? [];
  const near = known.filter((number) => number.startsWith(`${line}.`)).slice(0, MOST_NEAR);
  return near.length > 0
    ? ` Did you mean ${listed(near)}?`
    : ` Known versions: ${known.at(-1)} to ${known[0]}.`;
}

/** A version as the published chart has it: that of a tag begins with `v`. */
export function plainVersion(version: string): string {
  return version.replace(/^v(?=\d)/, "");
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
