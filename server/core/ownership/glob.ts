import picomatch from "picomatch/posix.js";

/** Tells whether a whole path with forward slashes matches a glob. */
type Matches = (path: string) => boolean;

const NEVER: Matches = () => false;
/** Characters that picomatch interprets, but that are literal in the editor's globs, whose rules users know. */
const LITERAL = /[\\()|+"]/g;
/** Braces with a single choice, which picomatch takes literally. */
const SINGLE_CHOICE = /\{([^{},]+)\}/g;

const READ = new Map<string, Matches>();

/**
 * Reads a glob as the editor does: `**`, `*`, `?`, `{a,b}`, `[0-9]` and `[!0-9]`; every other character stands for itself,
 * and a name may begin with a dot. A glob that cannot be read matches nothing.
 */
export function readGlob(glob: string): Matches {
  const known = READ.get(glob);
  if (known) return known;
  const read = readOnDemand(glob);
  READ.set(glob, read);
  return read;
}

/** Reading a glob takes longer than matching it, and most paths lack a part that every match has. */
function readOnDemand(glob: string): Matches {
  if (!/[*?[{]/.test(glob)) return (path) => path === glob && glob !== "";
  const part = requiredPart(glob);
  let matches: Matches | undefined;
  return (path) => {
    if (!path.includes(part)) return false;
    matches ??= tryToRead(glob);
    return matches(path);
  };
}

/** The longest literal part of a name in a glob, which is never across a slash: `a/**` matches `a`, too. None if brackets are nested. */
function requiredPart(glob: string): string {
  const plain = glob.replace(/\{[^{}]*\}|\[[^\]]*\]/g, "*");
  if (/[{}[\]]/.test(plain)) return "";
  return plain.split(/[*?/]/).reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

function tryToRead(glob: string): Matches {
  const plain = glob.replace(SINGLE_CHOICE, "{$1,$1}").replace(LITERAL, "\\$&");
  try {
    return picomatch(plain, {
      dot: true,
      literalBrackets: false,
      noextglob: true,
      nonegate: true,
      posix: true,
    });
  } catch {
    return NEVER;
  }
}

/** A file's place, with forward slashes: from the root, and from its workspace folder and its project's if it is in one. */
export interface GlobPath {
  readonly path: string;
  readonly workspacePath?: string | undefined;
  readonly projectPath?: string | undefined;
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
    return [file.path, file.workspacePath, file.projectPath].some((at) => at !== undefined && matches(at));
  });
}
