import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Contender, capOperator, inRepository, temporaryFolder } from "./contenders.ts";
import { digits, median, ratioText, row } from "./figures.ts";
import { type Figures, measure, type Task } from "./measure.ts";
import { plainFile } from "./values-files.ts";

const LAUNCHER = inRepository("server/launcher.cjs");
/** Two starts differ by more than most tricks gain, so for each start with work there are this many without. */
const QUICK_STARTS = 5;
const SERVER = 'require("./server.cjs")';

/** What makes the server faster or smaller thanks to details of V8 and Node, and how the launcher is changed to do without it. */
const TRICKS: Readonly<Record<string, (launcher: string) => string>> = {
  "`crypto` and `child_process` on first use": (launcher) =>
    replaced(launcher, SERVER, `require("node:crypto");require("node:child_process");${SERVER}`),
  "exposed garbage collector at rest": (launcher) =>
    replaced(launcher, SERVER, `require("node:vm").runInNewContext = () => undefined;${SERVER}`),
  "compile cache": (launcher) => replaced(launcher, "nodeModule.enableCompileCache?.(folder)", "undefined"),
  "--heap-growing-percent=100": withoutFlag("--heap-growing-percent=100"),
  "--no-turbofan": withoutFlag("--no-turbofan"),
  "--no-lazy while loading": (launcher) => withoutFlag("--lazy")(withoutFlag("--no-lazy")(launcher)),
};

/** The arguments that VS Code gives to Node, and the flag that replaces them for other clients. */
const WITHOUT_ARGUMENTS = "--min- and --max-semi-space-size=4";
const WITHOUT_BOTH = "--semi-space-growth-factor=1, without those arguments";

/** What is shown about each trick: on 2,000 and on 20,000 lines. */
const COLUMNS: readonly { readonly label: string; readonly long: boolean; readonly key: keyof Figures }[] = [
  { label: "start", long: false, key: "start" },
  { label: "open 2,000", long: false, key: "open" },
  { label: "edit 2,000", long: false, key: "edit" },
  { label: "completion 2,000", long: false, key: "completion" },
  { label: "memory 2,000", long: false, key: "memory" },
  { label: "at rest 2,000", long: false, key: "memoryAtRest" },
  { label: "open 20,000", long: true, key: "open" },
  { label: "edit 20,000", long: true, key: "edit" },
  { label: "memory 20,000", long: true, key: "memory" },
  { label: "at rest 20,000", long: true, key: "memoryAtRest" },
];

/** Prints what each trick gains: the figures of the server without it, relative to those with all tricks. */
export async function printTricks(starts: number, task: Task): Promise<void> {
  const folder = temporaryFolder();
  const launcher = readFileSync(LAUNCHER, "utf8");
  const variants = new Map([["all tricks", variant(folder, 0, launcher)]]);
  const withoutFactor = withoutFlag("--semi-space-growth-factor=1")(launcher);
  variants.set(WITHOUT_ARGUMENTS, variant(folder, 1, launcher, []));
  variants.set(WITHOUT_BOTH, variant(folder, 2, withoutFactor, []));
  for (const [index, [name, without]] of Object.entries(TRICKS).entries()) {
    variants.set(name, variant(folder, index + 3, without(launcher)));
  }
  const files = { short: plainFile(2000), long: plainFile(20_000) };
  // The first start of each variant writes Node's cache of the compiled server.
  for (const contender of variants.values())
    await measure(contender, files.short, { ...task, rounds: 0, rest: 0 });
  const found = new Map([...variants.keys()].map((name) => [name, { short: [], long: [] } as Found]));
  for (let start = 0; start < starts; start++) {
    for (const [name, contender] of variants) {
      const figures = found.get(name);
      for (let quick = 0; quick < QUICK_STARTS; quick++) {
        figures?.short.push(await measure(contender, files.short, { ...task, rounds: 0, rest: 0 }));
      }
      for (const length of ["short", "long"] as const) {
        const rest = start === 0 ? task.rest : 0;
        figures?.[length].push(await measure(contender, files[length], { ...task, rest }));
      }
    }
  }
  console.log(`### What each trick gives\n`);
  console.log(row("without", ...COLUMNS.map(({ label }) => label)));
  console.log(`|---|${"---:|".repeat(COLUMNS.length)}`);
  const [base, ...others] = [...found];
  if (!base) return;
  console.log(row(`nothing: ${base[0]}`, ...COLUMNS.map((column) => absolute(column, base[1]))));
  for (const [name, figures] of others) {
    const compared = (name === WITHOUT_BOTH && found.get(WITHOUT_ARGUMENTS)) || base[1];
    console.log(
      row(name, ...COLUMNS.map((column) => ratioText(middle(column, figures), middle(column, compared)))),
    );
  }
  console.log(
    `\nMedians of ${starts} starts with up to ${task.rounds} rounds each, and ${starts * QUICK_STARTS} more that only open 2,000 lines. More than 1 is what the trick saves.\n`,
  );
}

type Found = Record<"short" | "long", Figures[]>;

function middle({ long, key }: (typeof COLUMNS)[number], found: Found): number {
  return median(found[long ? "long" : "short"].flatMap((figures) => figures[key]));
}

function absolute(column: (typeof COLUMNS)[number], found: Found): string {
  const value = middle(column, found);
  if (Number.isNaN(value)) return "";
  return column.key.startsWith("memory") ? `${value.toFixed(0)} MB` : `${digits(value)} ms`;
}

/** The built server behind a launcher of its own, with a compile cache that no other one writes to. */
function variant(folder: string, index: number, launcher: string, nodeArguments?: string[]): Contender {
  const file = path.join(folder, `launcher-${index}.cjs`);
  const server = JSON.stringify(inRepository("dist/server.cjs"));
  writeFileSync(file, replaced(launcher, SERVER, `require(${server})`));
  const cache = path.join(folder, `cache-${index}`);
  mkdirSync(cache, { mode: 0o700 });
  return { ...capOperator(file, nodeArguments), environment: { CAP_OPERATOR_COMPILE_CACHE: cache } };
}

function withoutFlag(flag: string): (launcher: string) => string {
  return (launcher) => replaced(launcher, `setFlagsFromString("${flag}")`, "void 0");
}

/** Throws if a trick is no longer in the launcher: then it must not have a row. */
function replaced(launcher: string, part: string, by: string): string {
  if (!launcher.includes(part))
    throw new Error(`server/launcher.cjs has no ${part}; change bench/tricks.ts.`);
  return launcher.replace(part, () => by);
}
