import { editDistance } from "./edit-distance.ts";
import type { Edit } from "./edits/edit.ts";

/** The comment `# cap-operator: <word>` at the top of a file, with `chart=<reference>` and `version=<version>` behind the word. */
export interface Modeline {
  /** `unknown` if the word is not a known one, or if the colon is missing. */
  readonly meaning: "values" | "operator" | "off" | "unknown";
  readonly word: string;
  readonly chart?: string;
  readonly version?: string;
  /** The range in the text, from the `#` to the last letter. */
  readonly start: number;
  readonly end: number;
  readonly hasColon: boolean;
  /** The parts behind the word that are not understood, in order. */
  readonly unknown: readonly string[];
  /** The text of the modeline; `isCut` if the line is longer than the part that is read. */
  readonly text: string;
  readonly isCut: boolean;
}

const MODELINE = /^\s*#\s*cap-operator\s*:\s*(\S*)(.*)/;
const MEANINGS: readonly string[] = ["values", "operator", "off"] satisfies Modeline["meaning"][];
const LONGEST_LINE = 200;

/** The modeline of a text: the first one among the comments before anything else. One without a colon counts if there is no other. */
export function findModeline(text: string): Modeline | undefined {
  // Each of many documents asks about the whole of its text.
  if (last?.text !== text) last = { text, found: modelineAbove(text) };
  return last.found;
}

let last: { readonly text: string; readonly found: Modeline | undefined } | undefined;

function modelineAbove(text: string): Modeline | undefined {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  let bare: Modeline | undefined;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE));
    const found = modelineIn(line, start, end - start > LONGEST_LINE);
    if (found?.hasColon) return found;
    bare ??= found;
    if (!/^\s*(#|%|---\s*(#|$)|$)/.test(line)) return bare;
    start = end + 1;
  }
  return bare;
}

function modelineIn(line: string, offset: number, isCut: boolean): Modeline | undefined {
  const [whole, indent = "", colon, said = ""] = /^(\s*)#\s*cap-operator(\s*:|(?=\s))(.*)/.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const [content = ""] = said.split(/\s#/, 1);
  const [word = "", ...parts] = partsOf(content);
  const hasColon = colon !== "";
  // Without a colon it may be a sentence: it is not, if it has nothing but words that are understood behind one.
  const isMeant = MEANINGS.includes(word) || /^(?:chart|version)=/.test(word);
  if (!hasColon && !(isMeant && parts.every((part) => /^\w+=/.test(part)))) return undefined;
  const options: { chart?: string; version?: string } = {};
  const unknown: string[] = [];
  for (const part of parts) {
    const [, name, value] = /^(chart|version)=(.+)$/.exec(part) ?? [];
    if ((name === "chart" || name === "version") && options[name] === undefined)
      options[name] = String(value);
    else unknown.push(part);
  }
  const end = whole.length - said.length + content.trimEnd().length;
  const isKnown = hasColon && MEANINGS.includes(word);
  return {
    meaning: isKnown ? (word as Modeline["meaning"]) : "unknown",
    word,
    ...(hasColon && options),
    start: offset + indent.length,
    end: offset + end,
    hasColon,
    unknown,
    text: line.slice(indent.length, end),
    isCut,
  };
}

function partsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== "");
}

/** The likely meaning of a modeline that is not understood, or only in part. */
interface MeantModeline {
  readonly meaning?: "values" | "operator" | "off";
  /** The chart and the version, as they are to be written. */
  readonly options: readonly string[];
  /** The parts without a likely meaning. */
  readonly dropped: readonly string[];
}

/** Guesses the meaning of a modeline with misspelled words, options without names, or another sign between name and value. */
export function meantModeline({ text }: Modeline): MeantModeline {
  const plain = text
    .replace(/^#\s*cap-operator\s*:?/, "")
    .replace(/(?<=^|[\s,])([a-z]{4,9})(?:\s*[=:]\s*|\s+(?=v?\d))(?!\/\/)/gi, (all, written: string) => {
      const name = nearestOf(written, ["chart", "version"]);
      return name === undefined ? all : `${name}=`;
    });
  let meaning: string | undefined;
  const options = new Map<string, string>();
  const dropped: string[] = [];
  for (const part of partsOf(plain)) {
    const [, written, value = ""] = /^(?:(chart|version)=)?(.+)$/.exec(part) ?? [];
    const name = written ?? (/^v?\d+\.\d/.test(part) ? "version" : undefined);
    const word = nearestOf(part.replace(/[:;.]$/, ""), MEANINGS);
    if (name !== undefined && !options.has(name)) options.set(name, value);
    else if (meaning === undefined && word !== undefined) meaning = word;
    else dropped.push(part);
  }
  return {
    ...(meaning !== undefined && { meaning: meaning as "values" | "operator" | "off" }),
    options: [...options].map(([name, value]) => `${name}=${value}`),
    dropped,
  };
}

function nearestOf(word: string, names: readonly string[]): string | undefined {
  return names.find((name) => editDistance(word, name) <= (name.length < 6 ? 1 : 2));
}

/** The edit that names a chart at the top of a text that names none: in its modeline, or in a new first line. */
export function modelineNaming(text: string, chart: string): Edit {
  const option = `chart=${chart}`;
  const modeline = findModeline(text);
  if (modeline === undefined || modeline.meaning === "unknown") {
    const start = text.startsWith("\uFEFF") ? 1 : 0;
    const lineBreak = /\r\n?|\n/.exec(text)?.[0] ?? "\n";
    return { start, end: start, text: `# cap-operator: ${MEANINGS[0]} ${option}${lineBreak}` };
  }
  const word = text.indexOf(modeline.word, text.indexOf("cap-operator")) + modeline.word.length;
  return { start: word, end: word, text: ` ${option}` };
}

/** True if a line is a comment that configures a tool for the whole file. */
export function isModeline(line: string): boolean {
  return /^\s*#\s*(?:(?:cap-operator|yaml-language-server)\s*:|cap-operator-disable(?![\w-]))/.test(line);
}

/**
 * The text with another chart named in its modeline, by `version=0.34.0` or `chart=` with a name; `undefined` if the modeline names
 * none. With `isOtherVersion`, only the version is replaced, and the chart stays.
 */
export function withModelineChart(text: string, option: string, isOtherVersion: boolean): string | undefined {
  const modeline = findModeline(text);
  if (modeline?.chart === undefined && modeline?.version === undefined) return undefined;
  const lines = text.split("\n");
  const index = lines.findIndex((line) => MODELINE.test(line));
  const line = lines[index] ?? "";
  if (isOtherVersion && modeline.version !== undefined) {
    const changed = line.replace(/([\s,])version=[^\s,]+/, (_, before: string) => before + option);
    return lines.with(index, changed).join("\n");
  }
  const bare = line.replace(/[\s,](?:chart|version)=[^\s,]+/g, "").replace(/(?<![\s,])[\s,]+$/, "");
  return lines.with(index, `${bare} ${option}${line.endsWith("\r") ? "\r" : ""}`).join("\n");
}
