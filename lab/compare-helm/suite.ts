import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Question } from "../../test/helm/question.ts";

const MODULE = path.join(import.meta.dirname, "yaml-test-suite");
const CARRIER = "github.com/goccy/go-yaml";

/** A case of the YAML test suite: its name, and its text. */
export interface SuiteCase {
  readonly name: string;
  readonly text: string;
}

/** All cases of the YAML test suite, from Go's module cache, into which Go downloads them once. */
export function suiteCases(): readonly SuiteCase[] {
  const env = { ...process.env, GOWORK: "off" };
  const output = execFileSync("go", ["mod", "download", "-json", CARRIER], {
    cwd: MODULE,
    env,
    encoding: "utf8",
  });
  const { Dir }: { Dir: string } = JSON.parse(output);
  const folder = path.join(Dir, "testdata", "yaml-test-suite");
  return globSync("**/in.yaml", { cwd: folder })
    .sort()
    .map((file) => ({
      name: path.dirname(file).split(path.sep).join("/"),
      text: readFileSync(path.join(folder, file), "utf8"),
    }));
}

/** Each case as a values file, and again below a key, because most cases are not mappings. */
export function suiteQuestions(cases: readonly SuiteCase[]): Question[] {
  const chart = { name: "asked", values: "" };
  return cases.flatMap(({ text }) =>
    [text, `below:\n${text.replace(/^(?=[^\n])/gm, "  ")}`].map((file) => ({
      chart,
      files: [file],
      sets: [],
    })),
  );
}
