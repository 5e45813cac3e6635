/** Nanoseconds in each of the units that Go knows. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

const LONGEST = 2 ** 63;

/** The nanoseconds in a duration as Go reads it; `undefined` if Go refuses the text. */
export function parseDuration(text: string): number | undefined {
  const [, sign = "", body = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (body === "0") return 0;
  let total = 0;
  let rest = body;
  while (rest !== "") {
    const [part, amount = "", unit = ""] = /^(\d+(?:\.\d*)?|\.\d+)([^\d.]+)/.exec(rest) ?? [];
    const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (part === undefined || factor === undefined) return undefined;
    total += Number(amount) * factor;
    rest = rest.slice(part.length);
  }
  if (body === "" || total >= LONGEST) return undefined;
  return sign === "-" ? -total : total;
}

/** Spellings of units, with Go's unit for each and the number of these in it. */
const WORDS: readonly (readonly [RegExp, string, number])[] = [
  [/^(?:ns|nanos?|nanoseconds?)$/, "ns", 1],
  [/^(?:us|µs|μs|micros?|microseconds?)$/, "us", 1],
  [/^(?:ms|msecs?|millis?|milliseconds?)$/, "ms", 1],
  [/^(?:s|secs?|seconds?)$/, "s", 1],
  [/^(?:m|mins?|minutes?)$/, "m", 1],
  [/^(?:h|hrs?|hours?)$/, "h", 1],
  [/^(?:d|days?)$/, "h", 24],
  [/^(?:w|weeks?)$/, "h", 168],
];

/** The unit of a number without one after a number with this unit. */
const NEXT_UNIT: Readonly<Record<string, string>> = { h: "m", m: "s", s: "ms" };

/** The duration that a text was meant to be, as Go writes it: `2 hours` is `2h`, `90` is `90s`. */
export function meantDuration(text: string): string | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^[-+]\s*/, "")
    .replace(/^pt?(?=\d)/, "")
    .replace(/,(?=\s)|\band\b/g, " ");
  const parts: string[] = [];
  let unit = "";
  let rest = plain;
  while (rest !== "") {
    const [part, amount = "", word = ""] = /^(\d+(?:\.\d+)?)\s*([a-zµμ]*)\s*/.exec(rest) ?? [];
    if (part === undefined) return undefined;
    const bare = parts.length === 0 ? "s" : NEXT_UNIT[unit];
    const [, name = bare, factor = 1] =
      word === "" ? [] : (WORDS.find(([form]) => form.test(word)) ?? ["", "", 0]);
    if (!name) return undefined;
    unit = name;
    parts.push(`${Number(amount) * factor}${name}`);
    rest = rest.slice(part.length);
  }
  const meant = parts.join("");
  return (parseDuration(meant) ?? 0) > 0 ? meant : undefined;
}
