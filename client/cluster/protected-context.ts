interface ProtectedContextLists {
  /** The user setting of this machine, or the default. */
  readonly machine: unknown;
  /** The settings of the workspace and of its folders. */
  readonly workspace: readonly unknown[];
}

/** Matches every context. */
const ALL = "*";

/**
 * The globs of protected contexts. A workspace, which may not be trusted, can add some, but cannot take any away. A list that cannot be read protects
 * all contexts, because those that it should protect are not known.
 */
export function protectedContexts({ machine, workspace }: ProtectedContextLists): readonly string[] {
  const lists = [machine, ...workspace.filter((list) => list !== undefined && list !== null)];
  return lists.flatMap((list) => (isGlobList(list) ? list.map((glob) => glob.trim()) : [ALL]));
}

/** True for a setting that is a list of globs. */
export function isGlobList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((glob) => typeof glob === "string");
}

/** True if one of the globs matches this context. `*` is any text and `?` any character; case is ignored. */
export function isProtected(context: string, globs: readonly string[]): boolean {
  const characters = [...context];
  return globs.some((glob) => matches(characters, [...glob]));
}

/** Only the last star is ever taken back, so the time is at most the product of both lengths. */
function matches(characters: readonly string[], glob: readonly string[]): boolean {
  let [position, sign] = [0, 0];
  let star: { readonly sign: number; position: number } | undefined;
  while (position < characters.length) {
    if (glob[sign] === "*") {
      star = { sign: ++sign, position };
    } else if (glob[sign] === "?" || isSame(characters[position], glob[sign])) {
      sign++;
      position++;
    } else if (star) {
      sign = star.sign;
      position = ++star.position;
    } else return false;
  }
  return glob.slice(sign).every((rest) => rest === "*");
}

function isSame(character: string | undefined, other: string | undefined): boolean {
  return (
    character?.toLowerCase() === other?.toLowerCase() || character?.toUpperCase() === other?.toUpperCase()
  );
}
