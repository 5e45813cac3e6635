// Slips of a single character in right files, as people make them while typing or pasting, and the outcome of repairing each without a person.
import assert from "node:assert/strict";
import { dump } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import { jsonOf } from "../../../server/core/values/helm-value.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { Dice } from "../../helm/dice.ts";
import { GOOD_FILES } from "./corpus.ts";
import { analyse, engine } from "./engine.ts";

/** A kind of slip: the places in a text where it can be made, and the text written there instead. */
export interface Slip {
  readonly name: string;
  readonly places: RegExp;
  readonly by: string;
}

const NO_BREAK_SPACE = "\u00a0";

/** The kinds of slips, each of one character. */
export const SLIPS: readonly Slip[] = [
  { name: "no space after the colon", places: /(?<=\w["']?:) (?=\S)/g, by: "" },
  { name: "no colon", places: /(?<=[\w"']):(?=[ \n])/g, by: "" },
  { name: "equals sign for the colon", places: /(?<=[\w"']):(?=[ \n])/g, by: "=" },
  { name: "semicolon for the colon", places: /(?<=[\w"']):(?=[ \n])/g, by: ";" },
  { name: "semicolon for the comma", places: /,(?= )/g, by: ";" },
  { name: "no comma", places: /,(?= )/g, by: "" },
  { name: "no dash", places: /(?<=^ *)-(?= )/gm, by: "" },
  { name: "no space after the dash", places: /(?<=^ *-) (?=\S)/gm, by: "" },
  { name: "bullet for the dash", places: /(?<=^ *)-(?= )/gm, by: "•" },
  { name: "long dash for the dash", places: /(?<=^ *)-(?= )/gm, by: "–" },
  { name: "asterisk for the dash", places: /(?<=^ *)-(?= )/gm, by: "*" },
  { name: "no quote", places: /["']/g, by: "" },
  { name: "a quote too many", places: /(?<=: |\w)(?=[,\n])|(?<=: )(?=\w)/g, by: '"' },
  { name: "no bracket", places: /[{}[\]]/g, by: "" },
  { name: "no-break space in the indentation", places: /(?<=^ *) (?= *\S)/gm, by: NO_BREAK_SPACE },
  { name: "no-break space after the colon", places: /(?<=:) (?=\S)/g, by: NO_BREAK_SPACE },
  { name: "no-break space after the dash", places: /(?<=^ *-) (?=\S)/gm, by: NO_BREAK_SPACE },
  { name: "no-break space at the end", places: /(?<=\w)(?=\n)/g, by: NO_BREAK_SPACE },
  { name: "tab in the indentation", places: /(?<=^ *) (?= *\S)/gm, by: "\t" },
  { name: "tab after the colon", places: /(?<=:) (?=\S)/g, by: "\t" },
  { name: "a space too many", places: /^(?= *\S)/gm, by: " " },
  { name: "a space too few", places: /^ (?= *\S)/gm, by: "" },
];

interface RightFile {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly text: string;
}

const FLOW_LEVELS = [1, 2, 3];

/** The right files of the corpus as they are, and their values in other styles. */
function rightFiles(): readonly RightFile[] {
  const plain = GOOD_FILES.filter(({ text }) => !/^---|[&*]\w|!!|\r|\{\{|\ufeff/m.test(text));
  const styled = plain.flatMap(({ name, kind, text }): RightFile[] => {
    const values = valuesOf(text);
    const variant = (style: string, other: string) => ({ name: `${name}, ${style}`, kind, text: other });
    return [
      ...FLOW_LEVELS.map((level) =>
        variant(`flow ${level}`, dump(values, { flowLevel: level, lineWidth: -1 })),
      ),
      variant("four spaces", dump(values, { indent: 4 })),
      variant("lists at their keys", dump(values, { seqNoIndent: true })),
      variant("double quotes", dump(values, { quoteStyle: "double", forceQuotes: true })),
      variant("JSON", `${JSON.stringify(values, null, 2)}\n`),
      variant("one line", `${JSON.stringify(values).replace(/(?<=["\]}\d]),|(?<="):/g, "$& ")}\n`),
    ];
  });
  return [...plain, ...styled].filter(({ text }) => text.length < 3000);
}

/** A right file in which one character went wrong, so that Helm reads other values. */
export interface SlippedFile extends RightFile {
  readonly slip: string;
  readonly good: string;
}

/** Different slipped files, which the dice decide. */
export function slippedFiles(count: number, dice: Dice): readonly SlippedFile[] {
  const sources = rightFiles();
  const found = new Map<string, SlippedFile>();
  for (let tries = 0; found.size < count && tries < 50 * count; tries++) {
    const { name, kind, text: good } = dice.pick(sources);
    const { name: slip, places, by } = dice.pick(SLIPS);
    const all = [...good.matchAll(places)];
    if (all.length === 0) continue;
    const { index, 0: character } = dice.pick(all);
    const text = good.slice(0, index) + by + good.slice(index + character.length);
    if (!hasValuesOf(good, text)) found.set(text, { name, kind, text, slip, good });
  }
  assert.equal(found.size, count);
  return [...found.values()];
}

/** The end of a repair: the values are those of the right file; or a finding is left that the right file has not; or neither. */
export type SlipEnd = "values as before" | "reported" | "silent" | "reported by nothing from the start";

/** A slipped file after all likely fixes. */
export interface SlipOutcome {
  readonly after: string;
  readonly end: SlipEnd;
}

export async function repairedSlip({ kind, text, good }: SlippedFile): Promise<SlipOutcome> {
  const known = new Set(await findingsIn(good, kind));
  const isReported = async (one: string) => (await findingsIn(one, kind)).some((found) => !known.has(found));
  const analysis = analyse(text, kind);
  const action = await engine.fixAll(analysis, "likely");
  const after = TextDocument.applyEdits(analysis.text, action?.edit?.changes?.[analysis.text.uri] ?? []);
  if (hasValuesOf(good, after)) return { after, end: "values as before" };
  if (await isReported(after)) return { after, end: "reported" };
  return { after, end: (await isReported(text)) ? "silent" : "reported by nothing from the start" };
}

const HINT = 4;

/** The codes and messages of all that is reported in a text, but for hints, without the numbers of lines. */
export async function findingsIn(text: string, kind: DocumentKind): Promise<readonly string[]> {
  const found = await engine.diagnostics(analyse(text, kind));
  return found.flatMap(({ severity, code, message }) =>
    severity === HINT ? [] : [`${String(code)} ${String(message).replace(/\d+/g, "")}`],
  );
}

function hasValuesOf(good: string, text: string): boolean {
  try {
    assert.deepEqual(valuesOf(text), valuesOf(good));
    return true;
  } catch {
    return false;
  }
}

/** The values of a text as Helm reads them; an error if it cannot. */
function valuesOf(text: string): unknown {
  const file = parseYaml(text);
  if (file.problems.length > 0) throw new Error("not YAML");
  return jsonOf(file, 3);
}
