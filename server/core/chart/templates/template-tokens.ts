/** What a token of an action is, in the terms of Go's text/template/parse. */
export type TokenKind =
  | "field"
  | "variable"
  | "dot"
  | "identifier"
  | "string"
  | "literal"
  | "leftParen"
  | "rightParen"
  | "pipe"
  | "declare"
  | "assign"
  | "comma";

/** One token of an action; spaces are left out, so two tokens that touch have nothing between them. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The name of a field or variable without its sign, the content of a string, the text of everything else. */
  readonly value: string;
}

/** What stands between `{{` and `}}`. */
export interface Action {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
  /** Go refuses it. The tokens are those before the mistake, and the action reaches to the next `{{`. */
  readonly isBroken: boolean;
}

/**
 * The actions of a template, without comments. Reads as the lexer of Go's text/template does, which is described in
 * https://pkg.go.dev/text/template and written in src/text/template/parse/lex.go; where that stops, this goes on at the
 * next `{{`. No character is looked at more than a few times.
 */
export function actionsOf(text: string): readonly Action[] {
  const actions: Action[] = [];
  let at = text.indexOf("{{");
  while (at >= 0) {
    const action = readAction(text, at);
    if (action.tokens.length > 0 || action.isBroken) actions.push(action);
    at = text.indexOf("{{", action.end);
  }
  return actions;
}

const LETTER = /[\p{L}\p{Nd}_]/u;
const COMMENT = "/*";

