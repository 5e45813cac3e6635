import { formatted } from "../../test/core/formatting/format.ts";
import { commentsOf, isReadAlike, misplaced } from "../../test/core/formatting/judges.ts";
import { askLibrary } from "../compare-helm/library.ts";
import type { FormattedText } from "./texts.ts";

/** The part of a text that was formatted. */
export type Extent = "whole" | "but for some lines" | "left as it is";

/** The outcome of formatting a text, with the faults that the judges found. */
export interface Verdict extends FormattedText {
  readonly after: string;
  readonly extent: Extent;
  readonly faults: readonly string[];
}

/** Formats a text; `undefined` if it is not valid YAML. js-yaml and the library `yaml` judge values and comments. */
export async function verdictOn(given: FormattedText): Promise<Verdict | undefined> {
  const { text, set, comments = [] } = given;
  const indentation = { set, usual: 2 };
  const result = await formatted(text, indentation).catch(() => undefined);
  if (!result) return undefined;
  const { text: after, kept } = result;
  const faults: string[] = [];
  if (!isReadAlike(text, after)) faults.push("js-yaml reads other values");
  if (isElsewhere(commentsOf(text), commentsOf(after))) faults.push("a comment is elsewhere");
  if (misplaced(after, comments).length > 0) faults.push("a comment is not where it was written");
  if (after !== text && (await formatted(after, indentation)).text !== after) faults.push("it is not stable");
  const lines = after.trimEnd().split(/\r\n?|\n/).length;
  const isLeft = kept.some(({ first, last }) => first === 0 && last === lines - 1);
  return {
    ...given,
    after,
    faults,
    extent: kept.length === 0 ? "whole" : isLeft ? "left as it is" : "but for some lines",
  };
}

/** True if comments have moved; false if the library finds none before. */
function isElsewhere(before: readonly string[], after: readonly string[]): boolean {
  return before.length > 0 && before.join("\n") !== after.join("\n");
}

/** The number of times that Helm is asked about a text: it does not read all texts alike each time. */
const TIMES = 30;

/** Those of which the libraries of Helm read other values after formatting, and how many they read at all. */
export async function otherValues(
  verdicts: readonly Verdict[],
  program: string,
): Promise<{ readonly read: number; readonly other: readonly Verdict[] }> {
  const question = (text: string) => ({ chart: { name: "asked", values: "" }, files: [text], sets: [] });
  const values = async (texts: readonly string[]) =>
    (await askLibrary(program, texts.map(question))).map((answer) => answer.values);
  const before = await values(verdicts.map(({ text }) => text));
  const after = await values(verdicts.map((verdict) => verdict.after));
  const suspects = verdicts.filter(
    (_, index) => before[index] !== undefined && before[index] !== after[index],
  );
  const other: Verdict[] = [];
  for (const suspect of suspects) {
    const answers = await values(Array<string>(TIMES).fill(suspect.text));
    if (new Set(answers).size === 1) other.push(suspect);
  }
  return { read: before.filter((answer) => answer !== undefined).length, other };
}
