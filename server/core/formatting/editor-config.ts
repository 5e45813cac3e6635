import { readGlob } from "../ownership/glob.ts";

/** A file of EditorConfig (https://spec.editorconfig.org), and the path from its folder to a file. */
export interface EditorConfigFile {
  readonly text: string;
  readonly path: string;
}

/** The largest number of columns that counts. */
const MOST_COLUMNS = 16;

/** The indentation of a level of a YAML file in columns, by the files of EditorConfig that concern it, the nearest first. */
export function configuredIndent(files: readonly EditorConfigFile[]): number | undefined {
  const set = new Map<string, string>();
  for (const { text, path } of [...files].reverse()) readInto(set, text, path);
  const style = set.get("indent_style");
  const size = set.get("indent_size") ?? (style === "tab" ? "tab" : undefined);
  // A tab cannot indent YAML; a level has as many spaces.
  const columns = size === "tab" ? set.get("tab_width") : size;
  const count = /^\d{1,2}$/.test(columns ?? "") ? Number(columns) : 0;
  return count >= 1 && count <= MOST_COLUMNS ? count : undefined;
}

/** True if files in the folders above do not count. */
export function isRoot(text: string): boolean {
  return pairsOf(text).some(
    ({ glob, key, value }) => glob === undefined && key === "root" && value === "true",
  );
}

function readInto(set: Map<string, string>, text: string, path: string): void {
  for (const { glob, key, value } of pairsOf(text)) {
    if (glob === undefined || !isFor(glob, path)) continue;
    if (value === "unset") set.delete(key);
    else set.set(key, value);
  }
}

/** A setting, and the glob of its section; none before the first section. */
interface Pair {
  readonly glob: string | undefined;
  readonly key: string;
  readonly value: string;
}

function pairsOf(text: string): Pair[] {
  let glob: string | undefined;
  return text.split(/\r\n?|\n/).flatMap((written): Pair[] => {
    const line = written.trim();
    if (line.startsWith("[") && line.endsWith("]")) glob = line.slice(1, -1);
    const equals = line.indexOf("=");
    if (/^[#;[]/.test(line) || equals < 1) return [];
    const [key, value] = [line.slice(0, equals), line.slice(equals + 1)];
    return [{ glob, key: key.trim().toLowerCase(), value: value.trim().toLowerCase() }];
  });
}

function isFor(glob: string, path: string): boolean {
  const inside = glob.startsWith("/") ? glob.slice(1) : glob.includes("/") ? glob : `**/${glob}`;
  return readGlob(editorGlob(inside))(path);
}

/** The most numbers that a range stands for. */
const MOST_NUMBERS = 100;

/** A glob of EditorConfig as the editor has them: two stars are any text, `{1..3}` are numbers, and braces without a comma stand for themselves. */
function editorGlob(glob: string): string {
  return glob
    .replace(/\\(.)/g, (_, sign: string) => (/[*?[{},]/.test(sign) ? `[${sign}]` : sign))
    .replace(/\{([^{},]*)\}/g, (_, inside: string) => numbers(inside) ?? `[{]${inside}[}]`)
    .replace(/(?<=[^/*])\*\*+|(?<!\*)\*\*+(?![*/])/g, "{*,*/**/*}");
}

function numbers(range: string): string | undefined {
  const [, from, to] = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(range) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [least, most] = [Number(from), Number(to)].sort((number, other) => number - other);
  const count = Math.min(Number(most) - Number(least) + 1, MOST_NUMBERS);
  return `{${Array.from({ length: count }, (_, index) => Number(least) + index).join()}}`;
}
