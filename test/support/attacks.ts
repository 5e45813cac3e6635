/** A character that no expression of the source names: an expression has to try all that it can before it. */
const NEVER = "\u{E123}";

/** Texts of about a length that make an expression go back: each run of its parts, over and over, after what comes before it. */
export function attacksOn(pattern: string, flags: string, length: number): readonly string[] {
  const attacks = alternativesOf(partsOf(pattern)).flatMap((parts) => runsOf(parts, flags, ""));
  return [...new Set(attacks.map(({ before, run }) => before + run.repeat(length / run.length) + NEVER))];
}

/** The parts of an expression one after the other, without how often each is repeated; a group is one part. */
function partsOf(pattern: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < pattern.length; ) {
    const part = pattern.slice(start, start + lengthOfPart(pattern.slice(start)));
    parts.push(part);
    start += part.length;
    start += /^(?:[*+?]|\{\d+(?:,\d*)?\})?\??/.exec(pattern.slice(start))?.[0].length ?? 0;
  }
  return parts;
}

/** Letters that are not repeated are one part, so that there are few parts. */
const SIMPLE =
  /^(?:[ \w]+(?![*+?{])|\\[pPu]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<\w+>|\\.|\[(?:\\.|[^\]\\])*\]|[^(])/su;

function lengthOfPart(rest: string): number {
  const [simple] = SIMPLE.exec(rest) ?? [];
  if (simple !== undefined) return simple.length;
  let length = 1;
  while (rest[length] !== ")") {
    length += lengthOfPart(rest.slice(length));
  }
  return length + 1;
}

function alternativesOf(parts: readonly string[]): readonly (readonly string[])[] {
  const bars = parts.flatMap((part, index) => (part === "|" ? [index] : []));
  return [...bars, parts.length].map((bar, index) => parts.slice((bars[index - 1] ?? -1) + 1, bar));
}

interface Run {
  readonly before: string;
  readonly run: string;
}

function runsOf(parts: readonly string[], flags: string, before: string): readonly Run[] {
  const samples = parts.map((part) => sampleOf(part, flags));
  return parts.flatMap((part, from) => {
    const above = before + samples.slice(0, from).join("");
    const runs = samples.slice(from).map((_, index) => samples.slice(from, from + index + 1).join(""));
    const inner = innerOf(part);
    const inside = inner === undefined ? [] : alternativesOf(partsOf(inner));
    return [
      ...runs.filter((run) => run !== "").map((run) => ({ before: above, run })),
      ...inside.flatMap((text) => runsOf(text, flags, above)),
    ];
  });
}

/** The part of a group between its parentheses, without `?:` and the like. */
function innerOf(part: string): string | undefined {
  return /^\((?:\?(?::|<\w+>|<?[=!]))?(.*)\)$/su.exec(part)?.[1];
}

/** A short text that a part matches. */
function sampleOf(part: string, flags: string): string {
  if (/^[ \w]+$/.test(part)) return part;
  if (/^\(\?<?[=!]/.test(part) || ["$", "^", "\\b"].includes(part)) return "";
  const inner = innerOf(part);
  if (inner !== undefined) {
    const [first = []] = alternativesOf(partsOf(inner));
    return first.map((piece) => sampleOf(piece, flags)).join("");
  }
  const expression = new RegExp(`^${part}$`, flags.replace(/[gy]/g, ""));
  return CHARACTERS.find((character) => expression.test(character)) ?? "";
}

/** Those of ASCII, letters first. */
const CHARACTERS = Array.from({ length: 0x7f }, (_, index) => String.fromCharCode((index + 0x61) % 0x7f));
