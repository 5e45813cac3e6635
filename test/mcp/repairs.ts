import { loadAll } from "js-yaml";
import { GOOD_FILES } from "../core/support/corpus.ts";
import { SPOILERS } from "../core/support/damaged-files.ts";
import { Dice } from "../helm/dice.ts";
import type { Agent } from "./agent.ts";

/** What each of the spoilers does to a line. */
const WAYS = [
  "a key with letters twice",
  "the value is gone",
  "quotes around the value",
  "brackets around the value",
  "the value is 1.10",
  "the value is yes",
  "braces around the value",
  "the dash is gone",
  "two spaces less before the line",
  "two spaces more before the line",
  "a tab before the line",
  "the key is issuerName",
  "the key is volumes",
  "the line twice",
  "the colon and the value are gone",
] as const;

/** After these, a key or a value that was there is nowhere in the file: nobody could know it. */
export const LOSING: ReadonlySet<string> = new Set([WAYS[1], WAYS[4], WAYS[5], WAYS[11], WAYS[12], WAYS[14]]);

/** A values file that was good until one line went wrong. */
export interface BrokenFile {
  readonly name: string;
  readonly text: string;
  /** The text before. */
  readonly good: string;
  /** How it went wrong. */
  readonly way: string;
  /** The line that went wrong. */
  readonly spoiled: string;
  /** How many errors it has. */
  readonly errors: number;
}

/** What became of one. */
export interface Repair {
  readonly file: BrokenFile;
  readonly text: string;
  /** Codes of the errors that are left. */
  readonly left: readonly string[];
  readonly lostComments: readonly string[];
  readonly applied: readonly string[];
}

const MOST_ROUNDS = 12;

/** Files with an error each at least, made of good ones by spoiling one line. */
export async function brokenFiles(agent: Agent, count: number, seed: number): Promise<BrokenFile[]> {
  const dice = new Dice(seed);
  const sources = GOOD_FILES.filter(({ kind }) => kind === "values");
  const found = new Map<string, BrokenFile>();
  for (let tries = 0; found.size < count && tries < count * 50; tries++) {
    const source = dice.pick(sources);
    const lines = source.text.split("\n");
    const at = dice.below(lines.length);
    const way = dice.below(SPOILERS.length);
    const spoil = (line: string) => SPOILERS[way]?.(line) ?? line;
    const text = lines.with(at, spoil(lines[at] ?? "")).join("\n");
    if (text === source.text || found.has(text)) continue;
    const { state, counts } = await agent.ask("check_values", { text, fixes: false });
    if (state !== "checked" || counts.error === 0) continue;
    found.set(text, {
      name: `${source.name}:${at + 1}`,
      text,
      good: source.text,
      way: WAYS[way] ?? "",
      spoiled: spoil(lines[at] ?? ""),
      errors: counts.error,
    });
  }
  return [...found.values()];
}

/**
 * Repairs a file as an agent without a mind of its own: first everything that is safe, then everything that is likely right, then the first fix of an error that
 * leaves fewer errors behind. If there is none, a text that cannot be read may become one that has as many errors.
 */
export async function repair(agent: Agent, file: BrokenFile): Promise<Repair> {
  let { text } = file;
  const applied: string[] = [];
  const step = async (fixes: unknown, errors: number): Promise<boolean> => {
    const answer = await agent.call("apply_fixes", { text, fixes });
    if (answer.isError || answer.data.remaining.error >= errors) return false;
    if (lostComments(text, answer.data.text).length > 0) return false;
    text = answer.data.text;
    applied.push(...answer.data.applied);
    return true;
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { counts, findings } = await agent.ask("check_values", { text });
    if (counts.error === 0) break;
    if (await step("safe", counts.error)) continue;
    if (await step("likely", counts.error)) continue;
    let isBetter = false;
    const errors = findings.filter(({ severity }: { severity: string }) => severity === "error");
    for (const { fixes } of errors) {
      for (const { id } of fixes) {
        isBetter = await step([id], counts.error);
        if (isBetter) break;
      }
      if (isBetter) break;
    }
    // What cannot be read may hide as many errors as it is.
    const unread = errors.find(({ code }: { code?: string }) => code === "syntax");
    if (!isBetter && unread?.fixes[0]) isBetter = await step([unread.fixes[0].id], counts.error + 1);
    if (!isBetter) break;
  }
  const { state, findings = [] } = await agent.ask("check_values", { text, fixes: false });
  const left = findings.flatMap(({ severity, code }: { severity: string; code?: string }) =>
    severity === "error" ? [code ?? "(none)"] : [],
  );
  return {
    file,
    text,
    left: state === "checked" ? left : [state],
    lostComments: lostComments(file.text, text),
    applied,
  };
}

/** Whether the values of a repaired file are those that it had before it was broken. */
export function isAsBefore({ file, text }: Repair): boolean {
  try {
    return JSON.stringify(loadAll(text)) === JSON.stringify(loadAll(file.good));
  } catch {
    return false;
  }
}

/** The comments of a text that another one does not have, or not as often. */
export function lostComments(before: string, after: string): string[] {
  const left = commentsIn(after);
  return commentsIn(before).filter((comment) => {
    const at = left.indexOf(comment);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function commentsIn(text: string): string[] {
  return [...text.matchAll(/(?:^|[ \t])(#.*?)\r?$/gm)].map(([, comment = ""]) => comment.trim());
}
