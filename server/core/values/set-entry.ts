import type { SetFlag } from "../wire/releases.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { Origin, Span } from "./helm-tree.ts";
import type { HelmMajor } from "./refusal.ts";

/** The flags that set values on the command line, in the order in which Helm applies them. */
export const SET_FLAGS: readonly SetFlag[] = ["set-json", "set", "set-string", "set-file", "set-literal"];

/** One value of one flag: the argument of `--set`. */
export interface SetEntry {
  readonly flag: SetFlag;
  readonly text: string;
  /** The place in a document of another product, if the entry is written in one. */
  readonly place?: EntryPlace;
  /** The number of the file that it comes before; without it, it comes after all files, as on the command line. */
  readonly before?: number;
}

/** The place of an entry in a document of another product. */
export interface EntryPlace extends Span {
  /** Its path: `spec.source.helm.parameters[0]`. */
  readonly name: string;
  readonly uri: string;
  readonly file: YamlFile;
  /** The span of the key, if that is another place. */
  readonly key?: Span;
  /** The way to make a text of the value: quotes, or a key that is set to true. */
  readonly advice?: string;
  /** Set if the product replaces parts of the value before Helm reads it, so that it is not known. */
  readonly isOpaque?: true;
}

/** The context in which an entry is applied. */
export interface SetContext {
  readonly helm: HelmMajor;
  /** Makes the origin of a value that the entry sets; both spans are in the entry's text. */
  readonly originOf: (key: Span, value: Span) => Origin;
  /** The content of a file that `--set-file` names; `undefined` if it cannot be read. */
  readonly readFile?: ((path: string) => string | undefined) | undefined;
}

const INTEGER = /^[-+]?\d+$/;

/**
 * Converts a string as `--set` does. The words true, false and null, in upper or lower case, and 64-bit integers become
 * values of that type. A number with a leading zero, a fraction or an exponent stays a string.
 */
export function guessType(text: string): string | number | bigint | boolean | null {
  if (/^true$/iu.test(text)) return true;
  if (/^false$/iu.test(text)) return false;
  if (/^null$/iu.test(text)) return null;
  if (text === "0") return 0;
  if (text.startsWith("0") || !INTEGER.test(text)) return text;
  const value = BigInt(text.replace("+", ""));
  if (value < -(2n ** 63n) || value >= 2n ** 63n) return text;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
