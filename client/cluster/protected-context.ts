/** Where a list of protected contexts can be written down. */
export interface ProtectedContextLists {
  /** What the person has set for this machine, else the default. */
  readonly machine: unknown;
  /** What the workspace and its folders say. */
  readonly workspace: readonly unknown[];
}

/** The globs of protected contexts: a workspace, which may be anybody's, can add some and cannot take any away. */
export function protectedContexts({ machine, workspace }: ProtectedContextLists): readonly string[] {
  return [machine, ...workspace]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .filter((glob) => typeof glob === "string");
}

/** Whether one of the globs is about this context. `*` is any text and `?` any character; capitals make no difference. */
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
