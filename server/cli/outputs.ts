import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { failed, wrongUse } from "./exit-codes.ts";
import type { FileReport, RunSummary } from "./report.ts";
import type { Reporter, ReporterOptions } from "./reporters/reporter.ts";
import { isReporterName, makeReporter, REPORTER_NAMES, type ReporterName } from "./reporters/reporters.ts";

/** What was asked for with `--reporter NAME[=FILE]`. */
export interface OutputChoice {
  readonly name: ReporterName;
  readonly file?: string;
}

/** Reads the value of `--reporter`. */
export function readOutput(value: string): OutputChoice {
  const [name = "", ...rest] = value.split("=");
  if (!isReporterName(name)) {
    throw wrongUse(`Unknown reporter ${name}. Reporters: ${REPORTER_NAMES.join(", ")}.`);
  }
  const file = rest.join("=");
  if (rest.length === 0) return { name };
  if (file === "") throw wrongUse(`--reporter ${name}= needs the name of a file.`);
  return { name, file };
}

/** Writes one run in several formats: what has no file goes to the standard output. */
export class Outputs implements Reporter {
  readonly #cwd: string;
  readonly #reporters: readonly Reporter[];
  readonly #files: ReadonlyMap<string, readonly string[]>;

  private constructor(
    cwd: string,
    reporters: readonly Reporter[],
    files: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#cwd = cwd;
    this.#reporters = reporters;
    this.#files = files;
  }

  /** Makes all reporters that were asked for. Throws if two of them would write to one place. */
  static async open(
    choices: readonly OutputChoice[],
    options: ReporterOptions,
    cwd: string,
  ): Promise<Outputs> {
    if (choices.filter(({ file }) => file === undefined).length > 1) {
      throw wrongUse(
        "Only one reporter can write to the standard output; give the others a file: --reporter NAME=FILE.",
      );
    }
    const files = new Map<string, string[]>();
    const made = choices.map(({ name, file }) => {
      if (file === undefined) return makeReporter(name, options);
      const parts: string[] = [];
      if (files.has(file)) throw wrongUse(`Two reporters cannot write the same file: ${file}.`);
      files.set(file, parts);
      const write = (text: string) => void parts.push(text);
      return makeReporter(name, { ...options, isColoured: false, write });
    });
    return new Outputs(cwd, await Promise.all(made), files);
  }

  file(report: FileReport): void {
    for (const reporter of this.#reporters) reporter.file(report);
  }

  end(summary: RunSummary): void {
    for (const reporter of this.#reporters) reporter.end(summary);
    for (const [file, parts] of this.#files) this.#save(file, parts.join(""));
  }

  #save(file: string, text: string): void {
    const at = path.resolve(this.#cwd, file);
    try {
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw failed(`The report could not be written: ${reason}.`);
    }
  }
}
