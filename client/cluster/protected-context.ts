interface ProtectedContextLists {
  /** What the person has set for this machine, or the default. */
  readonly machine: unknown;
  /** What the workspace and its folders say. */
  readonly workspace: readonly unknown[];
}

/** The globs of protected contexts. A workspace, which may not be trusted, can add some, but cannot take any away. */
export function protectedContexts({ machine, workspace }: ProtectedContextLists): readonly string[] {
  return [machine, ...workspace]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .filter((glob) => typeof glob === "string");
}

/** Whether one of the globs matches this context. `*` is any text and `?` any character; case is ignored. */
export function isProtected(context: string, globs: readonly string[]): boolean {
  const characters = [...context];
  return globs.some((glob) => matches(characters, [...glob]));
}

/** Only the last star is ever taken back, so the time is at most the product of both lengths. */
function matches(characters: readonly string[], glob: readonly string[]): boolean {
  let [at, sign] = [0, 0];
  let star: { readonly sign: number; at: number } | undefined;
  while (at < characters.length) {
    if (glob[sign] === "*") {
      star = { sign: ++sign, at };
    } else if (glob[sign] === "?" || isSame(characters[at], glob[sign])) {
      sign++;
      at++;
    } else if (star) {
      sign = star.sign;
      at = ++star.at;
    } else return false;
  }
  return glob.slice(sign).every((one) => one === "*");
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase() || one?.toUpperCase() === other?.toUpperCase();
}
