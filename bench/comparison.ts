import type { Contender } from "./contenders.ts";
import { digits, median, ratioText, row, type Samples } from "./figures.ts";
import { type Figures, joined, measure, ROWS, type Task } from "./measure.ts";
import { plainFile } from "./values-files.ts";

/** The servers that are compared. */
export interface Contenders {
  readonly own: Contender;
  readonly peer: Contender;
  readonly node: Contender;
}

/** The times in which a server may wait on purpose before it checks. */
const WAITED_FOR: readonly (keyof Figures)[] = ["open", "edit"];

/** Prints a table for each file, with the medians of this server, the peer, and a server that does nothing. */
export async function printComparison(contenders: Contenders, sessions: number, task: Task): Promise<void> {
  for (const file of [60, 2000, 20_000].map(plainFile)) {
    const sampled = { own: [] as Figures[], peer: [] as Figures[], node: [] as Figures[] };
    // In turn, so that all are measured under the same conditions of the machine.
    for (let session = 0; session < sessions; session++) {
      for (const [name, figures] of Object.entries(sampled)) {
        figures.push(await measure(contenders[name as keyof Contenders], file, task));
      }
    }
    const [server, peer, node] = [joined(sampled.own), joined(sampled.peer), joined(sampled.node)];
    console.log(`### ${file.name}\n`);
    console.log(row("what", contenders.own.name, contenders.peer.name, "ratio", "bare Node"));
    console.log("|---|---:|---:|---:|---:|");
    for (const [key, what] of Object.entries(ROWS) as [keyof Figures, string][]) {
      console.log(comparedRow(what, server[key], peer[key], node[key]));
      if (!WAITED_FOR.includes(key)) continue;
      const [work, workOfPeer] = [server, peer].map((figures) =>
        withoutWaiting(figures[key], figures.waiting),
      );
      console.log(comparedRow(`${what}, work only`, work ?? [], workOfPeer ?? [], []));
    }
    console.log(`\n${sessions} sessions of each, with up to ${task.rounds} rounds.\n`);
  }
}

function comparedRow(what: string, server: Samples, peer: Samples, node: Samples): string {
  const [mine, peerMedian, least] = [median(server), median(peer), median(node)];
  return row(what, digits(mine), digits(peerMedian), ratioText(peerMedian, mine), digits(least));
}

/** The working times of a server, without the median of the time that it waits on purpose. */
function withoutWaiting(times: Samples, waiting: Samples): Samples {
  return times.map((time) => Math.max(0, time - median(waiting)));
}
