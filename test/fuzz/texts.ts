import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { readAnnotated } from "../core/support/annotations.ts";
import { repository } from "../support/repository.ts";

/** Files whose texts are read unchanged. */
const FILES = ["examples/**/*.yaml", "test/core/fixtures/**/*.yaml", "test/core/yaml/fixtures/*.yaml"];

/** Files with cases that have texts: those of rules, features, the reader, releases, charts and ownership. */
const CASES = ["server/core/rules/*/cases.yaml", "test/{core,lsp}/**/*.yaml"];

/** Templates are Go templates, not YAML, and definitions (CRDs) have thousands of lines. */
const NO_VALUES = ["examples/chart/templates/**", "examples/chart/crds/**"];

/** The most characters of a text that others are made of. */
const LONGEST = 8000;

/** The texts of this repository that a person could have in an editor, each once: files, those in cases, and samples of the documentation. */
export function realTexts(): readonly string[] {
  const files = named(FILES, NO_VALUES).map(read);
  const cases = named(CASES, ["**/fixtures/**"]).flatMap((file) => textsIn(load(read(file))));
  const samples = named(["docs/**/*.md"], []).flatMap((file) =>
    [...read(file).matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, sample = ""]) => sample),
  );
  return [...new Set([...files, ...cases, ...samples])].filter(
    ({ length }) => length > 0 && length <= LONGEST,
  );
}

function named(patterns: readonly string[], exclude: readonly string[]): string[] {
  return globSync([...patterns], { cwd: repository, exclude: [...exclude] }).sort();
}

function read(file: string): string {
  return readFileSync(path.join(repository, file), "utf8");
}

/** The texts of several lines in a case, without the marks of what is expected. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") {
    return value.includes("\n") ? [readAnnotated(value).text.replaceAll("$0", "")] : [];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
