import { Session } from "node:inspector/promises";

/*
 * The work of a piece of code, counted and not timed: the runs of each of its blocks, and the characters that the language's own searches pass. The
 * same text always costs the same.
 */

let searched = 0;

const { exec } = RegExp.prototype;
function countedExec(this: RegExp, text: string): RegExpExecArray | null {
  const from = this.global || this.sticky ? this.lastIndex : 0;
  const found = exec.call(this, text);
  const isAnchored = this.sticky || this.source.startsWith("^");
  if (found) searched += Math.max(found.index + found[0].length - from, 0);
  else if (!isAnchored) searched += text.length - from;
  return found;
}

/** Wraps a search of strings that gives the place of what it finds. */
function countedSearch(search: (this: string, wanted: string, from?: number) => number) {
  return function (this: string, wanted: string, from = 0): number {
    const index = search.call(this, wanted, from);
    searched += (index < 0 ? this.length : index) - from;
    return index;
  };
}

const { indexOf, includes } = String.prototype;
const counted = {
  indexOf: countedSearch(indexOf),
  includes(this: string, wanted: string, from = 0): boolean {
    return countedSearch(indexOf).call(this, wanted, from) >= 0;
  },
};

// Blocks are counted in functions that are first called after this.
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** The work that a function does in a folder of the source, with all searches. */
export async function workOf(run: () => unknown, folder = "/server/core/"): Promise<number> {
  await blocksRun(folder);
  searched = 0;
  RegExp.prototype.exec = countedExec as typeof exec;
  Object.assign(String.prototype, counted);
  try {
    await run();
  } finally {
    RegExp.prototype.exec = exec;
    Object.assign(String.prototype, { indexOf, includes });
  }
  return searched + (await blocksRun(folder));
}

/** The number of blocks that were run since the last call. */
async function blocksRun(folder: string): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  let blocks = 0;
  for (const { url, functions } of result) {
    if (!url.includes(folder)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  }
  return blocks;
}
