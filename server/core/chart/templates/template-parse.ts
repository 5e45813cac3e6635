import type {
  Branch,
  Command,
  Definition,
  Operand,
  Pipeline,
  Template,
  TemplateNode,
  Term,
  UnreadNode,
} from "./template-nodes.ts";
import { type Action, actionsOf, type Token } from "./template-tokens.ts";

/** Blocks inside blocks, and parentheses inside parentheses, that are followed. No chart comes near them. */
const MAX_DEPTH = 100;

/**
 * Reads a template as Go's text/template/parse does (src/text/template/parse/parse.go). Never throws: an action that Go
 * refuses becomes a node that says so, a block that nothing ends ends with the text, and an `end` too many is passed over.
 */
export function parseTemplate(text: string): Template {
  const blocks = new Blocks(text);
  for (const action of actionsOf(text)) blocks.add(action);
  const { definitions, body } = blocks;
  return { body, definitions, isBroken: blocks.isBroken };
}

/** A block that is not closed yet. */
interface Open {
  readonly kind: "block" | "define";
  readonly branches: Branch[];
  /** Where nodes go at the moment. */
  body: TemplateNode[];
}

class Blocks {
  readonly body: TemplateNode[] = [];
  readonly definitions: Definition[] = [];
  readonly #text: string;
  readonly #open: Open[] = [];
  #isBroken = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether Go refuses what was added, if that is all. */
  get isBroken(): boolean {
    return this.#isBroken || this.#open.length > 0;
  }

  add(action: Action): void {
    const tokens = new Tokens(action);
    const [first] = action.tokens;
    const keyword = first?.kind === "identifier" ? first.value : "";
    switch (keyword) {
      case "if":
      case "with":
      case "range": {
        tokens.skip();
        this.#begin(action, keyword, this.#pipeline(tokens, keyword === "range"));
        return;
      }
      case "else":
        tokens.skip();
        this.#else(tokens);
        return;
      case "end":
        if (!this.#open.pop()) this.#isBroken = true;
        return;
      case "define": {
        tokens.skip();
        this.#define(tokens.text());
        return;
      }
      case "template":
      case "block": {
        tokens.skip();
        const name = tokens.text();
        const pipeline = tokens.isAtEnd ? undefined : this.#pipeline(tokens, false);
        if (name === undefined) this.#unread(action, "broken");
        else {
          const { start, end } = action;
          this.#into.push({ kind: "call", name, start, end, ...(pipeline && { pipeline }) });
        }
        if (keyword === "block") this.#define(name);
        return;
      }
      case "break":
      case "continue":
        if (action.tokens.length === 1) return;
    }
    const pipeline = this.#pipeline(tokens, false);
    if (pipeline) this.#into.push({ kind: "action", pipeline });
  }

  get #into(): TemplateNode[] {
    return this.#open.at(-1)?.body ?? this.body;
  }

  /** What the rest of an action says; if that cannot be read, its place is kept as such. */
  #pipeline(tokens: Tokens, isRange: boolean): Pipeline | undefined {
    const pipeline = tokens.isBroken ? "broken" : tokens.pipeline(isRange, 0);
    if (typeof pipeline === "object" && tokens.isAtEnd) return pipeline;
    this.#unread(tokens.action, pipeline === "deep" ? "deep" : "broken");
    return undefined;
  }

  #unread({ start, end }: Action, reason: "broken" | "deep"): void {
    if (reason === "broken") this.#isBroken = true;
    const named = reason === "broken" ? namedIn(this.#text.slice(start, end), start) : [];
    this.#into.push({ kind: "unread", reason, named, start, end });
  }

  #begin(action: Action, keyword: Branch["keyword"], pipeline: Pipeline | undefined): void {
    const body: TemplateNode[] = [];
    const branches: Branch[] = [{ keyword, body, ...(pipeline && { pipeline }) }];
    // What lies too deep is left out of the tree, and a node says so in its place.
    if (this.#open.length < MAX_DEPTH) this.#into.push({ kind: "block", branches });
    else if (this.#open.length === MAX_DEPTH) this.#unread(action, "deep");
    this.#open.push({ kind: "block", branches, body });
  }

  #else(tokens: Tokens): void {
    const open = this.#open.at(-1);
    const word = tokens.keyword();
    if (open?.kind !== "block") {
      this.#isBroken = true;
      return;
    }
    const keyword = word === "if" || word === "with" ? word : "else";
    if (keyword !== "else") tokens.skip();
    const pipeline = tokens.isAtEnd ? undefined : this.#pipeline(tokens, false);
    open.body = [];
    open.branches.push({ keyword, body: open.body, ...(pipeline && { pipeline }) });
  }

  #define(name: string | undefined): void {
    const body: TemplateNode[] = [];
    if (name === undefined) this.#isBroken = true;
    else this.definitions.push({ name, body });
    this.#open.push({ kind: "define", branches: [], body });
  }
}

