import type { Analysis } from "../../semantics/analysis.ts";
import type { Finding, Rule } from "./rule.ts";

const MARK = "cap-operator-disable";
const COMMENT = /(?:^|\s)#\s*(cap-operator-disable(-next-line)?(?![\w-])\s*:?)([\s,\w-]*)/;

/** A comment that silences rules. */
export interface Silence {
  /** The line that it applies to; absent for the whole file. */
  readonly line: number | undefined;
  /** The codes that it names; empty means all codes. */
  readonly codes: readonly string[];
  /** The offset of the codes in the file. */
  readonly offset: number;
}

/** The comments of a file that silence rules, in the order of the text. */
export function silencesIn({ file, lines }: Analysis): Silence[] {
  const silences: Silence[] = [];
  for (let offset = file.text.indexOf(MARK); offset >= 0; offset = file.text.indexOf(MARK, offset + 1)) {
    const line = lines.lineAt(offset);
    const comment = lines.isInScalar(line) ? null : COMMENT.exec(lines.text(line));
    if (!comment) continue;
    const [whole, directive = "", nextLine, named = ""] = comment;
    silences.push({
      line: nextLine ? line + 1 : undefined,
      codes: named.split(/[\s,]+/).filter((code) => code !== ""),
      offset: lines.start(line) + comment.index + whole.indexOf(directive) + directive.length,
    });
  }
  return silences;
}

/** The line above which a comment must be to apply to an offset: there can be no comment inside a multi-line scalar. */
export function commentedLine({ lines }: Analysis, offset: number): number {
  let line = lines.lineAt(offset);
  while (line > 0 && lines.isInScalar(line)) line--;
  return line;
}

/**
 * Tells if a comment silences a finding: `# cap-operator-disable-next-line <code>` above its line, or `# cap-operator-disable <code>`
 * anywhere in the file. It can name several codes; without any it silences all rules.
 */
export function silencer(
  analysis: Analysis,
): (finding: Pick<Finding, "start">, rule: Pick<Rule, "code">) => boolean {
  const silences = silencesIn(analysis);
  if (silences.length === 0) return () => false;
  const forFile = silences.filter(({ line }) => line === undefined);
  const forLine = new Map(silences.map((silence) => [silence.line, silence]));
  const names = ({ codes }: Silence, { code }: Pick<Rule, "code">) =>
    codes.length === 0 || codes.includes(code);
  return ({ start }, rule) => {
    const above = forLine.get(commentedLine(analysis, start));
    return (above !== undefined && names(above, rule)) || forFile.some((silence) => names(silence, rule));
  };
}
