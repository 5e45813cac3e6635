import { type HelmCursor, HelmStops } from "./helm-cursor.ts";

/** A place at which a key may have begun; only a colon behind it shows that. */
interface KeyPlace {
  possible: boolean;
  readonly required: boolean;
  /** The number of the token that the key would begin with. */
  readonly token: number;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The most characters that a key without a `?` may have. */
export const LONGEST_KEY = 1024;

/** The places at which keys may have begun: one for the blocks, and one for each open collection in brackets. */
export class HelmKeys {
  readonly #cursor: HelmCursor;
  readonly #places: KeyPlace[] = [];
  /** The depth of the place that a token begins. */
  readonly #depthOf = new Map<number, number>();

  constructor(cursor: HelmCursor) {
    this.#cursor = cursor;
    this.open(0);
  }

  /** A bracket opens, with the token of the given number: keys inside it are tracked separately. */
  open(token: number): void {
    const { offset, line, column } = this.#cursor;
    this.#places.push({ possible: false, required: false, token, offset, line, column });
  }

  /** A bracket closes. If nothing inside could be a key, Helm forgets that the collection itself could be one. */
  close(): void {
    const place = this.#places.pop();
    if (place) this.#depthOf.delete(place.token);
  }

  /** Notes that a key may begin here, with the token of the given number; `required` if nothing else can. */
  note(token: number, required: boolean): void {
    const { offset, line, column } = this.#cursor;
    this.drop();
    this.#places[this.#places.length - 1] = { possible: true, required, token, offset, line, column };
    this.#depthOf.set(token, this.#places.length - 1);
  }

  /** Gives up the place where a key may have begun: there is none. Throws `HelmStops` if one is required. */
  drop(): void {
    const place = this.#places.at(-1);
    if (!place?.possible) return;
    if (place.required) throw new HelmStops("could not find expected ':'", place.offset);
    this.#settle(place);
  }

  /** The place at which the key before a colon began; `undefined` if the colon has no key. */
  take(): KeyPlace | undefined {
    const place = this.#places.at(-1);
    if (!place || !this.#isValid(place)) return undefined;
    this.#settle(place);
    return place;
  }

  /** True if a token may still turn out to be the beginning of a key. */
  mayBegin(token: number): boolean {
    const depth = this.#depthOf.get(token);
    const place = depth === undefined ? undefined : this.#places[depth];
    return place !== undefined && this.#isValid(place);
  }

  #settle(place: KeyPlace): void {
    place.possible = false;
    this.#depthOf.delete(place.token);
  }

  #isValid(place: KeyPlace): boolean {
    if (!place.possible) return false;
    const { line, offset, text } = this.#cursor;
    if (place.line === line && !isLongerThan(text, place.offset, offset, LONGEST_KEY)) return true;
    if (place.required) throw new HelmStops("could not find expected ':'", place.offset);
    place.possible = false;
    return false;
  }
}

/** True if there are more than `most` characters between two offsets; some characters are two UTF-16 units. */
function isLongerThan(text: string, start: number, end: number, most: number): boolean {
  return end - start > most && (end - start > 2 * most || [...text.slice(start, end)].length > most);
}
