/** Whether Helm leaves a file or folder of a chart out; `path` is that from the chart's folder, with forward slashes. */
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

/** What stands for one character, or `*` for any number of them. */
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
  let at = 0;
  /** The character at the place that is read, which may be escaped. */
  const next = (): string | undefined => (characters[at] === "\\" ? characters[++at] : characters[at]);
  for (; at < characters.length; at++) {
    const character = characters[at];
    const segment = segments.at(-1) ?? [];
    if (character === "/") segments.push([]);
    else if (character === "*") segment.push("*");
    else if (character === "?") segment.push(() => true);
    else if (character === "[") {
      const ranges: [string, string][] = [];
      const negated = characters[at + 1] === "^";
      if (negated) at++;
      for (at++; characters[at] !== "]" || ranges.length === 0; at++) {
        if (characters[at] === "-" || characters[at] === "]") return undefined;
        const from = next();
        if (from === undefined) return undefined;
        let to: string | undefined = from;
        if (characters[at + 1] === "-") {
          at += 2;
          if (characters[at] === "-" || characters[at] === "]") return undefined;
          to = next();
        }
        if (to === undefined) return undefined;
        ranges.push([from, to]);
      }
      segment.push((one) => ranges.some(([from, to]) => from <= one && one <= to) !== negated);
    } else {
      const literal = next();
      if (literal === undefined) return undefined;
      segment.push((one) => one === literal);
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
  let [sign, at] = [0, 0];
  let star: { readonly sign: number; at: number } | undefined;
  while (at < characters.length) {
    const one = signs[sign];
    if (one === "*") {
      star = { sign, at };
      sign++;
    } else if (one?.(characters[at] ?? "")) {
      sign++;
      at++;
    } else if (star) {
      sign = star.sign + 1;
      at = ++star.at;
    } else return false;
  }
  return signs.slice(sign).every((one) => one === "*");
}
