/** The anchor and the tag in front of a value, with the blanks behind them. */
export interface Marks {
  readonly length: number;
  readonly tag?: string;
}

/** What of that stands at an offset; a mark that nothing stands behind, not even a blank, may still be being typed. */
export function marksAt(text: string, offset: number): Marks {
  const [{ length } = "", first, second] =
    /^([&!][^\s,[\]{}]+)[ \t]+(?:([&!][^\s,[\]{}]+)[ \t]+)?/.exec(text.slice(offset, offset + LONGEST)) ?? [];
  const tag = [first, second].find((mark) => mark?.startsWith("!"));
  return { length, ...(tag === undefined ? {} : { tag }) };
}

/** More than anybody writes in front of a value. */
const LONGEST = 300;
