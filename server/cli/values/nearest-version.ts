import type { LanguageService } from "../../core/language-service.ts";
import { listed, MOST_NEAR } from "../../workspace/files/nearest.ts";

/** A sentence for the end of one about an unknown version of the published chart: those that begin like it, else from which to which there are. */
export function nearestVersion(version: string, service: LanguageService): string {
  const known = publishedVersions(service).map(([one]) => one);
  const [, line] = /^v?(\d+\.\d+)(?:\.|$)/.exec(version) ?? [];
  const near = known.filter((one) => one.startsWith(`${line}.`)).slice(0, MOST_NEAR);
  return near.length > 0
    ? ` Did you mean ${listed(near)}?`
    : ` Known versions: ${known.at(-1)} to ${known[0]}.`;
}

/** A version as the published chart has it: that of a tag begins with `v`. */
export function plainVersion(version: string): string {
  return version.replace(/^v(?=\d)/, "");
}

/** The versions of the published chart, the newest first, each with what people call the chart then. */
export function publishedVersions(
  service: LanguageService,
): readonly (readonly [version: string, name: string])[] {
  return service.knownCharts().flatMap(({ name }) => {
    const [, version] = name.split(" ");
    return version === undefined ? [] : [[version, name] as const];
  });
}
