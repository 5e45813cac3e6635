import { readLine } from "./lines.ts";

/** How many brackets that nothing closes are looked past. */
const MOST_UNCLOSED = 20;

/**
 * Helm lets the lines of a text in brackets or quotes begin anywhere, also at the column of its key or behind a tab;
 * js-yaml wants them indented. Writes such texts on one line, with everything else at its offset.
 */
export function joinLowLines(text: string): string {
  let joined = "";
  let done = 0;
  let unclosed = 0;
  let blockColumn = -1;
  for (let line = 0; line < text.length; ) {
    let next = endOfLine(text, line);
    const source = text.slice(line, next);
    const structure = readLine(source.trimEnd());
    const column = /^ */.exec(source)?.[0].length ?? 0;
    const inBlock = blockColumn >= 0 && (column > blockColumn || source.trim() === "");
    if (!inBlock) {
      blockColumn = -1;
      const from = structure?.value?.column ?? structure?.column ?? source.length;
      const opening = /^(?:[&!]\S*[ \t]+)*(?=(["'[{|>]))/.exec(source.slice(from));
      const start = line + from + (opening?.[0].length ?? 0);
      if (/[|>]/.test(opening?.[1] ?? ""))
        blockColumn = structure?.key ? structure.column : (structure?.dashes.at(-1) ?? column);
      else if (opening && unclosed < MOST_UNCLOSED) {
        const end = closing(text, start, structure?.column ?? column);
        if (end === undefined) unclosed++;
        else if (end > next) {
          if (hasLowLine(text, next, end, structure?.column ?? column)) {
            joined += text.slice(done, start) + onOneLine(text, start, end);
            done = end;
          }
          next = endOfLine(text, end);
        }
      }
    }
    line = next;
  }
  return done === 0 ? text : joined + text.slice(done);
}

/**
 * Behind the bracket or quote that closes what opens at `start`. A line that is a key ends the search where nothing
 * says that it still belongs inside: what opens was never closed.
 */
function closing(text: string, start: number, column: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    else if ((char === '"' || char === "'") && /[\s,:[{]/.test(text.charAt(at - 1) || " ")) {
      const close = closingQuote(text, at);
      if (close === undefined) return undefined;
      at = close;
    } else if (char === "#" && /\s/.test(text.charAt(at - 1))) at = endOfLine(text, at) - 1;
    if (depth === 0) return at + 1;
    if (char === "\n" && isKeyOutside(text, at + 1, column)) return undefined;
  }
  return undefined;
}

function closingQuote(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\" && quote === '"') at++;
    else if (char === quote) return at;
    else if (char === "\n" && readLine(text.slice(at + 1, endOfLine(text, at + 1)).trimEnd())?.key)
      return undefined;
  }
  return undefined;
}

/** Whether a line is a key at or before a column, behind a line that no comma or bracket ends. */
function isKeyOutside(text: string, line: number, column: number): boolean {
  const structure = readLine(text.slice(line, endOfLine(text, line)).trimEnd());
  if (!structure?.key || structure.column > column) return false;
  const above = text.slice(text.lastIndexOf("\n", line - 2) + 1, line).replace(/\s#.*/, "");
  return !/[,[{]\s*$/.test(above);
}

function hasLowLine(text: string, from: number, end: number, column: number): boolean {
  for (let line = from; line < end; line = endOfLine(text, line)) {
    const [, blanks, first] = /^( *)(\S?)/.exec(text.slice(line, endOfLine(text, line))) ?? [];
    const tab = text.charAt(line + (blanks?.length ?? 0)) === "\t";
    if (tab || (first && (blanks?.length ?? 0) <= column)) return true;
  }
  return false;
}

/** The same text without line breaks, and without comments where it is not quoted. */
function onOneLine(text: string, start: number, end: number): string {
  let line = "";
  for (let at = start; at < end; at++) {
    const char = text.charAt(at);
    let close = at;
    if ((char === '"' || char === "'") && /[\s,:[{]/.test(text.charAt(at - 1) || " ")) {
      close = closingQuote(text, at) ?? at;
      line += text.slice(at, close + 1).replace(/[\r\n\t]/g, " ");
    } else if (char === "#" && /\s/.test(text.charAt(at - 1))) {
      close = endOfLine(text, at) - 1;
      line += " ".repeat(close + 1 - at);
    } else line += /[\r\n\t]/.test(char) ? " " : char;
    at = close;
  }
  return line;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}
