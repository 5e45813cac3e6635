// All links and anchors of all pages for people, as they are in the repository.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { addressesIn, anchorsOf } from "../support/markdown-links.ts";
import { repository } from "../support/repository.ts";

const PATTERNS = ["*.md", "{.github,bench,docs,examples,lab,media,schemas,test}/**/*.md"];
/** Charts and folders that tests read are not pages for people. */
const NO_PAGES = /(^|\/)(fixtures|node_modules|artifacts)\//;

const pages = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: repository }))
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => !NO_PAGES.test(file));

const read = (file: string) => readFileSync(path.join(repository, file), "utf8");

/** The fault of a link of a page; `undefined` if its target exists. */
function problemOf(file: string, address: string): string | undefined {
  if (/^(https:|mailto:|command:)/.test(address)) return undefined;
  if (/^[a-z]+:/.test(address)) return "the scheme is not https";
  const [target = "", anchor] = decodeURI(address).split("#");
  const linked = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
  if (linked.startsWith("../") || !existsSync(path.join(repository, linked))) return "no such file";
  if (anchor === undefined) return undefined;
  if (statSync(path.join(repository, linked)).isDirectory() || !linked.endsWith(".md")) return "no page";
  return anchorsOf(read(linked)).includes(anchor) ? undefined : "no such anchor";
}

test("the pages are found", () => {
  assert.ok(pages.length > 80, `${pages.length}`);
  for (const file of [
    "README.md",
    "docs/README.md",
    "docs/reference/rules/unknown-key.md",
    "bench/README.md",
  ])
    assert.ok(pages.includes(file), file);
});

test("every link and every picture of every page leads to a file and an anchor that exist", () => {
  const broken = pages.flatMap((file) =>
    addressesIn(read(file)).flatMap((address) => {
      const problem = problemOf(file, address);
      return problem === undefined ? [] : [`${file}: ${address}: ${problem}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test("a broken link is noticed", () => {
  assert.equal(problemOf("docs/README.md", "guides/none.md"), "no such file");
  assert.equal(problemOf("docs/README.md", "guides/install.md#none"), "no such anchor");
  assert.equal(problemOf("docs/README.md", "guides/install.md#dry-run"), undefined);
  assert.equal(problemOf("docs/README.md", "http://example.org"), "the scheme is not https");
});

test("the index of the documentation leads to every page of it", () => {
  const linked = addressesIn(read("docs/README.md")).map((address) => path.posix.join("docs", address));
  const all = pages.filter(
    (file) => file.startsWith("docs/") && !/^docs\/(README\.md|reference\/rules\/)/.test(file),
  );
  assert.deepEqual(
    all.filter((file) => !linked.includes(file)),
    [],
  );
  const [published, specified] = ["values-published", "values"].map((page) =>
    linked.indexOf(`docs/reference/${page}.md`),
  );
  assert.ok(Number(published) < Number(specified), "The page of the published chart comes first.");
});
