import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { API } from "typescript/unstable/sync";
import { groupBy } from "../../server/core/yaml/group-by.ts";
import { Dice } from "../../test/helm/dice.ts";
import { repository } from "../../test/support/repository.ts";
import { type Mutant, mutantsIn } from "./mutations.ts";

/** So many of each folder are drawn before all others. */
const OF_EACH_FOLDER = 4;

/** All mutants of the core, in the order of its files. */
export function allMutants(): Mutant[] {
  const api = new API({ cwd: repository });
  try {
    const project = path.join(repository, "server/core/tsconfig.json");
    const program = api.updateSnapshot({ openProjects: [project] }).getProject(project)?.program;
    return globSync("server/core/**/*.ts", { cwd: repository })
      .sort()
      .flatMap((file) => {
        const source = program?.getSourceFile(path.join(repository, file));
        if (source === undefined) throw new Error(`${file} is not in ${project}.`);
        return mutantsIn(source, file.replaceAll(path.sep, "/"));
      });
  } finally {
    api.close();
  }
}

/** `count` of the mutants: some of each folder, the others wherever the seed has it. The same for the same code and seed. */
export function drawn(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const dice = new Dice(seed);
  const rest = mutants
    .map((mutant) => ({ mutant, rank: dice.below(2 ** 32) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ mutant }) => mutant);
  const first = [...groupBy(rest, folderOf).values()].flatMap((list) => list.slice(0, OF_EACH_FOLDER));
  return [...new Set([...first, ...rest])].slice(0, count);
}

/** The folder that a mutant is counted in. */
export function folderOf({ file }: Mutant): string {
  return path.posix.dirname(file);
}

/** The text of a file with the mutant in it. */
export function mutated({ file, start, end, replacement }: Mutant): string {
  const text = readFileSync(path.join(repository, file), "utf8");
  return text.slice(0, start) + replacement + text.slice(end);
}
