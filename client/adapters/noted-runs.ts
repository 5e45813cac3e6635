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

/** How long what a program printed is kept after its end when nobody asks for it, in milliseconds: it may hold Secrets. */
const OUTPUT_KEPT_FOR = 24 * 60 * 60 * 1000;

/** How long it is remembered that there was such a run, in milliseconds. */
const NOTE_KEPT_FOR = 30 * OUTPUT_KEPT_FOR;

/** How often a program that this process has not started is looked at, in milliseconds. */
const BETWEEN_LOOKS = 500;

/** Files in the folder of a run. */
const NOTE = "note.json";
const OUTPUTS = ["stdout", "stderr"] as const;

type Output = (typeof OUTPUTS)[number];

/** A run that is about to begin. */
export interface NotedRun {
  /** Where its program writes to. */
  readonly stdout: FileHandle;
  readonly stderr: FileHandle;
  /** Writes down which process it is. */
  started(pid: number): void;
  /** Closes and removes everything, as soon as the result can be shown. */
  forget(): Promise<void>;
}

/** Where a window differs from others. */
export interface WindowOfRuns {
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Resolves when the person's side of the window answers. Where the connection to it is lost, it may come back, or never: then
   * nobody would be told by this window how a run ended, and the run stays written down for the next one.
   */
  readonly answers?: () => Promise<unknown>;
}

/** Runs that are written down while they last. */
export interface NotedRuns extends LeftRuns {
  /** Makes room for a run; nothing where the folder cannot be written. */
  begin(note: RunNote): Promise<NotedRun | undefined>;
}

/**
 * Keeps what runs in `folder`, which is made for this user alone: a folder for each run, with its note and its output. What
 * else is in there stays as it is.
 */
export function createNotedRuns(
  folder: string,
  { now = Date.now, answers = async () => undefined }: WindowOfRuns = {},
): NotedRuns {
  // Asked for when there is something to write down: elsewhere than on Linux that runs a program.
  let known: Promise<ProcessIdentity> | undefined;
  const self = () => {
    known ??= identityOf(process.pid);
    return known;
  };
  /** The runs that this process was the first to find left, by their folders. */
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

  /** Makes a run the one of this process. Of several windows that find it, the first one to move it has it. */
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
  // Before the program is started: where this process ends in between, it is still told that it began.
  writeNote(place, kept);
  const [stdout, stderr] = await Promise.all([output(place, "stdout"), output(place, "stderr")]);
  let isWritten: Promise<void> = Promise.resolve();
  // The program runs by then, whether that can be written down or not.
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

/** Removes what was begun and never written down, or was broken since. */
async function removeIfOld(place: string, now: number): Promise<void> {
  const changed = await stat(place).catch(() => undefined);
  if (changed !== undefined && now - changed.mtimeMs > OUTPUT_KEPT_FOR) {
    await remove(place);
  }
}

/** Removes a run; the note first, so that it is forgotten also where something keeps the rest. */
async function remove(place: string): Promise<void> {
  for (const gone of [path.join(place, NOTE), place]) {
    await rm(gone, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** In one go, so that nobody reads the half of it. */
function writeNote(place: string, kept: KeptNote): void {
  const fresh = path.join(place, `${NOTE}.new`);
  writeFileSync(fresh, JSON.stringify(kept), { mode: 0o600 });
  renameSync(fresh, path.join(place, NOTE));
}

/** A file of the run that is written at its end, also by what the program has started. */
function output(place: string, name: Output): Promise<FileHandle> {
  return open(path.join(place, name), "ax+", 0o600);
}
