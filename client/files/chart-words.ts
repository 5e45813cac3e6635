import { modeline } from "../texts/modeline.ts";

/** The server reads no more of a line that may be such a comment (`findModeline`). */
const LONGEST_LINE = 200;

/** The chart that the comment at the top of a file can name. */
export interface NamedInFile {
  /** A reference as Helm takes it; a folder or an archive by its path from the file. */
  readonly chart: string;
  readonly version?: string;
}

/**
 * The words that name a chart in the comment at the top of a values file; `undefined` if the comment cannot contain them, because
 * a space or a comma would end them, or because they are too long.
 */
export function chartWords({ chart, version }: NamedInFile): string | undefined {
  const texts = [chart, ...(version === undefined ? [] : [version])];
  if (!texts.every((text) => /^[^\s,"'`\p{C}]+$/u.test(text))) return undefined;
  const words = `chart=${chart}${version === undefined ? "" : ` version=${version}`}`;
  return modeline("values", words).length <= LONGEST_LINE ? words : undefined;
}

/**
 * The path from a file to a folder or another file, with `./` or `../` at the beginning, so that it is taken for a path. Both are
 * paths of addresses. On another drive, it is the whole path.
 */
export function pathFrom(file: string, to: string): string {
  const [from, target] = [partsOf(file).slice(0, -1), partsOf(to)];
  // Below the root there is a drive on Windows, which no relative path leaves.
  if (/^[a-z]:$/.test(from[1] ?? "") && from[1] !== target[1]) {
    return target.slice(1).join("/");
  }
  const firstOther = from.findIndex((part, index) => part !== target[index]);
  const shared = firstOther < 0 ? from.length : firstOther;
  const up = from.slice(shared).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...target.slice(shared)].join("/");
}

/** Drives have no case. */
function partsOf(path: string): string[] {
  return path.replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase()).split("/");
}
