/** A stretch of a template's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands in a template beside its text, in its order. */
export type TemplateNode = ActionNode | BlockNode | CallNode | UnreadNode;

/** `{{ pipeline }}`, which prints unless it declares a variable. */
export interface ActionNode {
  readonly kind: "action";
  readonly pipeline: Pipeline;
}

/** `if`, `with` or `range` up to its `end`. */
export interface BlockNode {
  readonly kind: "block";
  /** One for `if` and one for each `else`, which has no pipeline if it takes what is left. */
  readonly branches: readonly Branch[];
}

/** One way through a block. */
export interface Branch {
  readonly keyword: "if" | "with" | "range" | "else";
  readonly pipeline?: Pipeline;
  readonly body: readonly TemplateNode[];
}

/** `{{ template "name" pipeline }}`, which a `block` is as well. */
export interface CallNode extends Span {
  readonly kind: "call";
  readonly name: string;
  readonly pipeline?: Pipeline;
}

/** What could not be read: Go refuses it (`broken`), or it lies too deep for us. */
export interface UnreadNode extends Span {
  readonly kind: "unread";
  readonly reason: "broken" | "deep";
  /** The paths behind `.Values` that are written in what is broken. */
  readonly named: readonly (Span & { readonly path: readonly string[] })[];
}

/** Commands of which each gets the value of the one before, and the variables that get the last value. */
export interface Pipeline extends Span {
  readonly variables: readonly string[];
  /** `=` instead of `:=`. */
  readonly isAssignment: boolean;
  readonly commands: readonly Command[];
}

/** A function or value, with its arguments. */
export interface Command extends Span {
  readonly operands: readonly Operand[];
}

/** A term with the fields that are taken from it: `.a.b`, `$x.a`, `(pipeline).a`. */
export interface Operand extends Span {
  readonly term: Term;
  readonly fields: readonly string[];
}

/** What an operand begins with. */
export type Term =
  | { readonly kind: "dot" }
  | { readonly kind: "variable" | "function" | "text" | "literal"; readonly value: string }
  | { readonly kind: "pipeline"; readonly pipeline: Pipeline };

/** A text with a name that `include` and `template` call. */
export interface Definition {
  readonly name: string;
  readonly body: readonly TemplateNode[];
}

/** A template as it was read. */
export interface Template {
  readonly body: readonly TemplateNode[];
  readonly definitions: readonly Definition[];
  /** Go refuses the template. */
  readonly isBroken: boolean;
}
