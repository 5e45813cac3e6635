import { readFileSync } from "node:fs";

/** A row of the table that was gathered from the published charts. */
export interface PublishedRow {
  readonly key: string;
  readonly type: string;
  /** The default as JSON; `undefined` if the table describes it in words. */
  readonly standard: string | undefined;
  readonly since: string;
  readonly last: string;
}

/** Every version that was published, the oldest first, written independently of the data. */
export const VERSIONS: readonly string[] = [
  "0.0.1",
  ...Array.from({ length: 34 }, (_, index) => index + 1).flatMap((minor) => [
    `0.${minor}.0`,
    ...({
      10: ["0.10.1", "0.10.2"],
      11: ["0.11.1"],
      14: ["0.14.1"],
      18: ["0.18.1"],
      20: ["0.20.1"],
      29: ["0.29.1"],
    }[minor] ?? []),
  ]),
];

export const ROWS: readonly PublishedRow[] = readFileSync(new URL("keys.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [key = "", type = "", text = "", since = "", last = ""] = line.split("\t");
    return { key, type, standard: /^`(.*)`$/.exec(text)?.[1], since, last };
  });

/** True if other rows are about keys below this one. */
export function isGroup({ key }: PublishedRow): boolean {
  return ROWS.some((row) => row.key.startsWith(`${key}.`));
}

/** The rows of a version. */
export function rowsOf(version: string): readonly PublishedRow[] {
  const at = VERSIONS.indexOf(version);
  return ROWS.filter(({ since, last }) => VERSIONS.indexOf(since) <= at && at <= VERSIONS.indexOf(last));
}
