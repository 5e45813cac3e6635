import { setTimeout as wait } from "node:timers/promises";
import type { Contender } from "./contenders.ts";
import { Editor } from "./editor.ts";
import { digits, median, ratioText, row } from "./figures.ts";
import { plainFile } from "./values-files.ts";

const URI = "file:///bench/values.yaml";

/** The number of edits in one server. */
export interface SoakEffort {
  readonly edits: number;
  /** The number of edits at the start and at the end that are compared. */
  readonly part: number;
  /** The rest before memory is measured, in milliseconds. */
  readonly rest: number;
}

/**
 * Prints the effect of many edits in one process: digits are typed and removed all over a file of 2,000 lines. Memory is what is
 * resident after a rest, in which a server gives back what it likes: it is not forced to collect garbage.
 */
export async function printSoak(contender: Contender, effort: SoakEffort): Promise<void> {
  const { edits, part, rest } = effort;
  const { first, last, before, after } = await soaked(contender, effort);
  console.log(`### ${edits.toLocaleString("en")} edits of 2,000 lines in one process\n`);
  console.log(row("what", `first ${part} edits`, `last ${part} edits`, "ratio"));
  console.log("|---|---:|---:|---:|");
  for (const [what, early, late] of [
    ["edit to diagnostics", median(first), median(last)],
    [`memory (RSS) after ${rest / 1000} s of rest`, median(before), median(after)],
  ] as const) {
    console.log(row(what, digits(early), digits(late), ratioText(late, early)));
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
