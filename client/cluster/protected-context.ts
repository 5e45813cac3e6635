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
  return globs.some((glob) => expressionOf(glob).test(context));
}

function expressionOf(glob: string): RegExp {
  const source = [...glob].map((character) => {
    if (character === "*") return ".*";
    return character === "?" ? "." : character.replace(/[\\^$.|+()[\]{}]/, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, "isu");
}
