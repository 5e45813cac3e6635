/** Tells if Helm leaves out a file or folder of a chart; `path` is relative to the chart's folder, with forward slashes. */
export type IsIgnored = (path: string, isFolder: boolean) => boolean;

interface Rule {
  readonly pattern: readonly Segment[];
  /** The pattern is about the name in any folder. */
  readonly nameOnly: boolean;
  readonly foldersOnly: boolean;
  readonly negated: boolean;
}

/**
 * Reads a `.helmignore` as Helm does: https://github.com/helm/helm/blob/v4.2.4/pkg/ignore/rules.go. The rules are similar to those of Git, but a
 * line that begins with `!` leaves out everything that it does not match. `undefined` if Helm does not understand it and
 * so does not load the chart.
 */
export function readHelmIgnore(text: string): IsIgnored | undefined {
  const rules: Rule[] = [];
  for (const line of [...text.split("\n"), "templates/.?*"]) {
    const written = line.trim();
    if (written === "" || written.startsWith("#")) continue;
    const rule = written.includes("**") ? undefined : readRule(written);
    if (!rule) return undefined;
    rules.push(rule);
  }
  return (path, isFolder) => isLeftOut(rules, path, isFolder);
}

function readRule(written: string): Rule | undefined {
  const negated = written.startsWith("!");
  const withoutSign = negated ? written.slice(1) : written;
  const foldersOnly = withoutSign.endsWith("/");
  const place = foldersOnly ? withoutSign.slice(0, -1) : withoutSign;
  const pattern = readPattern(place.startsWith("/") ? place.slice(1) : place);
  return pattern && { pattern, nameOnly: !place.includes("/"), foldersOnly, negated };
}

/** The first rule decides. */
function isLeftOut(rules: readonly Rule[], path: string, isFolder: boolean): boolean {
  const segments = path.split("/");
  for (const { pattern, nameOnly, foldersOnly, negated } of rules) {
    const matches =
      (isFolder || !foldersOnly) && matchesAll(pattern, nameOnly ? segments.slice(-1) : segments);
    if (matches !== negated) return true;
  }
  return false;
}

/** A test for one character, or `*` for any number of characters. */
type Sign = "*" | ((character: string) => boolean);
/** The part of a pattern between slashes, which no sign matches. */
type Segment = readonly Sign[];

/**
 * Reads a pattern of Go's `filepath.Match`: `*`, `?`, `[a-z]`, `[^a-z]` and `\` before a character. `undefined` if it is malformed. Unlike
 * there, no class matches a slash.
 */
function readPattern(pattern: string): readonly Segment[] | undefined {
  const segments: Sign[][] = [[]];
  const characters = [...pattern];
  let index = 0;
  /** The character at the place that is read, which may be escaped. */
  const next = (): string | undefined =>
    characters[index] === "\\" ? characters[++index] : characters[index];
  for (; index < characters.length; index++) {
    const character = characters[index];
    const segment = segments.at(-1) ?? [];
    if (character === "/") segments.push([]);
    else if (character === "*") segment.push("*");
    else if (character === "?") segment.push(() => true);
    else if (character === "[") {
      const ranges: [string, string][] = [];
      const negated = characters[index + 1] === "^";
      if (negated) index++;
      for (index++; characters[index] !== "]" || ranges.length === 0; index++) {
        if (characters[index] === "-" || characters[index] === "]") return undefined;
        const from = next();
        if (from === undefined) return undefined;
        let to: string | undefined = from;
        if (characters[index + 1] === "-") {
          index += 2;
          if (characters[index] === "-" || characters[index] === "]") return undefined;
          to = next();
        }
        if (to === undefined) return undefined;
        ranges.push([from, to]);
      }
      segment.push((letter) => ranges.some(([from, to]) => from <= letter && letter <= to) !== negated);
    } else {
      const literal = next();
      if (literal === undefined) return undefined;
      segment.push((letter) => letter === literal);
    }
  }
  return segments;
}

function matchesAll(pattern: readonly Segment[], names: readonly string[]): boolean {
  return (
    pattern.length === names.length &&
    pattern.every((segment, index) => matchesName(segment, names[index] ?? ""))
  );
}

/** Only the last star is ever taken back, so the time is at most the product of both lengths. */
function matchesName(signs: Segment, name: string): boolean {
  const characters = [...name];
  let [sign, index] = [0, 0];
  let star: { readonly sign: number; index: number } | undefined;
  while (index < characters.length) {
    const current = signs[sign];
    if (current === "*") {
      star = { sign, index };
      sign++;
    } else if (current?.(characters[index] ?? "")) {
      sign++;
      index++;
    } else if (star) {
      sign = star.sign + 1;
      index = ++star.index;
    } else return false;
  }
  return signs.slice(sign).every((rest) => rest === "*");
}
