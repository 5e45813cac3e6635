const SPECIAL = /[\\^$.|+()[\]{}*?]/g;

/**
 * Turns a glob into a regular expression for a whole path with forward slashes. Understands `**`, `*`, `?`
 * and `{a,b}`; every other character stands for itself.
 */
export function globToRegExp(glob: string): RegExp {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at);
    if (char === "*" && glob.charAt(at + 1) === "*") {
      const wholeSegment = (at === 0 || glob.charAt(at - 1) === "/") && glob.charAt(at + 2) === "/";
      source += wholeSegment ? "(?:[^/]*/)*" : ".*";
      at += wholeSegment ? 2 : 1;
    } else if (char === "*") {
      source += "[^/]*";
    } else if (char === "?") {
      source += "[^/]";
    } else if (char === "{" && glob.indexOf("}", at) > 0) {
      source += "(?:";
      depth++;
    } else if (char === "}" && depth > 0) {
      source += ")";
      depth--;
    } else if (char === "," && depth > 0) {
      source += "|";
    } else {
      source += char.replace(SPECIAL, "\\$&");
    }
  }
  return new RegExp(`^${source}${")".repeat(depth)}$`);
}

/** A file's place, with forward slashes: from the root, and from its workspace folder where it is in one. */
export interface GlobPath {
  readonly path: string;
  readonly workspacePath?: string | undefined;
}

/**
 * The first of `globs` that matches a file. A glob without a slash is about the file's name in any folder;
 * one that does not start with a slash or with two stars is about the path inside the workspace folder.
 */
export function matchingGlob(globs: readonly string[], file: GlobPath): string | undefined {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return globs.find((glob) => {
    const pattern = globToRegExp(glob.replace(/^\.\//, ""));
    if (!glob.includes("/")) {
      return pattern.test(name);
    }
    return pattern.test(file.path) || (file.workspacePath !== undefined && pattern.test(file.workspacePath));
  });
}
