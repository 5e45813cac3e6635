import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../test/support/repository.ts";

/** A test file, and how it comes to a source. */
export interface NearTest {
  readonly file: string;
  /** Runs what the build writes. */
  readonly bundled: boolean;
  /** For Node: which of its tests are run, if not all. */
  readonly flags: readonly string[];
}

/** The programs that the build makes. */
const PROGRAMS = ["server/cli.ts", "server/language-server.ts", "server/agents-worker.ts"];

/** A program is farther from its tests than a module that they import. */
const TO_PROGRAM = 3;

/** Finds the tests that reach a source, by the imports of the repository's files. */
export class Imports {
  readonly #texts = new Map<string, string>();
  readonly #tests: readonly string[];
  readonly #bundled = new Map<string, boolean>();
  readonly #words = new Map<string, ReadonlySet<string>>();
  readonly #distances = new Map<string, ReadonlyMap<string, number>>();

  constructor() {
    const files = globSync("{server,client,schemas,build,test}/**/*.{ts,mts}", { cwd: repository });
    for (const file of files.sort())
      this.#texts.set(file.replaceAll(path.sep, "/"), readFileSync(path.join(repository, file), "utf8"));
    this.#tests = [...this.#texts.keys()].filter((file) => TEST.test(file) && !OTHER_TEST.test(file));
  }

  /** The tests that import a file, or name what it exports: the nearest first. */
  nearest(file: string): NearTest[] {
    const names = [...this.#text(file).matchAll(EXPORTED)].map(([, name = ""]) => name);
    const folders = path.posix.dirname(file).split("/").slice(1);
    const start = path.posix.basename(file, ".ts");
    const folder = folders.at(-1) ?? "";
    const rule = RULE.exec(file)?.[1];
    const rank = (test: string): number => {
      const words = this.#wordsOf(test);
      const isNamed = [start, ...names].some((name) => name.length > 5 && words.has(name));
      const below = path.posix.dirname(test).split("/").slice(1);
      const apart = folders.findIndex((folder, index) => folder !== below[index]);
      const together = apart === -1 ? folders.length : apart;
      const isTable = test.endsWith("/cases.test.ts") && together === below.length;
      const name = path.posix.basename(test);
      const likely =
        (name.startsWith(start) ? 5 : 0) +
        (name.startsWith(folder) ? 3 : 0) +
        (isTable ? 9 : 0) +
        (isNamed ? 2 : 0);
      return (this.#distancesFrom(test).get(file) ?? 5) - together - likely;
    };
    return this.#tests
      .filter((test) => this.#distancesFrom(test).has(file))
      .map((test) => ({
        file: test,
        bundled: this.runsBundles(test),
        flags:
          test === CASES_OF_RULES && rule !== undefined ? [`--test-name-pattern=rules/${rule}/cases`] : [],
        rank: rank(test),
      }))
      .sort((a, b) => a.rank - b.rank);
  }

  /** True if a test, or a test file that it imports, runs bundles that the build writes. */
  runsBundles(file: string): boolean {
    const known = this.#bundled.get(file) ?? this.#needsBundles(file);
    this.#bundled.set(file, known);
    return known;
  }

  #needsBundles(file: string): boolean {
    return [...this.#distancesFrom(file).keys()].some(
      (imported) => imported.startsWith("test/") && BUNDLES.test(this.#text(imported)),
    );
  }

  /** The number of imports from a file to each file that it needs. */
  #distancesFrom(file: string): ReadonlyMap<string, number> {
    const known = this.#distances.get(file);
    if (known !== undefined) return known;
    const distances = new Map([[file, 0]]);
    const add = (name: string, distance: number) => {
      if (this.#texts.has(name) && !distances.has(name)) distances.set(name, distance);
    };
    for (const [name, distance] of distances) {
      const text = this.#text(name);
      for (const [, imported = ""] of text.matchAll(IMPORTED))
        add(path.posix.join(path.posix.dirname(name), imported), distance + 1);
      if (name.startsWith("test/") && BUNDLES.test(text))
        for (const program of PROGRAMS) add(program, distance + TO_PROGRAM);
    }
    this.#distances.set(file, distances);
    return distances;
  }

  #wordsOf(test: string): ReadonlySet<string> {
    const words = this.#words.get(test) ?? new Set(this.#text(test).match(/[\w-]+/g));
    this.#words.set(test, words);
    return words;
  }

  #text(file: string): string {
    return this.#texts.get(file) ?? "";
  }
}

/** Tests that run without an editor, a cluster, a pipeline, a browser and a real Helm: those of `npm run test:unit`. */
const TEST = /^test\/.*\.test\.ts$/;
const OTHER_TEST = /^test\/(?:e2e|ci|site|cluster)\/|\.helm\.test\.ts$/;

const CASES_OF_RULES = "test/core/rules/cases.test.ts";
/** Matches files in the folder of a rule; other folders have no cases. */
const RULE = /^server\/core\/rules\/(?!engine\/|topics\/)([\w-]+)\//;

const IMPORTED = /(?:from |import\(|import )"(\.[^"]+)"/g;
const EXPORTED = /^export (?:abstract )?(?:async )?(?:function\*?|const|class) (\w+)/gm;
const BUNDLES = /dist\/(?:cap-operator|language-server)|"dist"/;
