import { reference } from "../yaml/opaque-text.ts";
import type { TextSpan } from "./release-in-text.ts";

/** A piece of HCL: a name, number or other word; a sign; the end of a line; a text in quotes or between markers; or brackets with what is in them. */
export interface HclToken extends TextSpan {
  readonly kind: "word" | "sign" | "line" | "text" | "group";
  /**
   * A word, a sign or an opening bracket as it is written; the value of a text without
   * expressions. Between markers, an expression is replaced by a reference of its length.
   */
  readonly text?: string;
  /** The text between the quotes, or the lines between the markers. */
  readonly content?: TextSpan;
  /** The key that is being typed in quotes that are not closed yet. */
  readonly begun?: string;
  readonly isHeredoc?: true;
  readonly inner?: readonly HclToken[];
}

const WORD = /[\p{ID_Start}_\d][\p{ID_Continue}-]*/uy;
const MARKER = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?\n/uy;
const KEY = /[\w.[\]-]*/y;
const OPERATOR = /[=!<>]=|=>|&&|\|\|/y;
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };

/** The most missing closing brackets before one that closes an outer bracket. */
const MOST_LACKING = 4;

const RESOURCE = '\nresource "';

interface Open {
  readonly start: number;
  readonly text: string;
  readonly inner: HclToken[];
}

/**
 * The tokens of a text in HCL's syntax (https://github.com/hashicorp/hcl/blob/v2.24.0/hclsyntax/spec.md), read from the left to the right. Every text is read to its
 * end, which also ends all brackets that are still open.
 */
export function readHcl(text: string): readonly HclToken[] {
  const top: Open = { start: 0, text: "", inner: [] };
  const open = [top];
  const close = (end: number) => {
    const { inner, start, text: bracket } = open.pop() ?? top;
    open.at(-1)?.inner.push({ kind: "group", text: bracket, start, end, inner });
  };
  for (let offset = 0; offset < text.length; ) {
    const token = tokenAt(text, offset);
    offset = token?.end ?? after(text, offset);
    if (token === undefined) continue;
    const { kind, text: sign = "", start } = token;
    // A resource at the start of a line is never within brackets, unless one is missing.
    if (open.length > 1 && text.startsWith(RESOURCE, start - 1)) while (open.length > 1) close(start);
    if (kind === "sign" && sign in CLOSING) open.push({ start, text: sign, inner: [] });
    else if (kind === "sign" && "}])".includes(sign)) {
      const last = open.slice(-MOST_LACKING).findLastIndex((group) => CLOSING[group.text] === sign);
      const depth = last < 0 ? open.length : Math.max(0, open.length - MOST_LACKING) + last;
      while (open.length > depth) close(offset);
    } else open.at(-1)?.inner.push(token);
  }
  while (open.length > 1) close(text.length);
  return top.inner;
}

