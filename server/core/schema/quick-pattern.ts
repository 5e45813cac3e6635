const LONGEST_PATTERN = 300;
/** Characters of a text that most patterns are made for: more than a host name has. */
export const LONGEST_NAME = 300;
/** Steps that a match may take: about a tenth of a second. */
const MOST_STEPS = 3e7;

/**
 * Whether a pattern takes a moment for texts of up to a length. No group may be repeated. Each part without end may be tried with each
 * character, and so is each beginning unless the pattern names it; each part that is optional or has alternatives doubles that.
 */
export function isQuick(pattern: string, longest: number): boolean {
  if (pattern.length > LONGEST_PATTERN || /\)[*+{?]|\\[1-9k]/.test(pattern)) return false;
  const signs = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, "x").replaceAll("(?:", "(");
  const endless = signs.match(/[*+]|\{\d*,/g)?.length ?? 0;
  const choices = signs.match(/[?|]/g)?.length ?? 0;
  const beginnings = signs.startsWith("^") && !signs.includes("|") ? 0 : 1;
  return longest ** (endless + beginnings) * 2 ** choices <= MOST_STEPS;
}

/**
 * Whether a text matches a pattern from a file that may be from anywhere; `undefined` if that could take long, or if the pattern may mean
 * something else to Kubernetes, which reads patterns with RE2.
 */
export function matchesQuickly(pattern: string, text: string): boolean | undefined {
  if (!isQuick(pattern, LONGEST_NAME) || text.length > LONGEST_NAME) return undefined;
  try {
    // Escapes that only RE2 has are errors with this flag, and no other characters.
    return new RegExp(pattern, "u").test(text);
  } catch {
    return undefined;
  }
}
