const LONGEST_PATTERN = 300;
/** Characters of a text that is matched: more than a host name has. */
const LONGEST_TEXT = 300;

/**
 * Whether the time that a pattern takes cannot grow out of bounds: no group is repeated, only two parts are without end, and only a few
 * are optional or have alternatives, as each of these doubles what may have to be tried.
 */
export function isQuick(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || /\)[*+{?]|\\[1-9k]/.test(pattern)) return false;
  const signs = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, "x").replaceAll("(?:", "(");
  const endless = signs.match(/[*+]|\{\d*,/g) ?? [];
  const choices = signs.match(/[?|]/g) ?? [];
  return endless.length <= 2 && choices.length <= 6;
}

/**
 * Whether a text matches a pattern from a file that may be from anywhere; `undefined` if that could take long, or if the pattern may mean
 * something else to Kubernetes, which reads patterns with RE2.
 */
export function matchesQuickly(pattern: string, text: string): boolean | undefined {
  if (!isQuick(pattern) || text.length > LONGEST_TEXT) return undefined;
  try {
    // Escapes that only RE2 has are errors with this flag, and no other characters.
    return new RegExp(pattern, "u").test(text);
  } catch {
    return undefined;
  }
}
