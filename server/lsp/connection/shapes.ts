/** What a value that a client sent must be like, so that its handler can rely on the type. */
export interface Shape<T> {
  /** What a value lacks, in words that follow "needs"; `undefined` if it fits. For the author of a client, so not translated. */
  lacks(sent: unknown): string | undefined;
  /** Never present: the type of what fits. */
  readonly fitting?: T;
}

/** The type of the objects that fit shapes by their keys. */
type Fitting<S> = { readonly [Key in keyof S]: S[Key] extends Shape<infer T> ? T : never };

/** What a client sent, if it is an object with keys. */
export function objectIn(sent: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof sent === "object" && sent !== null && !Array.isArray(sent);
  return isObject ? (sent as Record<string, unknown>) : undefined;
}

/** Whatever a test accepts. */
export function shape<T>(wanted: string, fits: (sent: unknown) => boolean): Shape<T> {
  return { lacks: (sent) => (fits(sent) ? undefined : wanted) };
}

/** Anything, also nothing. */
export const ANYTHING = shape<unknown>("", () => true);

/** A text. */
export function text(wanted: string): Shape<string> {
  return shape(wanted, (sent) => typeof sent === "string");
}

/** A whole number. Which ones there are depends on a text, so that those that nothing has are no error. */
export function integer(wanted: string): Shape<number> {
  return shape(wanted, Number.isInteger);
}

/** One of some texts. */
export function oneOf<const T extends string>(texts: readonly T[], wanted: string): Shape<T> {
  return shape(wanted, (sent) => texts.some((one) => one === sent));
}

/** What may be left out. */
export function optional<T>(of: Shape<T>): Shape<T | undefined> {
  return { lacks: (sent) => (sent === undefined ? undefined : of.lacks(sent)) };
}

/** A list in which everything fits. */
export function listOf<T>(of: Shape<T>, wanted: string): Shape<T[]> {
  return shape(wanted, (sent) => Array.isArray(sent) && sent.every((one) => of.lacks(one) === undefined));
}

/** An object with keys. `wanted` is said of whatever it lacks; without it, that of the key. */
export function table<S extends Readonly<Record<string, Shape<unknown>>>>(
  keys: S,
  wanted?: string,
): Shape<Fitting<S>> {
  return {
    lacks(sent) {
      const object = objectIn(sent);
      if (object === undefined) return wanted ?? "an object";
      for (const [key, of] of Object.entries(keys)) {
        const lacked = of.lacks(object[key]);
        if (lacked !== undefined) return wanted ?? lacked;
      }
      return undefined;
    },
  };
}

/** What requests without parameters have. */
export const NOTHING = table({});

/** The address of a file. */
export const URI_OF_FILE = text("the uri of a file");

/** What names a document in the protocol. */
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
