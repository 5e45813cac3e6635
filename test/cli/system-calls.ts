// The calls to the system while a file is replaced, as a test sees them, and the acts of the test between them.
import assert from "node:assert/strict";
import fs, { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, mock } from "node:test";
import { CommandProblem } from "../../server/cli/output/exit-codes.ts";
import { readExactly, replaceText } from "../../server/cli/rewriting/changed-file.ts";

/** The text of a file, the one that replaces it, and the one that somebody else writes. */
export const BEFORE = "a: 1\n";
export const AFTER = "a: 2\n";
export const EDITED = "a: 3\n";

const EVERYWHERE = { mayRead: () => true, mayWrite: () => true };

/** Calls of the system that `replaceText` makes, in any order. */
const CALLS = [
  "openSync",
  "fstatSync",
  "readFileSync",
  "writeFileSync",
  "fchmodSync",
  "fchownSync",
  "fsyncSync",
  "closeSync",
  "linkSync",
  "existsSync",
  "renameSync",
  "rmSync",
  "accessSync",
] as const;

/** The functions of the system as they are, for what happens between their calls. */
export const real: typeof fs = { ...fs };

const restorers: (() => void)[] = [];

/** Gives the system its functions back. */
export function restore(): void {
  for (const restorer of restorers.splice(0)) restorer();
  syncBuiltinESMExports();
}

/** Has `each` called before each call to the system, with its name and the number of calls before, until `restore`. */
export function between(each: (call: string, count: number, args: readonly unknown[]) => void): void {
  let count = 0;
  for (const name of CALLS) {
    const original = real[name] as (...args: unknown[]) => unknown;
    const { mock: replacement } = mock.method(fs, name, (...args: unknown[]) => {
      each(name, count++, args);
      return original.apply(fs, args);
    });
    restorers.push(() => replacement.restore());
  }
  syncBuiltinESMExports();
}

/** A new folder with one file, which goes away after the tests of the file. */
export function folderWithFile(name = "a.yaml"): { readonly folder: string; readonly file: string } {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-unwritable-")));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  writeFileSync(file, BEFORE);
  return { folder, file };
}

/** Replaces the text of a file, and returns the sentence if that is refused. */
export function replaced(file: string, watch: () => void = () => undefined): string | undefined {
  const exact = readExactly(file, "a.yaml", EVERYWHERE);
  watch();
  try {
    replaceText(exact, AFTER, "a.yaml");
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CommandProblem, String(error));
    return error.message;
  } finally {
    restore();
  }
}

function callsOf(act: (count: () => void) => void): number {
  let calls = 0;
  act(() => {
    calls++;
  });
  return calls;
}

/** The number of calls of a replacement. */
export const ALL: number = callsOf((count) => void replaced(folderWithFile().file, () => between(count)));
