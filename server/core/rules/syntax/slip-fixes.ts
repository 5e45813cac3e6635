import { childOf, type SchemaNode } from "../../schema/model.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import { bracketSlips, lineSlip, moved, type Slip } from "../../yaml/slips.ts";
import { mayHaveInvisible } from "../engine/misread-entries.ts";
import type { Edit, Fix, RuleContext } from "../engine/rule.ts";
import { slipTitle } from "../engine/sentences.ts";

/** The largest number of lines with the same slip that are corrected together. */
const MOST_LINES = 100;

/** The largest number of slips in the brackets of one line that are tried. */
const MOST_IN_BRACKETS = 5;

/**
 * Corrects the slip in a line that is not YAML, or in one next to it: a line without a colon is read as a part of the value above it. Lines of the same block with
 * the same slip are corrected together, because the text can be read only then.
 */
export function slipFixes(context: RuleContext, broken: number): Fix[] {
  const { analysis } = context;
  const { lines } = analysis;
  const found = [broken, broken - 1, broken + 1].find((line) => slipAt(analysis, line));
  const slip = found === undefined ? undefined : slipAt(analysis, found);
  if (found === undefined || !slip) {
    const start = lines.start(broken);
    const slips = bracketSlips(lines.text(broken)).slice(0, MOST_IN_BRACKETS);
    return slips.map((each) => slipFix(each, moved(each, start).edits, slips.length === 1));
  }
  const isAlike = (line: number) =>
    lines.indentation(line) === lines.indentation(found) &&
    slipAt(analysis, line)?.fault.code === slip.fault.code;
  let first = found;
  while (isAlike(first - 1) && found - first < MOST_LINES) first--;
  let last = found;
  while (isAlike(last + 1) && last - found < MOST_LINES) last++;
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const edits = all.flatMap((line) => slipAt(analysis, line)?.edits ?? []);
  return [
    slipFix(
      slip,
      edits,
      all.every((line) => isCertain(context, line)),
    ),
  ];
}

function slipFix({ fault }: Slip, edits: readonly Edit[], preferred: boolean): Fix {
  return { title: slipTitle(fault), edits, preferred, mendsSlip: true };
}

function slipAt({ lines }: Analysis, line: number): Slip | undefined {
  if (line < 0 || line >= lines.count || lines.beginsWithComment(line)) return undefined;
  const slip = lineSlip(lines.text(line));
  return slip && moved(slip, lines.start(line));
}

/** Two words may be any text, unless the first is a key here. While there are invisible characters, lines may belong to other blocks than those that they seem to. */
function isCertain(context: RuleContext, line: number): boolean {
  const { analysis } = context;
  const slip = slipAt(analysis, line);
  if (slip?.key === undefined) return true;
  if (mayHaveInvisible(analysis)) return false;
  const { lines } = analysis;
  const beginning = /^[ \t]*(?:- +)*/.exec(lines.text(line))?.[0].length ?? 0;
  const schema = schemaAround(context, lines.start(line) + beginning);
  if (!schema) return slip.fault.code !== "missing-colon";
  return slip.fault.code === "missing-colon"
    ? schema.properties.has(slip.key)
    : childOf(schema, slip.key) !== undefined || !schema.closed;
}

/** The schema of the mapping around a key at an offset. */
export function schemaAround({ analysis, document }: RuleContext, offset: number): SchemaNode | undefined {
  const cursor = analysis.cursorAt(offset);
  return cursor?.kind === "key" ? document.at(cursor.path).schema : undefined;
}
