import type { Edit } from "./edits/edits.ts";

/** What the comment `# cap-operator: <word>` at the top of a file says, with `chart=<reference>` and `version=<version>` behind the word. */
export interface Modeline {
  /** `unknown`: the word is not one of those that are understood. */
  readonly meaning: "values" | "operator" | "off" | "unknown";
  readonly word: string;
  readonly chart?: string;
  readonly version?: string;
}

const MODELINE = /^\s*#\s*cap-operator\s*:\s*(\S*)(.*)/;
const MEANINGS: readonly string[] = ["values", "operator", "off"] satisfies Modeline["meaning"][];

/** The modeline of a text: the first one among the comments before anything else. */
export function findModeline(text: string): Modeline | undefined {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + 200));
    const [, word, rest = ""] = MODELINE.exec(line) ?? [];
    if (word !== undefined) {
      const meaning = MEANINGS.includes(word) ? (word as Modeline["meaning"]) : "unknown";
      return { meaning, word, ...optionsIn(rest) };
    }
    if (!/^\s*(#|%|---\s*(#|$)|$)/.test(line)) {
      return undefined;
    }
    start = end + 1;
  }
  return undefined;
}

function optionsIn(text: string): Pick<Modeline, "chart" | "version"> {
  const option = (name: string) => new RegExp(`(?:^|[\\s,])${name}=([^\\s,]+)`).exec(text)?.[1];
  const [chart, version] = [option("chart"), option("version")];
  return { ...(chart !== undefined && { chart }), ...(version !== undefined && { version }) };
}

/** The edit that names a chart at the top of a text that names none: in its modeline, or in a new first line. */
export function modelineNaming(text: string, chart: string): Edit {
  const option = `chart=${chart}`;
  const modeline = findModeline(text);
  if (modeline === undefined) {
    const start = text.startsWith("\uFEFF") ? 1 : 0;
    const lineBreak = /\r\n|\n|$/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
    return { start, end: start, text: `# cap-operator: ${MEANINGS[0]} ${option}${lineBreak}` };
  }
  const word = text.indexOf(modeline.word, text.indexOf("cap-operator")) + modeline.word.length;
  return { start: word, end: word, text: ` ${option}` };
}

/** Whether a line is a comment that tells a tool something about the whole file. */
export function isModeline(line: string): boolean {
  return /^\s*#\s*(?:(?:cap-operator|yaml-language-server)\s*:|cap-operator-disable(?![\w-]))/.test(line);
}

/**
 * The text with another chart named in its modeline, by `version=0.34.0` or `chart=` with a name; `undefined` if the modeline names
 * none. With `isOtherVersion`, only the version is another one, and what the line says of the chart stays.
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
  const bare = line.replace(/[\s,](?:chart|version)=[^\s,]+/g, "").replace(/[\s,]+$/, "");
  return lines.with(index, `${bare} ${option}${line.endsWith("\r") ? "\r" : ""}`).join("\n");
}
