/** Tells whether a whole path with forward slashes matches a glob. */
type Matches = (path: string) => boolean;

/** Characters of a glob that is read. */
export const LONGEST_GLOB = 1000;

/**
 * The places in a path at which a part of a glob may end, given all places at which it may begin: in ascending order, each once. So the time
 * for a match is at most the product of the lengths of glob and path, whatever the glob.
 */
type Part = (path: string, begins: readonly number[]) => readonly number[];

/** The number of globs that are cached: while one is typed in the settings, each key press makes another. */
const MOST_READ = 1000;

const READ = new Map<string, Matches>();

/**
 * Reads a glob as the editor does: `**`, `*`, `?`, `{a,b}`, `[0-9]` and `[!0-9]`; every other character stands for itself,
 * and a name may begin with a dot. A glob that is longer than `LONGEST_GLOB` matches nothing.
 */
export function readGlob(glob: string): Matches {
  const known = READ.get(glob);
  if (known) return known;
  const read = readOnDemand(glob);
  if (READ.size >= MOST_READ) READ.clear();
  READ.set(glob, read);
  return read;
}

/** Most paths lack a part that every match has. */
function readOnDemand(glob: string): Matches {
  if (glob === "" || glob.length > LONGEST_GLOB) return () => false;
  if (!/[*?[{]/.test(glob)) return (path) => path === glob;
  const required = requiredPart(glob);
  let parts: readonly Part[] | undefined;
  return (path) => {
    if (!path.includes(required)) return false;
    parts ??= partsOf(glob);
    return endsOf(parts, path, [0]).at(-1) === path.length;
  };
}

/** The longest literal part of a name in a glob, which is never across a slash: `a/**` matches `a`, too. None if brackets are nested. */
function requiredPart(glob: string): string {
  const plain = glob.replace(/\{[^{}]*\}|\[[^\]]*\]/g, "*");
  if (/[{}[\]]/.test(plain)) return "";
  return plain.split(/[*?/]/).reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

function endsOf(parts: readonly Part[], path: string, begins: readonly number[]): readonly number[] {
  return parts.reduce((places, part) => (places.length === 0 ? places : part(path, places)), begins);
}

/** Two stars have their meaning at the beginning of a name, with nothing but braces after them; elsewhere they are one. */
const SIGNS =
  /(?<below>(?<=[^*])(?:\/\*\*+)+$)|(?<=^|[/{,])(?:(?<folders>\*\*+\/)|(?<all>\*\*+(?=$|[{},])))|\*+|\[[!^]?\]?[^\]/]*\]|[^*?[{},/]+|./gsu;

function partsOf(glob: string): readonly Part[] {
  let choices: Part[][] = [[]];
  /** The choices of the braces around, from the outermost. The first are those of the glob itself. */
  const around: Part[][][] = [];
  for (const { 0: sign, groups } of glob.matchAll(SIGNS)) {
    const before = choices.at(-1) ?? [];
    if (sign === "{") {
      around.push(choices);
      choices = [[]];
    } else if (sign === "," && around.length > 0) {
      choices.push([]);
    } else if (sign === "}" && around.length > 0) {
      const closed = choices;
      choices = around.pop() ?? [];
      choices.at(-1)?.push(oneOf(closed));
    } else if (groups?.below) {
      before.push(belowOrNothing);
    } else if (groups?.folders) {
      before.push(folders);
    } else if (groups?.all) {
      before.push(anything);
    } else if (sign.startsWith("*")) {
      before.push(inName);
    } else if (sign === "?") {
      before.push(oneCharacter(() => true));
    } else if (sign.startsWith("[") && sign !== "[") {
      before.push(oneCharacter(classOf(sign.slice(1, -1))));
    } else before.push(literal(sign));
  }
  while (around.length > 0) {
    // A brace that is not closed stands for itself, and so do its commas.
    const open = choices.flatMap((parts, index) => [literal(index === 0 ? "{" : ","), ...parts]);
    choices = around.pop() ?? [];
    for (const part of open) choices.at(-1)?.push(part);
  }
  return choices[0] ?? [];
}

/** The first kind of bracket that a glob opens and does not close, so that it stands for itself; `undefined` if there is none. */
export function unclosedBracket(glob: string): "[" | "{" | undefined {
  let open = 0;
  for (const [sign] of glob.matchAll(SIGNS)) {
    if (sign === "[") return "[";
    if (sign === "{") open += 1;
    if (sign === "}" && open > 0) open -= 1;
  }
  return open > 0 ? "{" : undefined;
}

function literal(text: string): Part {
  return (path, begins) =>
    begins.filter((begin) => path.startsWith(text, begin)).map((begin) => begin + text.length);
}

function oneCharacter(isPart: (character: string) => boolean): Part {
  return (path, begins) =>
    begins.flatMap((begin) => {
      const character = String.fromCodePoint(path.codePointAt(begin) ?? SLASH);
      return character !== "/" && isPart(character) ? [begin + character.length] : [];
    });
}

const SLASH = 0x2f;

/** A test for the characters of a class, given the text between its brackets. */
function classOf(text: string): (character: string) => boolean {
  const negated = /^[!^]/.test(text);
  const ranges = [...text.slice(negated ? 1 : 0).matchAll(/(.)-(.)|./gsu)];
  return (character) =>
    ranges.some(([single, from = single, to = single]) => from <= character && character <= to) !== negated;
}

function oneOf(choices: readonly (readonly Part[])[]): Part {
  return (path, begins) => {
    const ends = new Set(choices.flatMap((parts) => endsOf(parts, path, begins)));
    return [...ends].sort((end, other) => end - other);
  };
}

/** `*`: up to any place before the next slash. */
const inName: Part = (path, begins) => {
  const ends: number[] = [];
  for (const begin of begins) {
    if (begin <= (ends.at(-1) ?? -1)) continue;
    const slash = path.indexOf("/", begin);
    const last = slash === -1 ? path.length : slash;
    for (let end = begin; end <= last; end++) ends.push(end);
  }
  return ends;
};

/** Two stars and a slash: no folder, or any number of them. */
const folders: Part = (path, begins) => {
  const ends = new Set(begins);
  for (let slash = path.indexOf("/", begins[0]); slash !== -1; slash = path.indexOf("/", slash + 1))
    ends.add(slash + 1);
  return [...ends].sort((end, other) => end - other);
};

/** Two stars: any text. */
const anything: Part = (path, begins) => {
  const [first = path.length] = begins;
  return Array.from({ length: path.length - first + 1 }, (_, index) => first + index);
};

/** A slash and two stars at the end: the folder itself, or anything in it. */
const belowOrNothing: Part = (path, begins) =>
  begins.some((begin) => begin === path.length || path[begin] === "/") ? [path.length] : [];

/** A file's place, with forward slashes: from the root, and from its workspace folder and its project's if it is in one. */
export interface GlobPath {
  readonly path: string;
  readonly workspacePath?: string;
  readonly projectPath?: string;
}

/**
 * The first of `globs` that matches a file. A glob without a slash is about the file's name in any folder;
 * one that does not start with a slash or with two stars is about the path inside the workspace folder or the project.
 */
export function matchingGlob(globs: readonly string[], file: GlobPath): string | undefined {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return globs.find((glob) => {
    const matches = readGlob(glob.replace(/^\.\//, ""));
    if (!glob.includes("/")) return matches(name);
    return [file.path, file.workspacePath, file.projectPath].some(
      (path) => path !== undefined && matches(path),
    );
  });
}
