import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { API } from "typescript/unstable/sync";
import { isSlow, testFile } from "../../test/security/promises.ts";
import { repository } from "../../test/support/repository.ts";
import { type Mutant, mutantsIn } from "../mutants/mutations.ts";

/** Files of one project of TypeScript, whose tests are in a folder below `test/`. */
interface Area {
  readonly project: string;
  readonly files: string;
  readonly folder: string;
  /** The tests that reach most lines. */
  readonly broad: readonly string[];
}

/** What writes files and decides which fixes are made. */
const AREAS: readonly Area[] = [
  {
    project: "client/tsconfig.json",
    files: "client/editor/write-file*.ts",
    folder: "client/editor",
    broad: [],
  },
  {
    project: "server/cli/tsconfig.json",
    files: "server/cli/**/*.ts",
    folder: "cli",
    broad: ["cli/check", "cli/changes", "cli/one-bad-file", "cli/help"],
  },
  {
    project: "server/core/tsconfig.json",
    files: "server/core/rules/proof*.ts",
    folder: "core/rules",
    broad: ["core/rules/cases", "core/features/fix-all", "core/features/upgrade-values"],
  },
];

/** So many tests are asked about a line: the nearest ones. */
const MOST_TESTS = 4;

/** A small fault in a line, and the tests that are nearest to its file: names below `test/`, without the ending. */
export interface LineMutant {
  readonly mutant: Mutant;
  readonly tests: readonly string[];
}

/** All mutants of all lines of these files, whether or not a promise names them. */
export function lineMutants(): LineMutant[] {
  const api = new API({ cwd: repository });
  try {
    return AREAS.flatMap((area) => {
      const project = path.join(repository, area.project);
      const program = api.updateSnapshot({ openProjects: [project] }).getProject(project)?.program;
      return globSync(area.files, { cwd: repository })
        .sort()
        .flatMap((file) => {
          const source = program?.getSourceFile(path.join(repository, file));
          if (source === undefined) throw new Error(`${file} is not in ${area.project}.`);
          const tests = nearestTests(file, area);
          return mutantsIn(source, file.replaceAll(path.sep, "/")).map((mutant) => ({ mutant, tests }));
        });
    });
  } finally {
    api.close();
  }
}

/** The test with the name of a file, those that import the file, those that name it most, and then the broad ones. */
function nearestTests(file: string, { folder, broad }: Area): readonly string[] {
  const name = path.basename(file, ".ts");
  const nearness = (test: string) => {
    const text = readFileSync(path.join(repository, test), "utf8");
    const isNamed = path.basename(test) === `${name}.test.ts`;
    const isImported = text.includes(`/${name}.ts"`);
    return (isNamed ? 2000 : 0) + (isImported ? 1000 : 0) + text.split(`"${name}"`).length - 1;
  };
  const near = globSync(`test/${folder}/*.test.ts`, { cwd: repository })
    .map((test) => ({ test: `${folder}/${path.basename(test, ".test.ts")}`, near: nearness(test) }))
    .filter((one) => one.near > 0 && testFile(one.test) !== undefined)
    .sort((a, b) => b.near - a.near)
    .map(({ test }) => test);
  return [...new Set([...near.filter((test) => !isSlow(test)), ...broad])].slice(0, MOST_TESTS);
}
