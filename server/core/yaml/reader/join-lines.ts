import { signs } from "../lexer.ts";
import { readLine } from "../lines.ts";

/** After this many unclosed brackets and quotes, no more are looked at. */
const MOST_UNCLOSED = 20;

/**
 * Rewrites what Helm can read but js-yaml cannot. The lines of a quoted scalar or a collection in brackets may begin
 * anywhere, even at the column of its key or after a tab; js-yaml wants them indented, so they are joined into one line. A
 * comment needs no blank after a bracket, a quote or the header of a block scalar, and a tab inside brackets is a blank:
 * such comments and tabs are replaced by blanks. Everything else stays at its offset.
 */
export function joinLowLines(text: string): string {
  let joined = "";
  let done = 0;
  let unclosed = 0;
  let blockColumn = -1;
  const replace = (start: number, written: string): void => {
    joined += text.slice(done, start) + written;
    done = start + written.length;
  };
  for (let line = 0; line < text.length; ) {
    let next = endOfLine(text, line);
    const source = text.slice(line, next);
    const structure = readLine(source.trimEnd());
    const column = /^ */.exec(source)?.[0].length ?? 0;
    const inBlock = blockColumn >= 0 && (column > blockColumn || source.trim() === "");
    if (!inBlock) {
      blockColumn = -1;
      const from = structure?.value?.column ?? structure?.column ?? source.length;
      const opening = /^(?:[&!]\S*[ \t]+)*(?=(["'[{]|[|>][-+\d]*))/.exec(source.slice(from));
      const mark = opening?.[1] ?? "";
      const start = line + from + (opening?.[0].length ?? 0);
      if (/[|>]/.test(mark)) {
        blockColumn = structure?.key ? structure.column : (structure?.dashes.at(-1) ?? column);
        replaceComment(text, start + mark.length, replace);
      } else if (opening && unclosed < MOST_UNCLOSED) {
        const end = closing(text, start, structure?.column ?? column);
        if (end === undefined) unclosed++;
        else {
          const low = end > next && hasLowLine(text, next, end, structure?.column ?? column);
          const written = rewritten(text, start, end, low);
          if (low || written !== text.slice(start, end)) replace(start, written);
          replaceComment(text, end, replace);
          if (end > next) next = endOfLine(text, end);
        }
      }
    }
    line = next;
  }
  return done === 0 ? text : joined + text.slice(done);
}

/** Replaces a comment that begins exactly at an offset with blanks. */
function replaceComment(text: string, at: number, replace: (start: number, written: string) => void): void {
  if (text.charAt(at) !== "#") return;
  const comment = /^[^\r\n]*/.exec(text.slice(at, endOfLine(text, at)))?.[0] ?? "";
  replace(at, " ".repeat(comment.length));
}

/**
 * The offset past the bracket or quote that closes what opens at `start`. A line that is a key ends the search if nothing
 * says that it still belongs inside: what opens was never closed.
 */
function closing(text: string, start: number, column: number): number | undefined {
  let depth = 0;
  for (const { kind, end } of signs(text, start)) {
    if (kind === "open") depth++;
    else if (kind === "close") depth--;
    else if (kind === "unclosed") return undefined;
    else if (kind === "line" && isKeyOutside(text, end, column)) return undefined;
    if (depth === 0) return end;
  }
  return undefined;
}

/** Whether a line is a key at or before a column, after a line that does not end with a comma or an opening bracket. */
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

/**
 * A text in quotes or brackets with blanks in place of what js-yaml does not accept; with `joined`, also in place of line
 * breaks.
 */
function rewritten(text: string, start: number, end: number, joined: boolean): string {
  const source = text.slice(start, end);
  const odd = joined ? /[\t\r\n]/g : /\t/g;
  let written = "";
  for (const sign of signs(source)) {
    if (sign.kind !== "quoted" && sign.kind !== "comment") continue;
    written += source.slice(written.length, sign.start).replace(odd, " ");
    const part = source.slice(sign.start, sign.end);
    if (sign.kind === "comment") written += " ".repeat(part.length);
    else written += joined ? part.replace(odd, " ") : part;
  }
  return written + source.slice(written.length).replace(odd, " ");
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}
