import assert from "node:assert/strict";
import { test } from "node:test";
import {
  linkedThroughCommand,
  pageAt,
  ruleOfPage,
  rulePageIn,
} from "../../../client/editor/pages/documentation-pages.ts";

test("an address leads to a page of the documentation, and never out of it", () => {
  assert.equal(pageAt("/get-started.md"), "get-started.md");
  assert.equal(pageAt("/reference/values.md"), "reference/values.md");
  assert.equal(pageAt("/reference/rules/unknown-key.md"), "reference/rules/unknown-key.md");
  for (const path of [
    "/../package.json",
    "/reference/rules/../../../a.md",
    "//host/a.md",
    "/a/b.md",
    "/rules/a.md",
    "/",
    "/a.md/../b",
  ]) {
    assert.equal(pageAt(path), "index.md", path);
  }
});

test("the page of a rule comes from the file with all of them", () => {
  assert.equal(ruleOfPage("reference/rules/unknown-key.md"), "unknown-key");
  assert.equal(ruleOfPage("reference/rules.md"), undefined);
  const pages = JSON.stringify({ "unknown-key": "# unknown-key\n" });
  assert.equal(rulePageIn(pages, "unknown-key"), "# unknown-key\n");
  assert.equal(rulePageIn(pages, "constructor"), "");
});

/** The command of a link, with its arguments. */
function run(html: string): unknown[] {
  const [, command, given = ""] = /<a href="command:([^?"]*)\?([^"]*)"/.exec(html) ?? [];
  return [command, ...JSON.parse(decodeURIComponent(given))];
}

test("a link to another page runs the command that opens it, from the folder of the page", () => {
  const from = (page: string, href: string) =>
    run(linkedThroughCommand(`<p><a href="${href}" data-href="${href}">words</a></p>`, page, "open"));
  assert.deepEqual(from("guides/install.md", "../reference/rules/unknown-key.md"), [
    "open",
    "reference/rules/unknown-key.md",
    "",
  ]);
  assert.deepEqual(from("reference/rules/unknown-key.md", "../values.md#image-tag"), [
    "open",
    "reference/values.md",
    "image-tag",
  ]);
});

test("links on the page and to the web stay", () => {
  const html = '<a href="#image-tag">here</a> <a href="https://example.org/a.md">there</a>';
  assert.equal(linkedThroughCommand(html, "values.md", "open"), html);
});
