import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/repository.ts";

/** The rows of the tables of a page beside this file, as text, without those of headings. */
export function rowsOf(page: string): readonly string[] {
  const lines = readFileSync(path.join(import.meta.dirname, page), "utf8").split("\n");
  return lines.filter((line, index) => /^\| (?!---)/.test(line) && !lines[index + 1]?.startsWith("|---"));
}

/** The text of a file with tests, as a page names it. */
function testsIn(name: string): string {
  const rule = /^rules\/([\w-]+)$/.exec(name)?.[1];
  const folder = /^(?:formatting|judge|traces)\//.test(name) ? "lab" : "test";
  const file = rule ? `server/core/rules/${rule}/cases.yaml` : `${folder}/${name}`;
  return readFileSync(path.join(repository, file), "utf8");
}

/** Fails unless the last cell of a row names tests that exist: files, each with the name of a test in it or without. Returns the names. */
export function assertNamesTests(row: string): readonly (string | undefined)[] {
  const tests = row.split(" | ").at(-1) ?? "";
  const named = [...tests.matchAll(/`([^`]+)`(?:, "([^"]+?)(?: \.\.\.)?")?/g)];
  assert.ok(named.length > 0, row);
  return named.map(([, name = "", title]) => {
    assert.ok(testsIn(name).includes(title ?? ""), `${name}: ${title}`);
    return title;
  });
}
