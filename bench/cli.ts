import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { helmBinary } from "../test/helm/build-helm.ts";
import { inRepository, temporaryFolder } from "./contenders.ts";
import { digits, median, ratioText, row } from "./figures.ts";
import { jvBinary } from "./jv.ts";
import { verdict } from "./targets.ts";
import { plainFile } from "./values-files.ts";

/** The files of a monorepo, and how long they may take on two cores, in milliseconds. */
const [FILES, LINES, ALLOWED] = [10_000, 300, 5000];
/** How many times as long as a bare Node the check of one file may take. */
const ALLOWED_START = 2;
const PROGRAM = inRepository("dist/cap-operator.js");

/** How much of it all is measured. */
export interface CliEffort {
  readonly files: number;
  /** Helm and the library of yaml-language-server are asked about a part: they take the same time for each file. */
  readonly filesOfOthers: number;
  readonly starts: number;
}

/** All of it, or a little, to see that it works. */
export const CLI_EFFORT = {
  full: { files: FILES, filesOfOthers: 500, starts: 50 },
  short: { files: 250, filesOfOthers: 10, starts: 2 },
} as const satisfies Record<string, CliEffort>;

/** Prints what the command line takes for many files, beside what others take for the same, and for one file, beside a bare Node. */
export async function printCli(effort: CliEffort): Promise<void> {
  const [jv, helm] = [await jvBinary(), await helmBinary(3)];
  const folder = temporaryFolder();
  const all = path.join(folder, "all");
  const part = path.join(folder, "part");
  const names = writeFiles(all, effort.files);
  writeFiles(part, effort.filesOfOthers);
  console.log(`### The command line: ${effort.files.toLocaleString("en")} files of ${LINES} lines\n`);
  console.log(row("what", "files", "time", "per file", "ratio", "memory (RSS)", "target"));
  console.log("|---|---:|---:|---:|---:|---:|---|");
  const own = await run([process.execPath, PROGRAM, "check", "-q", "-r", "json=out.json"], all, [0, 1]);
  const ownEach = own.time / effort.files;
  const line = (name: string, files: number, { time, memory }: Ran, target = "") => {
    const each = time / files;
    console.log(
      row(
        name,
        files.toLocaleString("en"),
        `${digits(time)} ms`,
        `${digits(each)} ms`,
        ratioText(each, ownEach),
        `${memory.toFixed(0)} MB`,
        target,
      ),
    );
  };
  const threads = availableParallelism();
  const met =
    effort.files === FILES
      ? verdict(`${ALLOWED} ms on two cores`, own.time, ALLOWED, `${digits(own.time)} ms`)
      : "";
  line(`cap-operator check, ${threads} threads`, effort.files, own, met);
  line(
    "cap-operator check -j 1",
    effort.files,
    await run([process.execPath, PROGRAM, "check", "-j", "1", "-q", "-r", "json=out.json"], all, [0, 1]),
  );
  const tenth = path.join(folder, "tenth");
  writeFiles(tenth, effort.files / 10);
  line(
    `cap-operator check, ${threads} threads, a tenth of the files`,
    effort.files / 10,
    await run([process.execPath, PROGRAM, "check", "-q", "-r", "json=out.json"], tenth, [0, 1]),
  );
  if (jv === undefined) console.log(row("jv", "", "Go is missing", "", "", "", ""));
  else {
    const schema = inRepository("dist/schemas/values.schema.json");
    line("jv, in Go: the schema only", effort.files, await run([jv, "-q", schema, ...names], all, [0, 1]));
  }
  const checker = inRepository("bench/schema-checkers.ts");
  line(
    "Ajv after js-yaml: the schema only",
    effort.files,
    await run([process.execPath, checker, "ajv", all], all),
  );
  line(
    "yaml-language-server's library: the schema only",
    effort.filesOfOthers,
    await run([process.execPath, checker, "yaml-language-server", part], part),
  );
  if (helm === undefined) console.log(row("helm lint", "", "Go is missing", "", "", "", ""));
  else {
    const lints = names
      .slice(0, effort.filesOfOthers)
      .map((name) => [helm, "lint", inRepository("examples/chart"), "-f", name]);
    line(`helm lint, ${threads} at a time`, effort.filesOfOthers, await runAll(lints, all, threads));
  }
  await printStart(folder, effort.starts);
  rmSync(folder, { recursive: true, force: true });
}

/** The check of one file beside a Node that does nothing, in turn. */
async function printStart(folder: string, starts: number): Promise<void> {
  const one = path.join(folder, "one");
  writeFiles(one, 1);
  const empty = path.join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const times: Record<"bare" | "check", number[]> = { bare: [], check: [] };
  // The first start fills Node's cache.
  for (let start = -1; start < starts; start++) {
    const bare = await run([process.execPath, empty], one);
    const check = await run([process.execPath, PROGRAM, "check", "-q"], one, [0, 1]);
    if (start < 0) continue;
    times.bare.push(bare.time);
    times.check.push(check.time);
  }
  const ratio = median(times.check) / median(times.bare);
  const said = verdict(`${ALLOWED_START} × bare Node`, ratio, ALLOWED_START, ratio.toFixed(2));
  console.log(`\n${row("start", "bare Node", "check of one file", "target")}\n|---|---:|---:|---|`);
  console.log(
    row(`${LINES} lines`, `${digits(median(times.bare))} ms`, `${digits(median(times.check))} ms`, said),
  );
}

/** Writes files into folders as teams have them; every twentieth has a typo. Returns their paths. */
function writeFiles(folder: string, count: number): string[] {
  const { text } = plainFile(LINES);
  return Array.from({ length: count }, (_, index) => {
    const at = path.join(folder, `team-${index % 100}`, `env-${Math.floor(index / 100)}`);
    mkdirSync(at, { recursive: true });
    const file = path.join(at, "values.yaml");
    writeFileSync(file, `# file ${index}\n${text}${index % 20 === 0 ? "  replicaz: 3\n" : ""}`);
    return file;
  });
}

interface Ran {
  readonly time: number;
  /** The most that was resident, in megabytes; 0 where that is not known. */
  readonly memory: number;
}

async function run(
  [program = "", ...args]: readonly string[],
  cwd: string,
  codes: readonly number[] = [0],
): Promise<Ran> {
  const started = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ["ignore", "ignore", codes.includes(1) ? "ignore" : "inherit"],
  });
  let memory = 0;
  const look = setInterval(() => {
    memory = Math.max(memory, residentOf(child.pid));
  }, 50);
  const [code] = await once(child, "exit");
  const time = performance.now() - started;
  clearInterval(look);
  if (!codes.includes(Number(code))) throw new Error(`${program} ${args.join(" ")} ended with ${code}.`);
  return { time, memory };
}

async function runAll(commands: readonly (readonly string[])[], cwd: string, atOnce: number): Promise<Ran> {
  const waiting = [...commands];
  const ran: Ran[] = [];
  const started = performance.now();
  const goOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) ran.push(await quiet(next, cwd));
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return { time: performance.now() - started, memory: Math.max(...ran.map(({ memory }) => memory)) };
}

/** Helm may find something; that it has looked is enough. */
function quiet(command: readonly string[], cwd: string): Promise<Ran> {
  return run(command, cwd, [0, 1]);
}

/** What Linux says was the most that a process had. */
function residentOf(process: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
