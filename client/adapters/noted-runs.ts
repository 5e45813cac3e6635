import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { chmod, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { LeftRun, LeftRuns, RunNote } from "../program-ports.ts";
import { type KeptNote, readKeptNote } from "./kept-note.ts";
import { endGroup, interruptGroup } from "./process-group.ts";
import { identityOf, isRunning, type ProcessIdentity } from "./process-identity.ts";
import { after } from "./stop-when-asked.ts";

/** How long a program's output is kept after its end if nobody asks for it, in milliseconds: it may contain Secrets. */
const OUTPUT_KEPT_FOR = 24 * 60 * 60 * 1000;

/** How long a run is remembered at all, in milliseconds. */
const NOTE_KEPT_FOR = 30 * OUTPUT_KEPT_FOR;

/** The time between two looks at a program that this process has not started, in milliseconds. */
const BETWEEN_LOOKS = 500;

/** Files in the folder of a run. */
const NOTE = "note.json";
const OUTPUTS = ["stdout", "stderr"] as const;

type Output = (typeof OUTPUTS)[number];

/** A run that is about to begin. */
export interface NotedRun {
  /** What its program writes to. */
  readonly stdout: FileHandle;
  readonly stderr: FileHandle;
  /** Records which process it is. */
  started(pid: number): void;
  /** Closes and removes everything, as soon as the result can be shown. */
  forget(): Promise<void>;
}

/** What differs from window to window. */
export interface WindowOfRuns {
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Resolves when the person's side of the window answers. If the connection to it is lost, that may happen later or never. In
   * the latter case, this window would not tell anybody how a run ended, so the run stays recorded for the next window.
   */
  readonly answers?: () => Promise<unknown>;
}

/** Runs that are recorded while they last. */
export interface NotedRuns extends LeftRuns {
  /** Creates the folder of a run; undefined if that cannot be written. */
  begin(note: RunNote): Promise<NotedRun | undefined>;
}

/**
 * Keeps runs in `folder`, which only this user can access: a folder for each run, with its note and its output. Anything else in
 * there is left alone.
 */
export function createNotedRuns(
  folder: string,
  { now = Date.now, answers = async () => undefined }: WindowOfRuns = {},
): NotedRuns {
  // Only determined when needed: on systems other than Linux, that runs a program.
  let known: Promise<ProcessIdentity> | undefined;
  const self = () => {
    known ??= identityOf(process.pid);
    return known;
  };
  /** The runs left by others that this process was the first to find, by folder. */
  const found = new Map<string, LeftRun>();
  const placeOf = () => path.join(folder, randomUUID());
  return {
    async begin(note) {
      const place = placeOf();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        const began = new Date(now()).toISOString();
        return await beginIn(place, { note, began, owner: await self() }, answers);
      } catch {
        await remove(place);
        return undefined;
      }
    },
    async list() {
      for (const place of await placesIn(folder)) {
        const kept = await readKeptNote(path.join(place, NOTE));
        if (kept === undefined) await removeIfOld(place, now());
        else if (!(await isRunning(kept.owner))) await take(place, { ...kept, owner: await self() });
      }
      return [...found.values()].sort((one, other) => one.began.localeCompare(other.began));
    },
    async areInOtherWindows() {
      const { pid } = await self();
      const kept = await Promise.all(
        (await placesIn(folder)).map((place) => readKeptNote(path.join(place, NOTE))),
      );
      return kept.some((one) => one !== undefined && one.owner.pid !== pid);
    },
  };

  /** Makes a run belong to this process. If several windows find it, the first one to move it gets it. */
  async function take(place: string, kept: KeptNote): Promise<void> {
    const own = placeOf();
    try {
      await rename(place, own);
      writeNote(own, kept);
    } catch {
      return;
    }
    const left = leftRun(own, kept, () => found.delete(own));
    const age = now() - Date.parse(kept.began);
    if (age > OUTPUT_KEPT_FOR && !(await left.isRunning())) {
      if (age > NOTE_KEPT_FOR) return left.forget();
      await Promise.all(OUTPUTS.map((name) => rm(path.join(own, name), { force: true })));
    }
    found.set(own, left);
  }
}

async function beginIn(place: string, kept: KeptNote, answers: () => Promise<unknown>): Promise<NotedRun> {
  await mkdir(place, { mode: 0o700 });
  // Before the program is started: if this process ends in between, it is still known that the run began.
  writeNote(place, kept);
  const [stdout, stderr] = await Promise.all([output(place, "stdout"), output(place, "stderr")]);
  let isWritten: Promise<void> = Promise.resolve();
  // The program is already running, whether this can be recorded or not.
  const write = (program: ProcessIdentity) => {
    try {
      writeNote(place, { ...kept, program });
    } catch {
      return;
    }
  };
  return {
    stdout,
    stderr,
    started(pid) {
      write({ pid });
      isWritten = identityOf(pid).then(write);
    },
    async forget() {
      await isWritten;
      await Promise.allSettled([stdout.close(), stderr.close()]);
      await answers();
      await remove(place);
    },
  };
}

function leftRun(place: string, { note, began, program }: KeptNote, forgotten: () => void): LeftRun {
  const isStillRunning = async () => program !== undefined && (await isRunning(program));
  const read = (name: Output) => readFile(path.join(place, name), "utf8").catch(() => "");
  return {
    note,
    began,
    isRunning: isStillRunning,
    async ended(signal) {
      while (await isStillRunning()) {
        await wait(BETWEEN_LOOKS, undefined, signal && { signal }).catch(() => undefined);
        if (signal?.aborted) return undefined;
      }
      return { stdout: await read("stdout"), stderr: await read("stderr") };
    },
    async interrupt(tidyUp) {
      if (program === undefined || !(await isRunning(program))) return;
      interruptGroup(program.pid);
      if (tidyUp !== undefined) after(tidyUp, () => void endByForce(program));
    },
    async forget() {
      forgotten();
      await remove(place);
    },
  };
}

async function endByForce(program: ProcessIdentity): Promise<void> {
  if (await isRunning(program)) endGroup(program.pid);
}

/** The folders of runs. */
async function placesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const runs = entries.filter(
    (entry) => entry.isDirectory() && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(entry.name),
  );
  return runs.map(({ name }) => path.join(folder, name));
}

/** Removes a run whose note was never written, or was damaged, once it is old. */
async function removeIfOld(place: string, now: number): Promise<void> {
  const changed = await stat(place).catch(() => undefined);
  if (changed !== undefined && now - changed.mtimeMs > OUTPUT_KEPT_FOR) {
    await remove(place);
  }
}

/** Removes a run. The note goes first, so that the run is forgotten even if something keeps the rest. */
async function remove(place: string): Promise<void> {
  for (const gone of [path.join(place, NOTE), place]) {
    await rm(gone, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Writes a note in one go, so that nobody reads half of it. */
function writeNote(place: string, kept: KeptNote): void {
  const fresh = path.join(place, `${NOTE}.new`);
  writeFileSync(fresh, JSON.stringify(kept), { mode: 0o600 });
  renameSync(fresh, path.join(place, NOTE));
}

/** A file of the run. All writes append to it, including those of processes that the program has started. */
function output(place: string, name: Output): Promise<FileHandle> {
  return open(path.join(place, name), "ax+", 0o600);
}
