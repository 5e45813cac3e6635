import type { Analysis } from "../analysis.ts";
import type { Finding, Rule } from "./rule.ts";

const MARK = "cap-operator-disable";
const COMMENT = /(?:^|\s)#\s*cap-operator-disable(-next-line)?(?![\w-])\s*:?([\s,\w-]*)/;

interface Silence {
  /** The line it is about; the whole file if there is none. */
  readonly line: number | undefined;
  /** The codes it names; all if it names none. */
  readonly codes: readonly string[];
}

/**
 * Whether a comment silences a finding: `# cap-operator-disable-next-line <code>` above its line, or
 * `# cap-operator-disable <code>` anywhere in the file. Several codes can be named; without one all are meant.
 */
export function silencer({ file, lines }: Analysis): (finding: Finding, rule: Rule) => boolean {
  const silences: Silence[] = [];
  for (let at = file.text.indexOf(MARK); at >= 0; at = file.text.indexOf(MARK, at + 1)) {
    const line = lines.lineAt(at);
    const comment = lines.isInScalar(line) ? null : COMMENT.exec(lines.text(line));
    if (!comment) continue;
    const codes = (comment[2] ?? "").split(/[\s,]+/).filter((code) => code !== "");
    silences.push({ line: comment[1] ? line + 1 : undefined, codes });
  }
  if (silences.length === 0) return () => false;
  const forFile = silences.filter(({ line }) => line === undefined);
  const forLine = new Map(silences.map((silence) => [silence.line, silence]));
  const names = ({ codes }: Silence, { code }: Rule) => codes.length === 0 || codes.includes(code);
  return ({ start }, rule) => {
    const above = forLine.get(lines.lineAt(start));
    return (above !== undefined && names(above, rule)) || forFile.some((silence) => names(silence, rule));
  };
}
