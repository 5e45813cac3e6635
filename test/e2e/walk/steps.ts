// The steps of a person on a walk: each word of a state, with its meaning at the desk.
import assert from "node:assert/strict";
import { persist } from "../../support/workbench/persist.ts";
import type { Person } from "../../support/workbench/person.ts";
import type { Desk } from "../person/desk.ts";

/** The time that a person takes for a key, in milliseconds. */
const KEY_MS = 40;

type Word = (desk: Desk, ...words: readonly string[]) => Promise<unknown>;

const WORDS: Readonly<Record<string, Word>> = {
  opens: ({ person }, file) => person.opensFile(said(file)),
  "is at the end": ({ person }) => person.presses("Control+End"),
  "is at": ({ person }, text) => person.goesToEndOf(said(text)),
  types: ({ person }, text) => person.types(said(text), KEY_MS),
  "types the lines": ({ person }, text, indent) => typesLines(person, said(text), Number(indent ?? 2)),
  presses: ({ person }, ...keys) => person.presses(...keys),
  "asks for suggestions": ({ person }) => person.suggestions.asksFor(),
  "sees first": ({ person }, ...labels) => person.suggestions.seesFirst(labels),
  "is offered": async ({ person }, ...labels) => {
    for (const label of labels) await person.suggestions.sees(label);
  },
  "is not offered": async ({ person }, text) => {
    assert.deepEqual(
      (await person.suggestions.labels()).filter((label) => label.includes(said(text))),
      [],
    );
  },
  "reads in the row": ({ person }, label, text) => person.suggestions.seesInRow(said(label), said(text)),
  takes: ({ person }, label) => person.suggestions.picks(said(label)),
  "is at column": ({ person }, column) => person.isAtColumn(Number(column) - 1),
  "sees a problem": ({ person }, ...texts) => person.seesProblem(...texts),
  "sees no problem": ({ person }, ...texts) => person.seesNoProblem(...texts),
  "returns to": ({ person }, file) => person.returnsTo(said(file)),
  "sees nothing red": ({ person }) => person.seesNoUnderline("error"),
  fixes: async ({ person }, title) => {
    const action = person.page.locator(".action-widget .monaco-list-row").first();
    // The menu does not come where the editor does not have the problems yet.
    await persist(
      () => person.presses("Control+."),
      (timeout) => action.waitFor({ timeout }),
    );
    await person.picksAction(said(title));
  },
  "is offered the fixes": async ({ person }, ...titles) => {
    await person.presses("Control+.");
    const rows = person.page.locator(".action-widget .monaco-list-row.action");
    for (const [index, title] of titles.entries()) await rows.nth(index).filter({ hasText: title }).waitFor();
    await person.presses("Escape");
  },
  "reads the status": ({ person }, text) => person.readsLanguageStatus(said(text)),
  "reads about": ({ person }, word, text) => person.readsHoverOf(said(word), said(text)),
  "sees the lens": ({ person }, title) => person.seesLens(person.activeEditor(), said(title)),
  runs: ({ person }, title) => person.runsCommand(said(title)),
  picks: ({ person }, label) => person.picks(said(label)),
  "reads choices": async ({ person }, ...labels) => {
    for (const label of labels) await person.quickPick(label).first().waitFor();
    assert.deepEqual((await person.readsChoices(said(labels[0]))).cut, []);
  },
  "finds in the palette": ({ person }, title) => person.seesInPalette(said(title)),
  "reads the message": ({ person }, text) => person.readsNotification(said(text)),
  "reads in the editor": ({ person }, text) => person.seesText(person.activeEditor(), said(text)),
  "reads in the effective values": ({ person }, text, origin) =>
    origin === undefined
      ? person.seesText(person.effectiveValues(), said(text))
      : person.seesOrigin(person.effectiveValues(), said(text), origin),
  "has saved": async ({ person, onDisk }, file, ...texts) => {
    await person.saves();
    assert.equal(await onDisk(said(file)), texts.join(""));
  },
  "keeps a picture": ({ person }, name) => person.keepsPicture(`walk-${name}`),
};

/** One thing that a person does or sees: a word, and what it is about. */
export type Step = string | Readonly<Record<string, string | number | readonly string[]>>;

/** Does one step after the other. A step that is not understood, or not seen, is named. */
export async function walks(desk: Desk, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const [word, about] = typeof step === "string" ? [step, []] : (Object.entries(step)[0] ?? ["", []]);
    const meant = WORDS[word];
    if (meant === undefined) throw new Error(`A step is called "${word}", which means nothing.`);
    try {
      await meant(desk, ...(Array.isArray(about) ? about : [about]).map(String));
    } catch (error) {
      throw new Error(`${JSON.stringify(step)} did not come about.`, { cause: error });
    }
  }
}

function said(word: string | undefined): string {
  if (word === undefined) throw new Error("A step does not say what it is about.");
  return word;
}

/**
 * Types a whole file as a person does, who ends each line with Enter and goes to the level of the next one with Tab and Shift+Tab:
 * nothing that the editor brings by itself is waited for, closed or taken back.
 */
async function typesLines(person: Person, text: string, indent: number): Promise<void> {
  let previous = "";
  for (const [index, line] of text.trimEnd().split("\n").entries()) {
    const column = line.length - line.trimStart().length;
    if (index > 0) {
      await person.presses("Enter");
      const comesTo = behindEnter(previous, indent);
      await person.isAtColumn(comesTo);
      const levels = Math.abs(comesTo - column) / indent;
      await person.presses(...Array.from({ length: levels }, () => (comesTo > column ? "Shift+Tab" : "Tab")));
      await person.isAtColumn(column);
    }
    await person.types(line.trimStart(), KEY_MS);
    previous = line;
  }
}

/**
 * The column of the cursor after Enter at the end of a line: one level deeper below a key, and at the item's keys behind its
 * first one.
 */
function behindEnter(line: string, indent: number): number {
  const rest = line.trimStart();
  const column = line.length - rest.length;
  const item = /^(?:- +)+/.exec(rest)?.[0].length ?? 0;
  if (/:(?: [|>][+-]?)?$/.test(rest)) return column + item + indent;
  return /^- +[\w.]+:/.test(rest) ? column + item : column;
}