/** The space characters of Go's lexer. */
function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function readAction(text: string, start: number): Action {
  let at = start + 2;
  if (text.charCodeAt(at) === 45 && isSpace(text.charCodeAt(at + 1))) at += 2;
  if (text.startsWith(COMMENT, at)) {
    const close = text.indexOf("*/", at + 2);
    const end = close < 0 ? undefined : delimiterEnd(text, close + 2);
    if (end !== undefined) return { start, end, tokens: [], isBroken: false };
    return broken(text, start, close < 0 ? text.length : close + 2, []);
  }
  const tokens: Token[] = [];
  let depth = 0;
  for (;;) {
    const end = delimiterEnd(text, at);
    if (end !== undefined) {
      return depth === 0 ? { start, end, tokens, isBroken: false } : broken(text, start, end, tokens);
    }
    if (isSpace(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const token = readToken(text, at);
    if (token === undefined) return broken(text, start, mistakeEnd(text, at), tokens);
    if (token.kind === "leftParen") depth++;
    if (token.kind === "rightParen" && --depth < 0) return broken(text, start, token.end, tokens);
    tokens.push(token);
    at = token.end;
  }
}

/** A broken action reaches from its start to the next `{{` after the place where reading stopped. */
function broken(text: string, start: number, stopped: number, tokens: readonly Token[]): Action {
  const following = text.indexOf("{{", stopped);
  return { start, end: following < 0 ? text.length : following, tokens, isBroken: true };
}

/** How far the mistake itself reaches: a string that nothing closes swallows what Go's lexer gives it. */
function mistakeEnd(text: string, at: number): number {
  const sign = text[at];
  if (sign === "`") return text.length;
  if (sign !== '"' && sign !== "'") return Math.min(at + 1, text.length);
  const line = text.indexOf("\n", at);
  return line < 0 ? text.length : line;
}

/** Past `}}` or ` -}}`; `undefined` if neither stands here. */
function delimiterEnd(text: string, at: number): number | undefined {
  if (text.startsWith("}}", at)) return at + 2;
  const isTrimming = isSpace(text.charCodeAt(at)) && text.startsWith("-}}", at + 1);
  return isTrimming ? at + 4 : undefined;
}

function readToken(text: string, at: number): Token | undefined {
  const sign = text[at];
  switch (sign) {
    case undefined:
      return undefined;
    case "=":
      return token("assign", text, at, at + 1);
    case ":":
      return text[at + 1] === "=" ? token("declare", text, at, at + 2) : undefined;
    case "|":
      return token("pipe", text, at, at + 1);
    case ",":
      return token("comma", text, at, at + 1);
    case "(":
      return token("leftParen", text, at, at + 1);
    case ")":
      return token("rightParen", text, at, at + 1);
    case '"':
      return quoted(text, at);
    case "'":
      return character(text, at);
    case "`": {
      const close = text.indexOf("`", at + 1);
      // Go takes carriage returns out of a raw string.
      const value = text.slice(at + 1, close).replaceAll("\r", "");
      return close < 0 ? undefined : { kind: "string", start: at, end: close + 1, value };
    }
    case "$":
      return name("variable", text, at);
    case ".":
      if (!isDigit(text.charCodeAt(at + 1))) return name("field", text, at);
      return number(text, at);
  }
  const code = text.charCodeAt(at);
  if (sign === "+" || sign === "-" || isDigit(code)) return number(text, at);
  const end = wordEnd(text, at);
  if (end === at || !isTerminated(text, end)) return undefined;
  const word = text.slice(at, end);
  const isLiteral = word === "true" || word === "false" || word === "nil";
  return { kind: isLiteral ? "literal" : "identifier", start: at, end, value: word };
}

function token(kind: TokenKind, text: string, start: number, end: number): Token {
  return { kind, start, end, value: text.slice(start, end) };
}

/** A name behind `.` or `$`; the sign alone is the dot, or the variable without a name. */
function name(kind: "field" | "variable", text: string, at: number): Token | undefined {
  const end = wordEnd(text, at + 1);
  if (!isTerminated(text, end)) return undefined;
  if (end === at + 1 && kind === "field") return token("dot", text, at, end);
  return { kind, start: at, end, value: text.slice(at + 1, end) };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.codePointAt(at);
    if (code === undefined) return at;
    const isAscii = code < 128;
    const isPart = isAscii
      ? isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
      : LETTER.test(String.fromCodePoint(code));
    if (!isPart) return at;
    at += code > 0xffff ? 2 : 1;
  }
}

/** Whether a name may end here: `lexer.atTerminator` of Go. */
function isTerminated(text: string, at: number): boolean {
  const sign = text[at];
  if (sign === undefined || isSpace(text.charCodeAt(at))) return true;
  return ".,|:()".includes(sign) || text.startsWith("}}", at);
}

/** A number in any of Go's notations. Which one it is does not matter here. */
function number(text: string, at: number): Token {
  let end = at + 1;
  for (;;) {
    const sign = text[end];
    if (sign === undefined) break;
    const isExponent = (sign === "+" || sign === "-") && /[eEpP]/.test(text[end - 1] ?? "");
    if (sign !== "." && !isExponent && wordEnd(text, end) === end) break;
    end++;
  }
  return token("literal", text, at, end);
}

function character(text: string, at: number): Token | undefined {
  const end = closed(text, at, "'");
  return end === undefined ? undefined : token("literal", text, at, end);
}

function quoted(text: string, at: number): Token | undefined {
  const end = closed(text, at, '"');
  if (end === undefined) return undefined;
  return { kind: "string", start: at, end, value: unquote(text.slice(at + 1, end - 1)) };
}

function closed(text: string, open: number, quote: string): number | undefined {
  for (let at = open + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === quote) return at + 1;
    if (sign === "\\") at++;
    if (text[at] === "\n") return undefined;
  }
  return undefined;
}

const ESCAPE = /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3}|.)/gs;
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** The content of a quoted string: strconv.Unquote of Go. */
function unquote(content: string): string {
  if (!content.includes("\\")) return content;
  return content.replace(ESCAPE, (_, sequence: string) => {
    if (sequence.length === 1) return ESCAPED.get(sequence) ?? sequence;
    const code = /^[xuU]/.test(sequence)
      ? Number.parseInt(sequence.slice(1), 16)
      : Number.parseInt(sequence, 8);
    return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  });
}
