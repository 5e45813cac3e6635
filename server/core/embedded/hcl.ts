import { reference } from "../yaml/opaque-text.ts";
import type { TextSpan } from "./release-in-text.ts";

/** A piece of HCL: a name, number or other word; a sign; the end of a line; a text in quotes or between markers; or brackets with what is in them. */
export interface HclToken extends TextSpan {
  readonly kind: "word" | "sign" | "line" | "text" | "group";
  /**
   * A word, a sign or an opening bracket as it is written; what a text means, if
   * that does not depend on an expression. Between markers, an expression is replaced by a reference of its length.
   */
  readonly text?: string;
  /** What is between the quotes, or the lines between the markers. */
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

/** So many brackets may lack before one that closes. */
const MOST_LACKING = 4;

const RESOURCE = '\nresource "';

interface Open {
  readonly start: number;
  readonly text: string;
  readonly inner: HclToken[];
}

/**
 * The tokens of a text in HCL's syntax (https://github.com/hashicorp/hcl/blob/v2.24.0/hclsyntax/spec.md), read from the left to the right. Whatever the text is, it is read to its
 * end: what is never closed ends there.
 */
export function readHcl(text: string): readonly HclToken[] {
  const top: Open = { start: 0, text: "", inner: [] };
  const open = [top];
  const close = (end: number) => {
    const { inner, start, text: bracket } = open.pop() ?? top;
    open.at(-1)?.inner.push({ kind: "group", text: bracket, start, end, inner });
  };
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    at = token?.end ?? after(text, at);
    if (token === undefined) continue;
    const { kind, text: sign = "", start } = token;
    // What begins a line so is never within brackets, unless one lacks.
    if (open.length > 1 && text.startsWith(RESOURCE, start - 1)) while (open.length > 1) close(start);
    if (kind === "sign" && sign in CLOSING) open.push({ start, text: sign, inner: [] });
    else if (kind === "sign" && "}])".includes(sign)) {
      const last = open.slice(-MOST_LACKING).findLastIndex((one) => CLOSING[one.text] === sign);
      const depth = last < 0 ? open.length : Math.max(0, open.length - MOST_LACKING) + last;
      while (open.length > depth) close(at);
    } else open.at(-1)?.inner.push(token);
  }
  while (open.length > 1) close(text.length);
  return top.inner;
}

/** Where that ends which is no token: a space or a comment. */
function after(text: string, at: number): number {
  if (text.startsWith("/*", at)) return endAfter(text, "*/", at + 2);
  if (text[at] !== "#" && !text.startsWith("//", at)) return at + 1;
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function endAfter(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at + what.length;
}

function tokenAt(text: string, start: number): HclToken | undefined {
  const char = text[start] ?? "";
  if (char === "\n") return { kind: "line", start, end: start + 1 };
  if (char === " " || char === "\t" || char === "\r" || char === "#") return undefined;
  if (text.startsWith("//", start) || text.startsWith("/*", start)) return undefined;
  if (char === '"') return quoted(text, start);
  if (char === "<") {
    const marker = matchAt(MARKER, text, start);
    if (marker) return heredoc(text, start, start + marker[0].length, marker[1] ?? "");
  }
  const word = matchAt(WORD, text, start)?.[0];
  if (word !== undefined) return { kind: "word", text: word, start, end: start + word.length };
  const sign = matchAt(OPERATOR, text, start)?.[0] ?? char;
  return { kind: "sign", text: sign, start, end: start + sign.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A text in quotes, which ends with its line at the latest. */
function quoted(text: string, start: number): HclToken {
  let meaning: string | undefined = "";
  let at = start + 1;
  while (at < text.length && text[at] !== '"' && text[at] !== "\n") {
    const [piece, next] = pieceAt(text, at);
    meaning = piece === undefined || meaning === undefined ? undefined : meaning + piece;
    at = next;
  }
  const isClosed = text[at] === '"';
  const begun = isClosed ? undefined : (matchAt(KEY, text, start + 1)?.[0] ?? "");
  const content = { start: start + 1, end: begun === undefined ? at : start + 1 + begun.length };
  const end = isClosed ? at + 1 : at;
  return {
    kind: "text",
    start,
    end,
    content,
    begun,
    ...(isClosed && meaning !== undefined && { text: meaning }),
  };
}

/** What one piece of a quoted text means, and where the next one begins; `undefined` if it is an expression. */
function pieceAt(text: string, at: number): readonly [string | undefined, number] {
  const two = text.slice(at, at + 2);
  if (two === "${" || two === "%{") return [undefined, endOfTemplate(text, at + 2, text.length)];
  if (text[at] !== "\\") {
    const isEscaped = (two === "$$" || two === "%%") && text[at + 2] === "{";
    return isEscaped ? [`${two.slice(1)}{`, at + 3] : [text[at], at + 1];
  }
  const letter = two.slice(1);
  const digits = letter === "u" ? 4 : letter === "U" ? 8 : 0;
  const code = text.slice(at + 2, at + 2 + digits);
  const isCode = digits > 0 && /^[\da-f]{4,8}$/i.test(code) && Number.parseInt(code, 16) <= 0x10ffff;
  if (isCode) return [String.fromCodePoint(Number.parseInt(code, 16)), at + 2 + digits];
  return [ESCAPES[letter], Math.min(at + 2, text.length)];
}

/** Where an expression in a text ends, with the texts and braces in it; at `most` if it does not end before. */
function endOfTemplate(text: string, from: number, most: number): number {
  const within = ["}"];
  for (let at = from; at < most; at++) {
    const char = text[at];
    if (within.at(-1) === '"') {
      if (char === "\\") at++;
      else if (char === '"') within.pop();
      else if ((char === "$" || char === "%") && text[at + 1] === "{") {
        within.push("}");
        at++;
      }
    } else if (char === '"') within.push('"');
    else if (char === "{") within.push("}");
    else if (char === "}") {
      within.pop();
      if (within.length === 0) return at + 1;
    }
  }
  return most;
}

/** The lines up to one that is only the marker. */
function heredoc(text: string, start: number, from: number, marker: string): HclToken {
  for (let at = from; at < text.length; ) {
    const next = endAfter(text, "\n", at);
    if (text.slice(at, next).trim() === marker) {
      const content = { start: from, end: at };
      // The end of the line is a token of its own.
      const end = text[next - 1] === "\n" ? next - 1 : next;
      const plain = withoutTemplates(text.slice(from, at));
      return {
        kind: "text",
        start,
        end,
        content,
        isHeredoc: true,
        text: plain,
      };
    }
    at = next;
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
