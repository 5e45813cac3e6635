import { globSync } from "node:fs";
import path from "node:path";
import { API } from "typescript/unstable/sync";
import { isSlow, testFile } from "../../test/security/promises.ts";
import { repository } from "../../test/support/repository.ts";
import { type Mutant, mutantsIn } from "../mutants/mutations.ts";
import type { Imports } from "../mutants/nearest.ts";

/** Files that write files and decide which fixes are made, with the project of TypeScript that has them. */
const AREAS = [
  { project: "client/tsconfig.json", files: "client/editor/write-file*.ts" },
  { project: "server/cli/tsconfig.json", files: "server/cli/**/*.ts" },
  { project: "server/core/tsconfig.json", files: "server/core/rules/proof*.ts" },
];

/** The number of tests that are asked about a line: the nearest ones. */
const MOST_TESTS = 4;

/** A small fault in a line, and the tests that are nearest to its file: names below `test/`, without the ending. */
export interface LineMutant {
  readonly mutant: Mutant;
  readonly tests: readonly string[];
}

/** All mutants of all lines of these files, whether or not a promise names them. */
export function lineMutants(imports: Imports): LineMutant[] {
  const api = new API({ cwd: repository });
  try {
    return AREAS.flatMap(({ project, files }) => {
      const config = path.join(repository, project);
      const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
      return globSync(files, { cwd: repository })
        .sort()
        .flatMap((found) => {
          const file = found.replaceAll(path.sep, "/");
          const source = program?.getSourceFile(path.join(repository, found));
          if (source === undefined) throw new Error(`${file} is not in ${project}.`);
          const tests = imports
            .nearest(file)
            .map((near) => near.file.slice("test/".length, -".test.ts".length))
            .filter((test) => !isSlow(test) && testFile(test) !== undefined)
            .slice(0, MOST_TESTS);
          return mutantsIn(source, file).map((mutant) => ({ mutant, tests }));
        });
    });
  } finally {
    api.close();
  }
}
