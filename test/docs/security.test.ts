// Compares the promises of docs/operations/security.md with the code, as far as possible.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { MACHINE_SETTINGS } from "../../client/editor/settings/settings-that-are-set.ts";
import { LONGEST_GLOB } from "../../server/core/ownership/glob.ts";
import { LIMITS } from "../../server/helm/ask-helm.ts";
import { CHART_LIMITS, MEBIBYTE } from "../../server/workspace/charts/chart-limits.ts";
import { CALLS, HARMLESS } from "../client/every-call.ts";
import { readPromises, withTables } from "../security/promises.ts";
import { repository } from "../support/repository.ts";

const page = readFileSync(path.join(repository, "docs/operations/security.md"), "utf8").replaceAll(
  "\r\n",
  "\n",
);
const { capabilities, contributes } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));

const promises = readPromises();
const NOT_ON_THE_PAGE = "architecture";

/** The section of this heading. */
function section(heading: string): string {
  const [, text = ""] = page.split(new RegExp(`^#+ ${heading}\\n`, "m"));
  return text.split(/^#+ /m)[0] ?? "";
}

/** The cells of the rows of the first table of a section. */
function rows(heading: string): string[][] {
  return [...section(heading).matchAll(/^\| (?!---)(.*) \|$/gm)]
    .slice(1)
    .map(([, row = ""]) => row.split(" | "));
}

const codeIn = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** The calls of the page: the program, and the words that begin the call. */
const listed = rows("Calls").flatMap(([program = "", calls]) =>
  codeIn(calls).map((words) => ({ program, words: words.split(" ") })),
);

const made = Object.values(CALLS)
  .flatMap((calls) => calls(HARMLESS))
  .filter((call) => call !== undefined);

/** True if the page means this call: all words are in it, and it is a dry run if and only if the page says so. */
function isMeant({ program, words }: (typeof listed)[number], call: (typeof made)[number]): boolean {
  const isDry = (args: readonly string[]) => args.includes("--dry-run=server");
  return (
    program === call.program &&
    words[0] === call.args[0] &&
    words.every((word) => call.args.includes(word)) &&
    isDry(words) === isDry(call.args)
  );
}

test("every call of helm and kubectl is in the table, and every row of it is a call", () => {
  assert.ok(listed.length > 20 && made.length > 20);
  const unlisted = made.filter((call) => !listed.some((row) => isMeant(row, call)));
  assert.deepEqual(
    unlisted.map(({ program, args }) => `${program} ${args.join(" ")}`),
    [],
  );
  const rest = listed.filter((row) => !made.some((call) => isMeant(row, call)));
  assert.deepEqual(
    rest.map(({ program, words }) => `${program} ${words.join(" ")}`),
    [],
  );
});

test("what changes a cluster is in the table only after a confirmation", () => {
  const changing = /^(upgrade --install|rollback|uninstall|delete -f -|apply -f -)$/;
  const asked = rows("Calls").filter(([, calls]) => codeIn(calls).some((call) => changing.test(call)));
  assert.ok(asked.length >= 3);
  for (const [, calls, purpose] of asked) assert.match(purpose ?? "", /after you confirm/i, calls);
});

test("what a workspace can set is what the manifest says", () => {
  const [never = [], trusted = [], contexts = []] = rows("What a workspace can set").map(([, settings]) =>
    codeIn(settings),
  );
  assert.deepEqual([...never].sort(), [...MACHINE_SETTINGS].sort());
  const machine = contributes.configuration.flatMap(
    ({ properties }: { properties: Record<string, { scope?: string }> }) =>
      Object.entries(properties).flatMap(([name, { scope }]) => (scope === "machine" ? [name] : [])),
  );
  assert.deepEqual([...never].sort(), machine.sort());
  const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
  assert.deepEqual([...never, ...trusted, ...contexts].sort(), [...restrictedConfigurations].sort());
});

test("limits of the page are those of the code", () => {
  const archives = readFileSync(path.join(repository, "client/editor/charts/chart-archives.ts"), "utf8");
  const [, days] = /KEPT_FOR = (\d+) \* 24 \* 60 \* 60 \* 1000/.exec(archives) ?? [];
  const [, most] = /MOST_KEPT = (\d+)/.exec(archives) ?? [];
  assert.ok(page.includes(`Removed after ${days} days, or if there are more than ${most}.`));
  const downloads = readFileSync(path.join(repository, "client/editor/charts/http-downloads.ts"), "utf8");
  const [, bytes = ""] = /LARGEST_BYTES = ([\d_]+)/.exec(downloads) ?? [];
  assert.ok(page.includes(`up to ${Number(bytes.replaceAll("_", "")) / 1_000_000} MB`));
  const { deadline: milliseconds, stderr, memory } = LIMITS;
  const limits = `${milliseconds / 1000} seconds, ${stderr.all / MEBIBYTE} MB of errors, or on Linux ${memory / MEBIBYTE / 1024} GB of memory`;
  assert.ok(page.includes(limits), limits);
  assert.ok(page.includes(`more than ${CHART_LIMITS.entries.toLocaleString("en")} files`));
  assert.ok(page.includes(`more than ${LONGEST_GLOB.toLocaleString("en")} characters`));
});

test("the tables of promises are those of promises.yaml", () => {
  assert.equal(page, withTables(page), "run npm run docs");
  const tables = [...page.matchAll(/<!-- promises: (\w+) -->/g)].map(([, name]) => name);
  assert.deepEqual([...tables, NOT_ON_THE_PAGE].sort(), Object.keys(promises).sort());
});
