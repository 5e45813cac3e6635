import type { Contender } from "./contenders.ts";
import { median, memoryText, ratioText, row, type Samples, timesText } from "./figures.ts";
import { type Figures, measure, type Task } from "./measure.ts";
import { targetText } from "./targets.ts";
import { aliasFile, fileWithProblems, plainFile, type ValuesFile } from "./values-files.ts";

/** How much work is done. */
export interface Effort {
  /** How many processes of each contender are started, spread over the run. Those of the peer are slower, so there are fewer. */
  readonly starts: number;
  readonly startsOfPeer: number;
  /** How many of these processes do more than start and open a file. */
  readonly long: number;
  readonly longOfPeer: number;
  readonly task: Task;
}

/** How long an editor is busy with other things between the start of a server and the first file, in milliseconds. */
const PAUSE = 100;

const ROWS: readonly { readonly key: keyof Figures; readonly label: string; readonly isMemory?: true }[] = [
  { key: "start", label: "start to `initialize`" },
  { key: "open", label: "open to first diagnostics, at once" },
  { key: "openLater", label: `open, ${PAUSE} ms after the start` },
  { key: "edit", label: "edit to diagnostics" },
  { key: "waiting", label: "waits before it checks" },
  { key: "completion", label: "completion" },
  { key: "hover", label: "hover" },
  { key: "editAndHover", label: "edit and hover at once" },
  { key: "memory", label: "memory (RSS)", isMemory: true },
  { key: "memoryAtRest", label: "memory at rest (RSS)", isMemory: true },
];

/** The times that include waiting. */
const WAITED_FOR: readonly (keyof Figures)[] = ["open", "openLater", "edit"];

/** The servers that are compared. */
export interface Contenders {
  readonly own: Contender;
  readonly peer: Contender;
  readonly library: Contender;
  readonly node: Contender;
}

type Results = Readonly<Record<keyof Contenders, Figures>>;

/** Prints a table for each file, with this server, the peer, and the bare servers. */
export async function printComparison(contenders: Contenders, effort: Effort): Promise<void> {
  const files = [
    plainFile(60),
    plainFile(300),
    { ...plainFile(2000), target: 2000 as const },
    { ...plainFile(20_000), target: 20_000 as const },
    aliasFile(2000),
    fileWithProblems(20_000),
  ];
  for (const file of files) {
    const results = await resultsFor(file, contenders, effort);
    console.log(`### ${file.name}\n`);
    console.log(
      row(
        "what",
        contenders.own.name,
        contenders.peer.name,
        "ratio",
        "bare library",
        "bare Node",
        "× bare",
        "target",
      ),
    );
    console.log("|---|---:|---:|---:|---:|---:|---:|---|");
    for (const line of ROWS) {
      console.log(tableRow(line, file, results));
      if (WAITED_FOR.includes(line.key)) console.log(workRow(line, results));
    }
    const counts = Object.entries(contenders).map(([key, { name }]) => {
      const { start, completion } = results[key as keyof Contenders];
      return `${name} ${start.length} starts and ${completion.length.toLocaleString("en")} rounds`;
    });
    console.log(`\n${counts.join(", ")}.\n`);
  }
}

async function resultsFor(file: ValuesFile, contenders: Contenders, effort: Effort): Promise<Results> {
  const found = { own: [], peer: [], library: [], node: [] } as Record<keyof Contenders, Figures[]>;
  // In turn, so that all are measured under the same conditions of the machine.
  for (let turn = 0; turn < effort.starts; turn++) {
    for (const key of ["own", "peer", "library", "node"] as const) {
      const isPeer = key === "peer";
      const starts = isPeer ? effort.startsOfPeer : effort.starts;
      if (!isDue(turn, effort.starts, starts)) continue;
      // Each turn starts it twice.
      const done = found[key].length / 2;
      const isLong = isDue(done, starts, isPeer ? effort.longOfPeer : effort.long);
      const rests = isLong && !found[key].some(({ memoryAtRest }) => memoryAtRest.length > 0);
      const task = {
        ...effort.task,
        rounds: isLong ? effort.task.rounds : 0,
        rest: rests ? effort.task.rest : 0,
      };
      // Bare Node keeps nothing that it could give back.
      found[key].push(await measure(contenders[key], file, key === "node" ? { ...task, rest: 0 } : task));
      found[key].push(await measure(contenders[key], file, { ...task, pause: PAUSE, rounds: 0, rest: 0 }));
    }
  }
  return { own: all(found.own), peer: all(found.peer), library: all(found.library), node: all(found.node) };
}

/** Whether one of `count` events is due in a turn, when they are spread evenly over `turns`. */
function isDue(turn: number, turns: number, count: number): boolean {
  return Math.floor(((turn + 1) * count) / turns) > Math.floor((turn * count) / turns);
}

/** The samples of all starts together. */
function all(figures: readonly Figures[]): Figures {
  const of = (key: keyof Figures): Samples => figures.flatMap((one) => one[key]);
  return Object.fromEntries(ROWS.map(({ key }) => [key, of(key)])) as unknown as Figures;
}

function tableRow(
  { key, label, isMemory }: (typeof ROWS)[number],
  file: ValuesFile,
  results: Results,
): string {
  const text = isMemory ? memoryText : timesText;
  const [own, peer, library, node] = (["own", "peer", "library", "node"] as const).map(
    (name) => results[name][key],
  );
  const [mine, theirs, least] = [own, peer, key === "start" ? node : library].map((samples) =>
    median(samples ?? []),
  );
  const comparable = key !== "waiting";
  return row(
    label,
    ...[own, peer].map((samples) => text(samples ?? [])),
    comparable ? ratioText(theirs ?? Number.NaN, mine ?? Number.NaN) : "",
    ...[library, node].map((samples) => text(samples ?? [])),
    comparable ? ratioText(mine ?? Number.NaN, least ?? Number.NaN) : "",
    targetText(key, file, results),
  );
}

/** The same without the median of the time that a server waits on purpose. */
function workRow({ key, label }: (typeof ROWS)[number], results: Results): string {
  const work = (figures: Figures) => figures[key].map((time) => Math.max(0, time - median(figures.waiting)));
  const [own, peer] = [work(results.own), work(results.peer)];
  return row(
    `${label}, work only`,
    timesText(own),
    timesText(peer),
    ratioText(median(peer), median(own)),
    "",
    "",
    "",
    "",
  );
}
