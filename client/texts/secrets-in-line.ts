import { isOpaque } from "./opaque.ts";
import { endOf, isOf, startOf } from "./scan.ts";

/** Replaces secrets; does not reveal their length. */
export const HIDDEN = "<hidden>";

/** A line as it may be shown, and, if it begins a value that goes on below it, how far the key of this value is indented. */
export interface ShownLine {
  readonly shown: string;
  readonly opens?: number;
}

/**
 * A line without what may be a secret. After the name of a secret, everything up to the end of the line is hidden: where a value ends
 * depends on who wrote the line. No expression in here has an endless part, and no part of a line is read more than a few times: the time
 * grows with the length, which tests check.
 */
export function shownLine(written: string): ShownLine {
  const line = withoutWrongType(written.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ""));
  const found = firstSecret(line);
  if (found === undefined) return { shown: shownWords(line) };
  const { start: offset, opens } = found;
  const before = shownWords(line.slice(0, offset));
  const value = line.slice(offset);
  const isOver = before.endsWith(HIDDEN) || value.trim() === "";
  const shown = isOver ? before : before + HIDDEN + (opens === undefined ? closing(value) : "");
  return { shown, opens };
}

/** A line without a value of the wrong type, which Helm 4 quotes even if it belongs to a Secret. */
function withoutWrongType(line: string): string {
  const marker = "value.valueUnstructured{";
  const offset = line.indexOf(marker);
  if (offset < 0) return line;
  const end = line.lastIndexOf("}");
  return line.slice(0, offset + marker.length) + HIDDEN + (end > offset ? line.slice(end) : "");
}

/** The signs that close the quotation, the object and the sentence that a value is in. */
function closing(value: string): string {
  const signs = value.slice(-3);
  return signs.slice(startOf(CLOSING, signs, signs.length));
}

/** Tells if a name, such as the key of a value, a flag or a part of an address, is that of a secret. */
export function looksSecret(text: string): boolean {
  return SECRET.test(text) || ALWAYS_SECRET.test(text) || LAST_PART.test(text);
}

const SECRET =
  /pass|secret|token|credential|(?:api|access|account|client|encryption|private|shared|signing|ssh)[-_.]?key|key[-_.]?data|signature|dockerconfigjson|licen[cs]e/i;

/** Names that a secret follows even in the middle of a sentence. */
const ALWAYS_SECRET =
  /pass(?:word|wd|phrase|code|wort)|kennwort|pwd|psw|authorization|cookie|connection[-_]?string/i;

/** These are no words for a secret in the middle of a name. */
const LAST_PART = /(?:\.key|(?:^|[._-])(?:auth|dsn|pw|sig))$/i;

/** These are followed by a secret even without a colon: `the password is abc`. */
const PASSWORD = /^(?:passwords?|passwd|passphrase|passwort|kennwort|pwd|psw|pw)$/i;

/** Keys of a Secret that have all of its content. */
const SECRET_DATA = /^(?:binary|string)?data$/i;

/** A sentence about a password that has nothing but these words is shown. */
const HARMLESS: ReadonlySet<string> = new Set(
  "a an and are authentication be but cannot empty expired failed file for from has in incorrect invalid is mismatch missing must no not of on or provided required set the to too short user was with wrong".split(
    " ",
  ),
);

/** The start of the first secret of a line; the rest of the line is not shown. */
function firstSecret(line: string): { readonly start: number; readonly opens?: number } | undefined {
  for (const marker of VALUES_AFTER) {
    const offset = line.indexOf(marker);
    if (offset >= 0)
      return { start: Math.min(offset + marker.length, firstName(line)?.start ?? line.length) };
  }
  return firstName(line);
}

/** Kubernetes and Go print whole objects after these. */
const VALUES_AFTER = ['Invalid value: "map[', 'Invalid value: "{', "[]byte{"];

function firstName(line: string): { readonly start: number; readonly opens?: number } | undefined {
  const harmlessFrom = startOfHarmless(line);
  for (let start = 0; start < line.length; start++) {
    if (!isOf(NAME, line, start)) continue;
    const end = endOf(NAME, line, start);
    const offset = valueAfter(line, start, end, harmlessFrom);
    if (offset !== undefined) {
      const isKey = isFirst(line, start) && line.charAt(offset - 1) !== "=";
      if (isKey) return { start: offset, opens: start - (isOf(QUOTE, line, start - 1) ? 1 : 0) };
      // In a sentence, only a value that is on the lines below can go on there.
      const isBelow = endOf(BLOCK, line, offset) === line.length;
      return { start: offset, ...(isBelow && { opens: endOf(SPACE, line, 0) }) };
    }
    start = end;
  }
  return undefined;
}

/**
 * The start of the value that follows the name of a secret; undefined for any other name, or without a value. From `harmlessFrom`
 * on, a line has only harmless words.
 */
