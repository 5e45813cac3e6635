/** The section about a version in a changelog of the form https://keepachangelog.com/en/1.1.0/. */
export interface ChangelogSection {
  /** The day of the release, as `2026-11-22`. */
  readonly date: string;
  /** The list of changes, without the heading. */
  readonly text: string;
}

/** The section about a released version; nothing if there is none, or none with a date. */
export function changelogSection(changelog: string, version: string): ChangelogSection | undefined {
  for (const section of changelog.replaceAll("\r\n", "\n").split(/^## /m)) {
    const [, named, date, text = ""] =
      /^\[?([^\]\s]+)\]? - (\d{4}-\d{2}-\d{2})\n([\s\S]*)$/.exec(section) ?? [];
    if (named === version && date !== undefined) return { date, text: text.trim() };
  }
  return undefined;
}
