import { memo } from "../../yaml/memo.ts";

/** Whether a text matches a pattern; `undefined` if the pattern or the text is not one that can be judged. */
export type Patterns = (pattern: string, text: string) => boolean | undefined;

const LONGEST_PATTERN = 1000;
const LONGEST_TEXT = 10_000;

/**
 * Reads patterns as Kubernetes does, with RE2: the time that a match takes grows with the text and never doubles with it, whoever
 * wrote the pattern. The library is loaded only where there are patterns.
 */
export async function readPatterns(patterns: readonly string[]): Promise<Patterns> {
  if (patterns.length === 0) return () => undefined;
  const { RE2JS } = await import("re2js");
  const compile = (pattern: string) => {
    try {
      return pattern.length > LONGEST_PATTERN ? undefined : RE2JS.compile(pattern);
    } catch {
      return undefined;
    }
  };
  const compiled = memo(compile, new Map<string, ReturnType<typeof compile>>());
  return (pattern, text) => (text.length > LONGEST_TEXT ? undefined : compiled(pattern)?.test(text));
}