/** The end of a space or a comment, which are no tokens. */
function after(text: string, offset: number): number {
  if (text.startsWith("/*", offset)) return endAfter(text, "*/", offset + 2);
  if (text[offset] !== "#" && !text.startsWith("//", offset)) return offset + 1;
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

function endAfter(text: string, what: string, from: number): number {
  const start = text.indexOf(what, from);
  return start < 0 ? text.length : start + what.length;
}

function tokenAt(text: string, start: number): HclToken | undefined {
  const char = text[start] ?? "";
  if (char === "\n") return { kind: "line", start, end: start + 1 };
  if (char === " " || char === "\t" || char === "\r" || char === "#") return undefined;
  if (text.startsWith("//", start) || text.startsWith("/*", start)) return undefined;
  if (char === '"') return quotedToken(text, start);
  if (char === "<") {
    const marker = matchAt(MARKER, text, start);
    if (marker) return heredoc(text, start, start + marker[0].length, marker[1] ?? "");
  }
  const word = matchAt(WORD, text, start)?.[0];
  if (word !== undefined) return { kind: "word", text: word, start, end: start + word.length };
  const sign = matchAt(OPERATOR, text, start)?.[0] ?? char;
  return { kind: "sign", text: sign, start, end: start + sign.length };
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** A text in quotes, which ends with its line at the latest. */
function quotedToken(text: string, start: number): HclToken {
  let meaning: string | undefined = "";
  let offset = start + 1;
  while (offset < text.length && text[offset] !== '"' && text[offset] !== "\n") {
    const [piece, next] = pieceAt(text, offset);
    meaning = piece === undefined || meaning === undefined ? undefined : meaning + piece;
    offset = next;
  }
  const isClosed = text[offset] === '"';
  const begun = isClosed ? undefined : (matchAt(KEY, text, start + 1)?.[0] ?? "");
  const content = { start: start + 1, end: begun === undefined ? offset : start + 1 + begun.length };
  const end = isClosed ? offset + 1 : offset;
  return {
    kind: "text",
    start,
    end,
    content,
    begun,
    ...(isClosed && meaning !== undefined && { text: meaning }),
  };
}

/** The value of one piece of a quoted text, `undefined` for an expression, and the start of the next piece. */
function pieceAt(text: string, offset: number): readonly [string | undefined, number] {
  const two = text.slice(offset, offset + 2);
  if (two === "${" || two === "%{") return [undefined, endOfTemplate(text, offset + 2, text.length)];
  if (text[offset] !== "\\") {
    const isEscaped = (two === "$$" || two === "%%") && text[offset + 2] === "{";
    return isEscaped ? [`${two.slice(1)}{`, offset + 3] : [text[offset], offset + 1];
  }
  const letter = two.slice(1);
  const digits = letter === "u" ? 4 : letter === "U" ? 8 : 0;
  const code = text.slice(offset + 2, offset + 2 + digits);
  const isCode = digits > 0 && /^[\da-f]{4,8}$/i.test(code) && Number.parseInt(code, 16) <= 0x10ffff;
  if (isCode) return [String.fromCodePoint(Number.parseInt(code, 16)), offset + 2 + digits];
  return [ESCAPES[letter], Math.min(offset + 2, text.length)];
}

/** The end of an expression in a text, with the texts and braces in it; `most` if it does not end before. */
function endOfTemplate(text: string, from: number, most: number): number {
  const within = ["}"];
  for (let offset = from; offset < most; offset++) {
    const char = text[offset];
    if (within.at(-1) === '"') {
      if (char === "\\") offset++;
      else if (char === '"') within.pop();
      else if ((char === "$" || char === "%") && text[offset + 1] === "{") {
        within.push("}");
        offset++;
      }
    } else if (char === '"') within.push('"');
    else if (char === "{") within.push("}");
    else if (char === "}") {
      within.pop();
      if (within.length === 0) return offset + 1;
    }
  }
  return most;
}

/** The lines up to one that is only the marker. */
function heredoc(text: string, start: number, from: number, marker: string): HclToken {
  for (let line = from; line < text.length; ) {
    const next = endAfter(text, "\n", line);
    if (text.slice(line, next).trim() === marker) {
      const content = { start: from, end: line };
      // The end of the line is a separate token.
      const end = text[next - 1] === "\n" ? next - 1 : next;
      const plain = withoutTemplates(text.slice(from, line));
      return {
        kind: "text",
        start,
        end,
        content,
        isHeredoc: true,
        text: plain,
      };
    }
    line = next;
  }
  return { kind: "text", start, end: text.length, content: { start: from, end: text.length } };
}

/** Lines with each expression replaced by one that is no sign of YAML; `undefined` if some of them depend on one. */
function withoutTemplates(lines: string): string | undefined {
  let plain = "";
  let done = 0;
  for (const { index } of lines.matchAll(/[$%]\{/g)) {
    if (index < done || lines[index - 1] === lines[index]) continue;
    const end = endOfTemplate(lines, index + 2, lines.length);
    const template = lines.slice(index, end);
    if (template.startsWith("%") || template.includes("\n") || !template.endsWith("}")) return undefined;
    plain += lines.slice(done, index) + reference(template.length);
    done = end;
  }
  return plain + lines.slice(done);
}