const NAMED = /\.Values((?:\.[\p{L}_][\p{L}\p{Nd}_]*)*)/gu;

function namedIn(text: string, offset: number): UnreadNode["named"] {
  return Array.from(text.matchAll(NAMED), ({ 0: all, 1: fields = "", index }) => ({
    path: fields.split(".", MAX_DEPTH).slice(1),
    start: offset + index,
    end: offset + index + all.length,
  }));
}

/** The tokens of one action, from left to right. `deep` and `broken` stand for what cannot be read. */
class Tokens {
  readonly action: Action;
  readonly isBroken: boolean;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(action: Action) {
    this.action = action;
    this.isBroken = action.isBroken;
    this.#tokens = action.tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length && !this.isBroken;
  }

  skip(): void {
    this.#at++;
  }

  /** The word here, which is not passed. */
  keyword(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === "identifier" ? token.value : undefined;
  }

  /** The string here, which is passed. */
  text(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "string") return undefined;
    this.#at++;
    return token.value;
  }

  pipeline(isRange: boolean, depth: number): Pipeline | "broken" | "deep" {
    const first = this.#tokens[this.#at];
    if (!first) return "broken";
    const { variables, isAssignment } = this.#declaration(isRange);
    const commands: Command[] = [];
    do {
      const command = this.#command(depth);
      if (typeof command === "string") return command;
      commands.push(command);
    } while (this.#take("pipe"));
    return { variables, isAssignment, commands, start: first.start, end: commands.at(-1)?.end ?? first.end };
  }

  #declaration(isRange: boolean): Pick<Pipeline, "variables" | "isAssignment"> {
    const start = this.#at;
    const variables: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token?.kind !== "variable") break;
      this.#at++;
      variables.push(token.value);
      if (this.#take("declare")) return { variables, isAssignment: false };
      if (this.#take("assign")) return { variables, isAssignment: true };
      if (!isRange || variables.length > 1 || !this.#take("comma")) break;
    }
    this.#at = start;
    return { variables: [], isAssignment: false };
  }

  #take(kind: Token["kind"]): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #command(depth: number): Command | "broken" | "deep" {
    const operands: Operand[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (!token || token.kind === "pipe" || token.kind === "rightParen") break;
      const operand = this.#operand(token, depth);
      if (typeof operand === "string") return operand;
      operands.push(operand);
    }
    const [first] = operands;
    if (!first) return "broken";
    return { operands, start: first.start, end: operands.at(-1)?.end ?? first.end };
  }

  #operand(token: Token, depth: number): Operand | "broken" | "deep" {
    const fields: string[] = [];
    const term = this.#term(token, fields, depth);
    if (typeof term === "string") return term;
    let end = this.#tokens[this.#at - 1]?.end ?? token.end;
    for (;;) {
      const field = this.#tokens[this.#at];
      if (field?.kind !== "field" || field.start !== end) break;
      this.#at++;
      fields.push(field.value);
      end = field.end;
    }
    return { term, fields, start: token.start, end };
  }

  #term(token: Token, fields: string[], depth: number): Term | "broken" | "deep" {
    this.#at++;
    switch (token.kind) {
      case "dot":
        return { kind: "dot" };
      case "field":
        fields.push(token.value);
        return { kind: "dot" };
      case "variable":
        return { kind: "variable", value: token.value };
      case "identifier":
        return { kind: "function", value: token.value };
      case "string":
        return { kind: "text", value: token.value };
      case "literal":
        return { kind: "literal", value: token.value };
      case "leftParen": {
        if (depth >= MAX_DEPTH) return "deep";
        const pipeline = this.pipeline(false, depth + 1);
        if (typeof pipeline === "string") return pipeline;
        return this.#take("rightParen") ? { kind: "pipeline", pipeline } : "broken";
      }
      default:
        return "broken";
    }
  }
}
