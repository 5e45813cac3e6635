import { isEvery, isOf } from "./scan.ts";

/** The prefixes of tokens of well-known services. */
const TOKENS: readonly string[] =
  "AIza AKIA ASIA GOCSPX- HRKU- NRAK- PMAK- SG. atlasv1. dckr_oat_ dckr_pat_ doo_v1_ dop_v1_ dp.pt. dp.st. eyJ figd_ gho_ ghp_ ghr_ ghs_ ghu_ github_pat_ glagent- glc_ glcbt- gldt- glft- glpat- glptt- glrt- glsa_ hf_ hvb. hvr. hvs. lin_api_ npm_ ntn_ pul- pypi- rk_live_ rk_test_ rubygems_ shpat_ shpca_ shppa_ shpss_ sk- sk_live_ sk_test_ sntrys_ sq0atp- sq0csp- whsec_ xapp- xoxa- xoxb- xoxe- xoxp- xoxs- ya29.".split(
    " ",
  );

/** Shorter parts are words. */
const SHORTEST_OPAQUE = 8;

/** The shortest part of a token after its beginning, and how much of it is read. */
const SHORTEST = 10;
const TELLING = 40;

/** The longest run of letters and digits that counts as a word or a name, alone and after the beginning of a token. */
const LONGEST_WORD = 19;
const LONGEST_PART = 13;

/** Tells by its form if a part of a word is a key, a token or an encoded text. */
export function isOpaque(part: string): boolean {
  if (part.length < SHORTEST_OPAQUE) return false;
  if (TOKENS.some((begin) => hasToken(part, begin))) return true;
  const text = part.replaceAll("=", "");
  if (text.split(/[^A-Za-z0-9]/).some(isLikeBytes)) return true;
  if (isOf(/[/.~-]/, text, 0)) return false;
  if (text.length < part.length) return part.length % 4 === 0 && isEvery(/[\w+/]/, text);
  if (text.length < 20 || !/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text)) return false;
  if (text.length >= 40 && isEvery(/[A-Za-z0-9+/]/, text)) return true;
  return isEvery(/[\w+/-]/, text) && changes(text) >= text.length / 3;
}

/** True if letters and digits are too long for a word or a name. */
function isLikeBytes(run: string): boolean {
  if (isEvery(/[0-9a-f]/i, run)) return run.length >= 32;
  return run.length > LONGEST_WORD && /\d/.test(run) && /[A-Za-z]/.test(run);
}

function hasToken(part: string, begin: string): boolean {
  for (let offset = part.indexOf(begin); offset >= 0; offset = part.indexOf(begin, offset + 1)) {
    if (isOf(/[A-Za-z0-9]/, part, offset - 1)) continue;
    const rest = part.slice(offset + begin.length, offset + begin.length + TELLING);
    if (rest.length < SHORTEST) return false;
    // In the name of an object, words follow.
    if (/[A-Z]/.test(rest) || rest.split(/[^a-z0-9]/).some(({ length }) => length > LONGEST_PART))
      return true;
  }
  return false;
}

/** The number of changes between kinds of characters: high in encoded bytes, low in words. */
function changes(text: string): number {
  const kinds = Array.from(text, (character) =>
    /[a-z]/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : 2,
  );
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
}
