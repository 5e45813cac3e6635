import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { API, type Program } from "typescript/unstable/sync";
import { Dice } from "../../test/helm/dice.ts";
import { repository } from "../../test/support/repository.ts";
import { type Mutant, mutantsIn } from "./mutations.ts";

/** The mutants that were drawn from the sources, and the number of those that the compiler refuses. */
export interface Draw {
  /** All mutants with words that were asked for, of which some do not compile. */
  readonly of: number;
  readonly mutants: readonly Mutant[];
  readonly refused: number;
}

/**
 * Draws `count` mutants that compile of all in `server` and `client` whose line in the report has one of certain words: the same for the same code and seed.
 * Only the file with the mutant is checked, so that a mutant which only makes another file wrong counts as one that compiles.
 */
export function draw(words: readonly string[], count: number, seed: number): Draw {
  const compiler = new Compiler();
  try {
    const dice = new Dice(seed);
    const all = globSync(["server/**/*.ts", "client/**/*.ts"], { cwd: repository })
      .map((file) => file.replaceAll(path.sep, "/"))
      .sort()
      .flatMap((file) => mutantsIn(compiler.parsed(file), file))
      .filter((mutant) => words.some((word) => described(mutant).includes(word)))
      .map((mutant) => ({ mutant, rank: dice.below(2 ** 32) }))
      .sort((a, b) => a.rank - b.rank);
    const mutants: Mutant[] = [];
    let refused = 0;
    for (const { mutant } of all) {
      if (mutants.length === count) break;
      if (compiler.accepts(mutant)) mutants.push(mutant);
      else refused++;
    }
    return { of: all.length, mutants, refused };
  } finally {
    compiler.close();
  }
}

/** The place of a mutant and its change, on one line. */
export function described({ file, line, change }: Mutant): string {
  return `${file}:${line} ${change}`;
}

/** The text of a file with the mutant in it. */
export function mutated({ file, start, end, replacement }: Mutant): string {
  const text = readFileSync(path.join(repository, file), "utf8");
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Declared or imported and not used: who leaves out a call also leaves out what it is given. */
const UNUSED: ReadonlySet<number> = new Set([6133, 6192, 6196, 6198, 6199]);

/** The compiler with all projects of the server and of the client. */
class Compiler {
  readonly #changed = new Map<string, string>();
  readonly #api = new API({ cwd: repository, fs: { readFile: (file) => this.#changed.get(file) } });
  #snapshot = this.#api.updateSnapshot({
    openProjects: globSync(["server/**/tsconfig.json", "client/tsconfig.json"], { cwd: repository }).map(
      (file) => path.join(repository, file),
    ),
  });

  /** The tree of a file. */
  parsed(file: string) {
    const source = this.#program(file).getSourceFile(path.join(repository, file));
    if (source === undefined) throw new Error(`${file} is not in a project of the compiler.`);
    return source;
  }

  /** True if the file with the mutant has no error. */
  accepts(mutant: Mutant): boolean {
    const file = path.join(repository, mutant.file);
    this.#changed.set(file, mutated(mutant));
    this.#changedOnDisk(file);
    const program = this.#program(mutant.file);
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    this.#changed.delete(file);
    this.#changedOnDisk(file);
    return errors.every(({ code }) => UNUSED.has(code));
  }

  close(): void {
    this.#api.close();
  }

  #changedOnDisk(file: string): void {
    this.#snapshot.dispose();
    this.#snapshot = this.#api.updateSnapshot({ fileChanges: { changed: [file] } });
  }

  #program(file: string): Program {
    let folder = path.join(repository, path.dirname(file));
    while (!existsSync(path.join(folder, "tsconfig.json"))) folder = path.dirname(folder);
    const program = this.#snapshot.getProject(path.join(folder, "tsconfig.json"))?.program;
    if (program === undefined) throw new Error(`${file} is not in a project of the compiler.`);
    return program;
  }
}
