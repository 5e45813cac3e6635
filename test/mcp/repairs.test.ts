import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import { GOOD_FILES } from "../core/support/corpus.ts";
import { SPOILERS } from "../core/support/damaged-files.ts";
import { Dice } from "../helm/dice.ts";
import { effort } from "../support/effort.ts";
import { Agent, afterEdits } from "./agent.ts";
import { brokenFiles as rejectedFiles, repairedAtOnce } from "./one-call.ts";

/** A values file that was good until one line went wrong, and has an error since then. */
interface BrokenFile {
  readonly good: string;
  readonly text: string;
}

async function brokenFiles(agent: Agent, count: number, seed: number): Promise<readonly BrokenFile[]> {
  const dice = new Dice(seed);
  const sources = GOOD_FILES.filter(({ kind }) => kind === "values");
  const found = new Map<string, BrokenFile>();
  while (found.size < count) {
    const good = dice.pick(sources).text;
    const lines = good.split("\n");
    const index = dice.below(lines.length);
    const text = lines.with(index, dice.pick(SPOILERS)(lines[index] ?? "")).join("\n");
    if (text === good || found.has(text)) continue;
    const { state, counts } = await agent.ask("check_values", { text, repair: "none" });
    if (state === "checked" && counts.error > 0) found.set(text, { good, text });
  }
  return [...found.values()];
}

const MOST_ROUNDS = 12;

/**
 * Repairs a text as an agent without a mind of its own, with the returned edits: first everything that is safe, then everything that is likely right, then the
 * first fix of an error that leaves fewer errors behind. If there is none, a text that cannot be read may become one that has as many errors.
 */
async function repaired(agent: Agent, broken: string): Promise<{ text: string; errors: number }> {
  let text = broken;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { counts, findings } = await agent.ask("check_values", { text, fixes: true, repair: "none" });
    // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects.
    const errors = (findings ?? []).filter(({ severity }: any) => severity === "error");
    // A text that cannot be read may hide more errors.
    // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects.
    const unread = errors.find(({ code }: any) => code === "syntax")?.fixes?.[0];
    const steps = [
      ["safe", counts.error],
      ["likely", counts.error],
      // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects.
      ...errors.flatMap(({ fixes = [] }: any) => fixes.map(({ id }: any) => [[id], counts.error])),
      ...(unread ? [[[unread.id], counts.error + 1]] : []),
    ];
    let next: string | undefined;
    for (const [fixes, most] of counts.error === 0 ? [] : steps) {
      const { isError, data } = await agent.call("suggest_fixes", { text, fixes });
      if (isError || data.remaining.error >= most || lostComments(text, data.text).length > 0) continue;
      next = afterEdits(text, data.edits);
      assert.equal(next, data.text);
      break;
    }
    if (next === undefined) return { text, errors: counts.error };
    text = next;
  }
  return { text, errors: (await agent.ask("check_values", { text, fixes: false })).counts?.error ?? 1 };
}

/** True if two texts have the same values. js-yaml cannot read everything that Helm reads. */
function hasValuesOf(good: string, text: string): boolean {
  try {
    return JSON.stringify(loadAll(text)) === JSON.stringify(loadAll(good));
  } catch {
    return false;
  }
}

/** The comments of a text that another one does not have, or not as often. */
function lostComments(before: string, after: string): string[] {
  const left = commentsIn(after);
  return commentsIn(before).filter((comment) => {
    const index = left.indexOf(comment);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function commentsIn(text: string): string[] {
  return [...text.matchAll(/(?:^|[ \t])(#.*?)\r?$/gm)].map(([, comment = ""]) => comment.trim());
}

test("a script with nothing but the tools repairs nearly all broken files, most to what they were, and loses no comment", async () => {
  // Fewer files prove nothing about most of them.
  const numRuns = Math.max(25, effort(25).numRuns);
  const agent = await Agent.start();
  try {
    const files = await brokenFiles(agent, numRuns, 7);
    let [whole, asBefore] = [0, 0];
    for (const { text: broken, good } of files) {
      const { text, errors } = await repaired(agent, broken);
      assert.deepEqual(lostComments(broken, text), [], broken);
      if (errors > 0) continue;
      whole += 1;
      if (hasValuesOf(good, text)) asBefore += 1;
    }
    assert.ok(whole >= files.length * 0.9, `${whole} of ${files.length}`);
    assert.ok(asBefore > files.length / 2, `${asBefore} of ${files.length} are as before`);
  } finally {
    await agent.end();
  }
});

test("one call repairs most files in which all words of the changed line are left, and keeps the other settings", async () => {
  const agent = await Agent.start();
  try {
    const outcomes = [];
    for (const file of rejectedFiles(25, 7)) outcomes.push(await repairedAtOnce(agent, file));
    const missed = outcomes.filter(({ end }) => end === "not repaired");
    assert.ok(missed.length <= 1, missed.map(({ text }) => text).join("\n---\n"));
    const losing = outcomes.filter(({ lost }) => lost.length > 0);
    assert.deepEqual(
      losing.map(({ text, lost }) => `${lost}\n${text}`),
      [],
    );
  } finally {
    await agent.end();
  }
});
