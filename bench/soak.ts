import { setTimeout as wait } from "node:timers/promises";
import type { Contender } from "./contenders.ts";
import { Editor } from "./editor.ts";
import { digits, median, ratioText, row } from "./figures.ts";
import { verdict } from "./targets.ts";
import { plainFile } from "./values-files.ts";

const URI = "file:///bench/values.yaml";
/** The ratio up to which two figures count as the same: even two runs of one server differ a little. */
const SAME = 1.1;

/** How much is edited in one server. */
export interface SoakEffort {
  readonly edits: number;
  /** How many edits at the start and at the end are compared. */
  readonly part: number;
  /** How many milliseconds of rest come before memory is measured. */
  readonly rest: number;
}

/**
 * Prints the effect of many edits in one process: digits are typed and removed all over a file of 2,000 lines. Memory is what is
 * resident after a rest, in which a server gives back what it likes: it is not forced to collect garbage.
 */
export async function printSoak(contenders: readonly Contender[], effort: SoakEffort): Promise<void> {
  const { edits, part, rest } = effort;
  console.log(`### ${edits.toLocaleString("en")} edits of 2,000 lines in one process\n`);
  console.log(row("server", "what", `first ${part} edits`, `last ${part} edits`, "ratio", "target"));
  console.log("|---|---|---:|---:|---:|---|");
  for (const contender of contenders) {
    const { first, last, before, after } = await soaked(contender, effort);
    const [early, late] = [median(first), median(last)];
    const targeted = (ratio: number) =>
      contender.hasAnswers ? verdict(`at most ${SAME} ×`, ratio, SAME, ratio.toFixed(2)) : "";
    console.log(
      row(
        contender.name,
        "edit to diagnostics",
        `${digits(early)} ms`,
        `${digits(late)} ms`,
        ratioText(late, early),
        targeted(late / early),
      ),
    );
    const [small, large] = [median(before), median(after)];
    console.log(
      row(
        contender.name,
        `memory (RSS) after ${rest / 1000} s of rest`,
        `${small.toFixed(0)} MB`,
        `${large.toFixed(0)} MB`,
        ratioText(large, small),
        targeted(large / small),
      ),
    );
  }
  console.log("");
}

async function soaked(contender: Contender, { edits, part, rest }: SoakEffort) {
  const { text, numbers } = plainFile(2000);
  const editor = await Editor.start(contender);
  try {
    await editor.open(URI, text);
    await editor.quiet(URI);
    const times: number[] = [];
    let before: number[] = [];
    for (let edit = 0; edit < edits; edit++) {
      if (edit === part) {
        await wait(rest);
        before = editor.megabytes();
      }
      // A different place each time, and a different digit on each pass.
      const pair = edit >> 1;
      const start = numbers[(pair * 7) % numbers.length] ?? { line: 0, character: 0 };
      const isTyped = edit % 2 === 0;
      const end = isTyped ? start : { line: start.line, character: start.character + 1 };
      const digit = String(Math.floor(pair / numbers.length) % 10);
      times.push(await editor.edit(URI, { start, end }, isTyped ? digit : ""));
    }
    await wait(rest);
    return { first: times.slice(0, part), last: times.slice(-part), before, after: editor.megabytes() };
  } finally {
    await editor.end();
  }
}
