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
