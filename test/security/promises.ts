// The promises of docs/operations/security.md, what keeps each, the tests that show it, and the changes that break it. Writes the tables of the page.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { repository } from "../support/repository.ts";

/** A text that a file has exactly once, and what it becomes. */
interface Replacement {
  readonly find: string;
  readonly replace: string;
}

/** A change of one file that breaks a promise. */
export interface Mutation extends Replacement {
  readonly file: string;
  /** More that is replaced, where two checks hold the same promise. */
  readonly also?: readonly Replacement[];
  /** The test that must fail; without it, one of those of the promise that need no cluster and no editor. */
  readonly by?: string;
}

/** A row of the page. */
export interface SecurityPromise {
  readonly promise: string;
  /** The mechanism that keeps it, for readers of the page. */
  readonly how: string;
  /** Below `test/`, without the ending; `LINTER` is `npm run check`. */
  readonly tests: readonly string[];
  readonly mutations?: readonly Mutation[];
  /** The reason why nothing in the repository can break it. */
  readonly unbreakable?: string;
}

/** A test that is a rule of the linter. */
export const LINTER = "the linter";

const PAGE = path.join(repository, "docs/operations/security.md");

/** The promises by the names of their tables. */
export function readPromises(): Readonly<Record<string, readonly SecurityPromise[]>> {
  return load(readFileSync(path.join(repository, "test/security/promises.yaml"), "utf8")) as ReturnType<
    typeof readPromises
  >;
}

/** The path of a test in the repository; `undefined` if there is none. */
export function testFile(name: string): string | undefined {
  return [".test.ts", ".suite.ts"]
    .map((ending) => `test/${name}${ending}`)
    .find((file) => existsSync(path.join(repository, file)));
}

/** True if a test needs a cluster, an editor or Go. */
export const isSlow = (name: string): boolean => /^(?:cluster|e2e)\/|\.helm$/.test(name);

/** The tests of which one must fail for a mutation: those that need no cluster and no editor, if there are any. */
export function killersOf({ tests }: SecurityPromise, { by }: Mutation): readonly string[] {
  if (by !== undefined) return [by];
  const quick = tests.filter((name) => !isSlow(name));
  return quick.length > 0 ? quick : tests;
}

/** The file with a mutation. Throws if one of its texts is not there exactly once. */
export function mutated({ file, also = [], ...first }: Mutation, text: string): string {
  let broken = text;
  for (const { find, replace } of [first, ...also]) {
    const [before, after, ...more] = broken.split(find);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`${file} does not have this text exactly once: ${find}`);
    broken = before + replace + after;
  }
  return broken;
}

/** The page with the tables of these promises in the places that have their names. */
export function withTables(page: string, tables = readPromises()): string {
  return page.replaceAll(/(<!-- promises: (\w+) -->\n)[\s\S]*?(?=<!-- end -->)/g, (_, mark: string, name) => {
    const rows = (tables[name] ?? []).map(
      ({ promise, how, tests }) =>
        `| ${promise} | ${how} | ${tests.map((test) => (test === LINTER ? test : `\`${test}\``)).join(", ")} |`,
    );
    return `${mark}\n| promise | how | shown by |\n|---|---|---|\n${rows.join("\n")}\n\n`;
  });
}

if (import.meta.main) writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8")));
