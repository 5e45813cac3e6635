import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import MarkdownIt from "markdown-it";
import { packagedDocs, rulePages } from "../../publish/packaged-docs.ts";
import { RULES } from "../../server/core/rules/table.ts";
import { repository } from "../support/repository.ts";

const pages = packagedDocs(repository);
const markdown = new MarkdownIt({ html: true });

/** The addresses of all links and pictures of a text. */
function addressesIn(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap(({ attrs }) => attrs ?? [])
    .filter(([name]) => name === "href" || name === "src")
    .map(([, address]) => String(address));
}

/** The anchors of a page: those written as HTML, and the headings as GitHub and the editor name them. */
function anchorsOf(text: string): string[] {
  const written = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, anchor]) => anchor ?? "");
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
  return [...written, ...headings];
}

for (const [file, text] of pages) {
  test(`${file}: every link leads to a place in the package or to the web`, () => {
    for (const address of addressesIn(text)) {
      if (/^https:/.test(address)) continue;
      assert.notEqual(file, "dist/README.md", address);
      const [page = "", anchor] = address.split("#");
      const linked = page === "" ? file : path.posix.join(path.posix.dirname(file), page);
      assert.ok(pages.has(linked), address);
      if (anchor !== undefined) assert.ok(anchorsOf(pages.get(linked) ?? "").includes(anchor), address);
    }
  });

  test(`${file} shows no picture that the package does not have`, () => {
    const pictures = markdown.parse(text, {}).flatMap(({ children }) => children ?? []);
    for (const { type, attrs } of pictures) {
      if (type === "image") assert.match(String(attrs?.find(([name]) => name === "src")?.[1]), /^https:/);
    }
  });
}

test("the table of contents leads to every page, and that of the rules to every rule", () => {
  const contents = addressesIn(pages.get("dist/docs/index.md") ?? "");
  const listed = [...pages.keys()].filter((file) => /^dist\/docs\/[^/]*$/.test(file));
  assert.deepEqual(["index.md", ...contents].sort(), listed.map((file) => path.posix.basename(file)).sort());
  const rules = addressesIn(pages.get("dist/docs/rules.md") ?? "");
  for (const { code } of RULES) assert.ok(rules.includes(`rules/${code}.md`), code);
});

test("the file with the pages of all rules has each of them as it is", () => {
  const found: Record<string, string> = JSON.parse(rulePages(pages));
  assert.deepEqual(Object.keys(found).sort(), RULES.map(({ code }) => code).sort());
  for (const { code } of RULES) assert.equal(found[code], pages.get(`dist/docs/rules/${code}.md`), code);
});

test("the README of the package is for people who use it", () => {
  const readme = pages.get("dist/README.md") ?? "";
  assert.doesNotMatch(readme, /^## Try it|npm start|npm run package/m);
  assert.match(readme, /CAP Operator: Open Documentation/);
});
