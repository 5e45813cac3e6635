/** One token of an action: the name of a field or variable without its sign, what a string contains, the text of everything else. */
export interface Token {
  readonly kind: "field" | "variable" | "dot" | "word" | "string" | "number" | "sign";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The tokens between `{{` and `}}`, without comments. */
export interface Action {
  readonly tokens: readonly Token[];
  readonly start: number;
  readonly end: number;
  /** Of a block: the number of the action that ends it. */
  closedBy?: number;
}

/** The mistake for which Go refuses a template, and the range of the text that cannot be read. */
export interface TemplateFault {
  readonly kind: "action" | "end" | "block";
  readonly start: number;
  readonly end: number;
}

/** A template as its actions, up to the first mistake. */
export interface TemplateText {
  readonly actions: readonly Action[];
  /** The templates that actions define, with the numbers of the first action and of the `end`. */
  readonly definitions: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly fault?: TemplateFault;
}

const SPACE = /[ \t\r\n]*/y;
const PLAIN_TOKEN =
  /(\.?)([\p{L}_][\p{L}\p{Nd}_]*)|\$([\p{L}\p{Nd}_]*)|:=|[=|(),]|[+-]?\.?\d[\p{L}\p{Nd}_.]*(?:(?<=[eEpP])[+-]\d+)?|\./uy;

/**
 * Reads the actions of a template as Go's text/template/parse does (lex.go), as far as it takes to know the names in them and the
 * ends of blocks. Never throws, and looks at no character more than a few times.
 */
export function readTemplate(text: string): TemplateText {
  const actions: Action[] = [];
  let fault: TemplateFault | undefined;
  for (let offset = text.indexOf("{{"); offset >= 0 && !fault; ) {
    const read = readAction(text, offset);
    if ("kind" in read) fault = read;
    else {
      if (read.tokens.length > 0) actions.push(read);
      offset = text.indexOf("{{", read.end);
    }
  }
  const { definitions, fault: unbalanced } = blocksOf(actions, fault !== undefined);
  const first = unbalanced ?? fault;
  return { actions, definitions, fault: first };
}

function readAction(text: string, start: number): Action | TemplateFault {
  const open =
    start + (/[ \t\r\n]/.test(text.slice(start + 3, start + 4)) && text[start + 2] === "-" ? 3 : 2);
  const first = afterSpace(text, open);
  if (text.startsWith("/*", first)) {
    const close = text.indexOf("*/", first + 2);
    const end = close < 0 ? undefined : closeOf(text, close + 2);
    return end === undefined ? faultAt(text, start) : { tokens: [], start, end };
  }
  const tokens: Token[] = [];
  for (let offset = open; ; ) {
    const end = closeOf(text, offset);
    if (end !== undefined) return tokens.length === 0 ? faultAt(text, start) : { tokens, start, end };
    const token = readToken(text, afterSpace(text, offset));
    if (!token) return faultAt(text, start);
    tokens.push(token);
    offset = token.end;
  }
}

function faultAt(text: string, start: number): TemplateFault {
  const line = text.indexOf("\n", start);
  return { kind: "action", start, end: line < 0 ? text.length : line };
}

function afterSpace(text: string, offset: number): number {
  SPACE.lastIndex = offset;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The offset past `}}` or ` -}}`; `undefined` if neither is next. */
function closeOf(text: string, offset: number): number | undefined {
  const next = afterSpace(text, offset);
  if (text.startsWith("}}", next)) return next + 2;
  return next > offset && text.startsWith("-}}", next) ? next + 3 : undefined;
}

function readToken(text: string, start: number): Token | undefined {
  const sign = text[start];
  if (sign === '"' || sign === "`" || sign === "'") return stringToken(text, start, sign);
  PLAIN_TOKEN.lastIndex = start;
  const found = PLAIN_TOKEN.exec(text);
  if (!found) return undefined;
  const [all, dot, name, variable] = found;
  const end = start + all.length;
  if (name !== undefined) return { kind: dot ? "field" : "word", value: name, start, end };
  if (variable !== undefined) return { kind: "variable", value: variable, start, end };
  if (all === ".") return { kind: "dot", value: all, start, end };
  return { kind: /\d/.test(all) ? "number" : "sign", value: all, start, end };
}

function stringToken(text: string, start: number, quote: string): Token | undefined {
  for (let offset = start + 1; offset < text.length; offset++) {
    const sign = text[offset];
    if (sign === quote) {
      const value = text.slice(start + 1, offset);
      if (quote === "'") return { kind: "number", value, start, end: offset + 1 };
      return { kind: "string", value: quote === '"' ? unquoted(value) : value, start, end: offset + 1 };
    }
    if (quote === "`") continue;
    if (sign === "\n") return undefined;
    if (sign === "\\") offset++;
  }
  return undefined;
}

/** The content of a quoted string, with the escapes that occur in names replaced. */
function unquoted(content: string): string {
  return content.replace(/\\(["\\nt])/g, (_, sign: string) =>
    sign === "n" ? "\n" : sign === "t" ? "\t" : sign,
  );
}

/** Finds the ends of blocks and the templates that actions define; a fault where blocks and their ends do not match. */
function blocksOf(actions: readonly Action[], isCut: boolean): Pick<TemplateText, "definitions" | "fault"> {
  const definitions: TemplateText["definitions"][number][] = [];
  const open: { readonly action: Action; readonly number: number; readonly keyword: string }[] = [];
  for (const [number, action] of actions.entries()) {
    const keyword = keywordOf(action);
    switch (keyword) {
      case "if":
      case "with":
      case "range":
      case "define":
      case "block":
        open.push({ action, number, keyword });
        break;
      case "else":
        if (!["if", "with", "range"].includes(open.at(-1)?.keyword ?? ""))
          return { definitions, fault: faultOf(action, "end") };
        break;
      case "end": {
        const opened = open.pop();
        if (!opened) return { definitions, fault: faultOf(action, "end") };
        const name = opened.action.tokens[1];
        opened.action.closedBy = number;
        if (opened.keyword !== "define" && opened.keyword !== "block") break;
        if (name?.kind === "string")
          definitions.push({ name: name.value, from: opened.number + 1, to: number });
      }
    }
  }
  const left = isCut ? undefined : open.at(-1)?.action;
  return { definitions, ...(left && { fault: faultOf(left, "block") }) };
}

/** The word that an action begins with; empty if it begins with something else. */
export function keywordOf({ tokens: [first] }: Action): string {
  return first?.kind === "word" ? first.value : "";
}

/** True if a variable gets a value at a token. */
export function isBinding(tokens: readonly Token[], index: number): boolean {
  const sign = tokens[index + 1];
  return tokens[index]?.kind === "variable" && sign?.kind === "sign" && /^:?=$/.test(sign.value);
}

function faultOf({ start, end }: Action, kind: TemplateFault["kind"]): TemplateFault {
  return { kind, start, end };
}
