/** A check of a value that a client sent, so that its handler can rely on the type. `Sent` is narrower where the handler reads the value itself. */
export interface Shape<T, Sent = T> {
  /** Names what a value lacks, in words that follow "needs"; `undefined` if it fits. For the author of a client, so not translated. */
  lacks(sent: unknown): string | undefined;
  /** Never present: the type of what fits. */
  readonly fitting?: T;
  /** Never present: the type of what our client sends. */
  readonly sent?: Sent;
}

/** Shapes by their keys. */
export type Shapes = Readonly<Record<string, Shape<unknown>>>;

type FittingOf<S> = S extends Shape<infer T> ? T : never;
type SentOf<S> = S extends Shape<unknown, infer Sent> ? Sent : never;
type MayLack<T, Key> = undefined extends T ? Key : never;
type MustHave<T, Key> = undefined extends T ? never : Key;

/** The type of the objects that fit shapes by their keys. */
export type Fitting<S> = {
  readonly [Key in keyof S as MustHave<FittingOf<S[Key]>, Key>]: FittingOf<S[Key]>;
} & { readonly [Key in keyof S as MayLack<FittingOf<S[Key]>, Key>]?: FittingOf<S[Key]> };

/** The type of the objects that our client sends for shapes by their keys. */
export type Sent<S> = {
  readonly [Key in keyof S as MustHave<SentOf<S[Key]>, Key>]: SentOf<S[Key]>;
} & { readonly [Key in keyof S as MayLack<SentOf<S[Key]>, Key>]?: SentOf<S[Key]> };

/** Returns what a client sent if it is an object with keys. */
export function objectIn(sent: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof sent === "object" && sent !== null && !Array.isArray(sent);
  return isObject ? (sent as Record<string, unknown>) : undefined;
}

/** Any value that a test accepts. */
export function shape<T>(wanted: string, fits: (sent: unknown) => boolean): Shape<T> {
  return { lacks: (sent) => (fits(sent) ? undefined : wanted) };
}

/** Anything, also nothing. */
export const ANYTHING = shape<unknown>("", () => true);

/** The same for a value that our client sends with a type, and that the handler reads itself, because nothing in it is an error. */
export function unchecked<T>(): Shape<unknown, T> {
  return ANYTHING as Shape<unknown, T>;
}

/** A text. */
export function text(wanted: string): Shape<string> {
  return shape(wanted, (sent) => typeof sent === "string");
}

/** True or false. */
export const BOOLEAN = shape<boolean>("", (sent) => typeof sent === "boolean");

/** A whole number. A number that is not in the text is no error. */
export function integer(wanted: string): Shape<number> {
  return shape(wanted, Number.isInteger);
}

/** One of some texts. */
export function oneOf<const T extends string>(texts: readonly T[], wanted: string): Shape<T> {
  return shape(wanted, (sent) => texts.some((known) => known === sent));
}

/** A value that may be left out. */
export function optional<T, S>(present: Shape<T, S>): Shape<T | undefined, S | undefined> {
  return { lacks: (sent) => (sent === undefined ? undefined : present.lacks(sent)) };
}

/** A list in which everything fits. */
export function listOf<T, S>(entry: Shape<T, S>, wanted: string): Shape<readonly T[], readonly S[]> {
  return {
    lacks: (sent) =>
      Array.isArray(sent) && sent.every((value) => entry.lacks(value) === undefined) ? undefined : wanted,
  };
}

/** An object with keys. `wanted` names whatever it lacks; without it, the words of the key do. */
export function table<S extends Shapes>(keys: S, wanted?: string): Shape<Fitting<S>, Sent<S>> {
  return {
    lacks(sent) {
      const object = objectIn(sent);
      if (object === undefined) return wanted ?? "an object";
      for (const [key, value] of Object.entries(keys)) {
        const lacked = value.lacks(object[key]);
        if (lacked !== undefined) return wanted ?? lacked;
      }
      return undefined;
    },
  };
}

/** The address of a file. */
export const URI_OF_FILE = text("the uri of a file");

/** The identifier of a document in the protocol. */
export const DOCUMENT = table({ uri: URI_OF_FILE }, "the uri of a file");

/** Folders of a workspace. */
export const FOLDERS = listOf(table({ uri: text("") }), "a list of folders with their addresses");

/** A place in a document; it may be outside of its text. */
export const POSITION = table(
  { line: integer(""), character: integer("") },
  "a position with a line and a character",
);

/** A part of a document. */
export const RANGE = table({ start: POSITION, end: POSITION }, "a range with a start and an end");

/** The parameters of requests about a document, and about a place in one. */
export const IN_DOCUMENT = table({ textDocument: DOCUMENT });
export const AT_POSITION = table({ textDocument: DOCUMENT, position: POSITION });