function valueAfter(line: string, start: number, end: number, harmlessFrom: number): number | undefined {
  const whole = line.slice(start, end);
  // Of a path, only the last part is a name, but for the places that a schema quotes (`at '/password/0'`).
  const name = isOf(QUOTE, line, start - 1) ? whole : whole.slice(whole.lastIndexOf("/") + 1);
  if (name.startsWith("-p") && endOf(SPACE, line, start - 1) >= start) return start + 2;
  const isData = SECRET_DATA.test(name);
  if (!(isData || looksSecret(name)) || name.endsWith(".go")) return undefined;
  const isQuoted = isOf(QUOTE, line, end);
  const sign = endOf(BETWEEN, line, end);
  const afterSign = endOfSign(line, sign);
  if (afterSign === sign) {
    const isAnnounced = !isData && (whole.startsWith("--") || PASSWORD.test(name));
    return isAnnounced && sign > end && sign < harmlessFrom ? sign : undefined;
  }
  const offset = endOf(SPACE, line, afterSign);
  const isCertain = isFirst(line, start) || isQuoted || offset === afterSign || line.charAt(sign) !== ":";
  if (isCertain) return offset;
  if (isData) return undefined;
  if (ALWAYS_SECRET.test(name) || PASSWORD.test(name)) return offset < harmlessFrom ? offset : undefined;
  // `getting credentials: exec: executable aws not found` is a sentence, and so is `open /home/me/secrets: 5`; `got token: abc` is not.
  if (whole.includes("/")) return undefined;
  const endOfWord = endOf(WORD, line, offset);
  return endOf(SPACE, line, endOfWord) === line.length || /\d/.test(line.slice(offset, endOfWord))
    ? offset
    : undefined;
}

/** The start of the words at the end of a line that a sentence about a password may have. */
function startOfHarmless(line: string): number {
  let from = line.length;
  for (let offset = from; offset > 0; ) {
    const end = startOf(BETWEEN_WORDS, line, offset);
    const start = startOf(IN_WORDS, line, end);
    if (start < end && !HARMLESS.has(line.slice(start, end).toLowerCase())) return from;
    offset = start;
    from = startOf(BETWEEN_WORDS, line, start);
  }
  return from;
}

/** The end of `=`, `:`, `=>`, `:=` or their encoded forms. */
function endOfSign(line: string, offset: number): number {
  if (/^%(?:25)?3[ad]$/i.test(line.slice(offset, offset + 3))) return offset + 3;
  return endOf(SIGN, line, offset);
}

function isHarmless(sentence: string): boolean {
  return sentence
    .toLowerCase()
    .split(/[\s.,:;!()]/)
    .every((word) => word === "" || HARMLESS.has(word));
}

/** True if only quotes, brackets and the dash of a list are before a place in a line. */
function isFirst(line: string, offset: number): boolean {
  return endOf(LEADING, line, 0) >= offset;
}

const NAME = /[\p{L}\p{N}_./~-]/u;
const QUOTE = /["'`\\]/;
const BETWEEN = /["'`\\\s]/;
const SIGN = /[:=>]/;
const SPACE = /\s/;
const WORD = /\S/;
const BETWEEN_WORDS = /[\s.,:;!()]/;
const IN_WORDS = /[^\s.,:;!()]/;
/** The header of a value on the lines below: `|`, `>-`, or nothing. */
const BLOCK = /[|>+\d\s-]/;
const CLOSING = /["')\]}:.]/;
const LEADING = /[\s"'`{-]/;

/** The words of a line, without those that are secrets by themselves. */
function shownWords(line: string): string {
  let shown = "";
  let before = "";
  for (let offset = 0; offset < line.length; ) {
    const start = endOf(SPACE, line, offset);
    const end = endOf(WORD, line, start);
    const word = line.slice(start, end);
    const isLogin = /^["'(]?(?:bearer|basic)$/i.test(before) && word.length >= 6 && !isHarmless(word);
    shown += line.slice(offset, start) + (isLogin ? HIDDEN : shownWord(word));
    before = word;
    offset = end;
  }
  return shown;
}

function shownWord(word: string): string {
  const scheme = word.indexOf("://");
  if (scheme >= 0) return shownParts(word.slice(0, scheme + 3)) + shownAddress(word.slice(scheme + 3));
  const user = endOfUser(word);
  const hasPassword = user > 0 && word.slice(0, user).includes(":");
  return hasPassword ? `${HIDDEN}${shownParts(word.slice(user))}` : shownParts(word);
}

/** An address after its scheme, without user, query and fragment. A password may have any character, so the last `@` ends it. */
function shownAddress(address: string): string {
  const user = endOfUser(address);
  const rest = user < 0 ? address : address.slice(user);
  const query = rest.search(/[?#]/);
  const kept = query < 0 ? shownParts(rest) : `${shownParts(rest.slice(0, query))}${rest.charAt(query)}`;
  const hidden = query < 0 ? "" : HIDDEN + closing(rest.slice(query));
  return (user < 0 ? "" : HIDDEN) + kept + hidden;
}

/** The offset of the `@` after user and password, which is not that of a digest; -1 if there is none. */
function endOfUser(word: string): number {
  const last = word.lastIndexOf("@");
  return /^@sha(?:256|512):/.test(word.slice(last, last + 8)) ? word.lastIndexOf("@", last - 1) : last;
}

/** A word without the parts that are keys, tokens or encoded texts. */
function shownParts(word: string): string {
  let shown = "";
  for (let offset = 0; offset < word.length; ) {
    const end = endOf(OPAQUE, word, offset);
    if (end === offset) {
      shown += word.charAt(offset);
      offset++;
      continue;
    }
    const padded = Math.min(endOf(/=/, word, end), end + 2);
    const isEnd = padded === word.length || isOf(/[\s,;)}\]"'\\]/, word, padded);
    const isDigest = /sha(?:1|256|512)[:-]$/.test(word.slice(Math.max(0, offset - 7), offset));
    const part = word.slice(offset, isEnd ? padded : end);
    shown += !isDigest && isOpaque(part) ? HIDDEN : part;
    offset += part.length;
  }
  return shown;
}

const OPAQUE = /[\w+/.~-]/;
