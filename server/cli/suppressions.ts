import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isTable } from "../workspace/setting-types.ts";
import { failed, wrongUse } from "./exit-codes.ts";
import type { FileReport, Finding } from "./report.ts";
import { NO_RULE } from "./reporters/rules-of-results.ts";
import { pathFrom } from "./repository.ts";

/** The file with what is known and accepted, at the root of a project. */
export const SUPPRESSIONS_FILE = ".cap-operator-suppressions.json";

/** A finding that is accepted: its rule, and the text of its line, so that it is known wherever in the file that line is. */
interface Suppression {
  readonly code: string;
  readonly line: string;
  /** How many of them there are. */
  readonly count: number;
}

/** Findings that are accepted: those that were there when a team began, so that only new ones are reported. */
export class Suppressions {
  readonly #file: string;
  readonly #root: string;
  /** By path from the root, then by rule and line. */
  readonly #accepted: Map<string, Map<string, number>>;
  /** What was found in the files of this run, by the same keys. */
  readonly #found = new Map<string, Map<string, number>>();
  #hidden = 0;

  readonly #acceptsAll: boolean;

  private constructor(root: string, accepted: Map<string, Map<string, number>>, acceptsAll: boolean) {
    this.#file = path.join(root, SUPPRESSIONS_FILE);
    this.#root = root;
    this.#accepted = accepted;
    this.#acceptsAll = acceptsAll;
  }

  /** Reads the file, if there is one; with `acceptsAll`, whatever is found is accepted. Throws if the file cannot be used. */
  static open(root: string, acceptsAll: boolean): Suppressions {
    const file = path.join(root, SUPPRESSIONS_FILE);
    return new Suppressions(root, existsSync(file) ? read(file) : new Map(), acceptsAll);
  }

  /** How many findings were left out. */
  get hidden(): number {
    return this.#hidden;
  }

  /** The report without what is accepted. */
  filter(report: FileReport): FileReport {
    if (report.state !== "checked") return report;
    const name = this.#nameOf(report.file);
    const accepted = this.#accepted.get(name);
    const found = this.#found.get(name) ?? new Map<string, number>();
    this.#found.set(name, found);
    const findings = report.findings.filter((finding) => {
      const key = keyOf(finding);
      const count = (found.get(key) ?? 0) + 1;
      found.set(key, count);
      const isNew = !this.#acceptsAll && count > (accepted?.get(key) ?? 0);
      if (!isNew) this.#hidden += 1;
      return isNew;
    });
    return { ...report, findings };
  }

  /** How many accepted findings are not there any more, in the files of this run and in those that are gone. */
  get unneeded(): number {
    let count = 0;
    for (const [name, accepted] of this.#accepted) {
      for (const [key, most] of accepted) count += most - Math.min(most, this.#left(name, key, most));
    }
    return count;
  }

  /** Writes the file: without what is not there any more, and with everything that was found if that is accepted. */
  save(): void {
    for (const [name, accepted] of this.#accepted) {
      for (const [key, most] of accepted) accepted.set(key, Math.min(most, this.#left(name, key, most)));
    }
    if (this.#acceptsAll) for (const [name, found] of this.#found) this.#accepted.set(name, found);
    this.#write();
  }

  /** How many of a kind are left: all, in a file that was not looked at; none, in one that is gone. */
  #left(name: string, key: string, most: number): number {
    const found = this.#found.get(name);
    if (found) return found.get(key) ?? 0;
    return existsSync(path.join(this.#root, name)) ? most : 0;
  }

  #write(): void {
    const byName = [...this.#accepted].sort(([a], [b]) => (a < b ? -1 : 1));
    const files = byName.flatMap(([name, accepted]) => {
      const list = [...accepted].flatMap(([key, count]): Suppression[] => {
        const [code = "", line = ""] = JSON.parse(key) as string[];
        return count > 0 ? [{ code, line, count }] : [];
      });
      return list.length > 0 ? [{ path: name, suppressed: list }] : [];
    });
    try {
      writeFileSync(this.#file, `${JSON.stringify({ format: 1, files }, undefined, 2)}\n`);
    } catch (error) {
      throw failed(`${SUPPRESSIONS_FILE} could not be written: ${String(error)}.`);
    }
  }

  #nameOf(file: string): string {
    return pathFrom(this.#root, file);
  }
}

function keyOf({ code = NO_RULE, range, excerpt }: Finding): string {
  const line = excerpt.lines[range.start.line - excerpt.first] ?? "";
  return JSON.stringify([code, line.trim()]);
}

function read(file: string): Map<string, Map<string, number>> {
  const raw = parsed(file);
  const files = isTable(raw) && Array.isArray(raw.files) ? raw.files.map(acceptedIn) : [undefined];
  const usable = files.filter((one) => one !== undefined);
  if (usable.length < files.length) {
    throw wrongUse(`${SUPPRESSIONS_FILE} is damaged; remove it and write it again with --suppress-all.`);
  }
  return new Map(usable);
}

/** What is accepted in a file; `undefined` if that is not what is written. */
function acceptedIn(entry: unknown): [string, Map<string, number>] | undefined {
  if (!isTable(entry) || typeof entry.path !== "string" || !Array.isArray(entry.suppressed)) return undefined;
  const accepted = new Map<string, number>();
  for (const one of entry.suppressed as unknown[]) {
    if (!isTable(one)) return undefined;
    const { code, line, count } = one;
    if (typeof code !== "string" || typeof line !== "string" || typeof count !== "number") return undefined;
    accepted.set(JSON.stringify([code, line]), count);
  }
  return [entry.path, accepted];
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
