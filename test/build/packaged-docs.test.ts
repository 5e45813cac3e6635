import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { IN_REPOSITORY, packagedDocs, rulePages } from "../../build/packaged-docs.ts";
import { pageAt } from "../../client/editor/pages/documentation-pages.ts";
import { RULES } from "../../server/core/rules/table.ts";
import { addressesIn, anchorsOf, markdown } from "../support/markdown-links.ts";
import { repository } from "../support/repository.ts";

const pages = packagedDocs(repository);

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
  const listed = addressesIn(pages.get("dist/docs/index.md") ?? "").map((address) => `dist/docs/${address}`);
  const all = [...pages.keys()].filter((file) => /^dist\/docs\/(?!index\.md$|reference\/rules\/)/.test(file));
  assert.deepEqual(listed.sort(), all.sort());
  const rules = addressesIn(pages.get("dist/docs/reference/rules.md") ?? "");
  for (const { code } of RULES) assert.ok(rules.includes(`rules/${code}.md`), code);
});

test("the file with the pages of all rules has each of them as it is", () => {
  const found: Record<string, string> = JSON.parse(rulePages(pages));
  assert.deepEqual(Object.keys(found).sort(), RULES.map(({ code }) => code).sort());
  for (const { code } of RULES)
    assert.equal(found[code], pages.get(`dist/docs/reference/rules/${code}.md`), code);
});

test("every page opens by its address in the editor", () => {
  for (const file of pages.keys()) {
    const page = file.replace("dist/docs/", "");
    if (file !== "dist/README.md") assert.equal(pageAt(`/${page}`), page);
  }
});

test("pages for contributors, and what the editor shows itself, are not in the package", () => {
  assert.ok(!pages.has("dist/docs/reference/settings.md"));
  assert.ok(pages.has("dist/docs/guides/ci.md"));
  const leading = [...pages].filter(([, text]) => /\]\([^)]*project\//.test(text));
  assert.deepEqual(
    leading.map(([file]) => file),
    [],
  );
});

const readmeOf = (repositoryUrl?: string) => {
  const addressed = repositoryUrl === undefined ? {} : { repository: { type: "git", url: repositoryUrl } };
  return packagedDocs(repository, { version: "1.2.3", ...addressed });
};

test("without an address, the README of the package is for people who use it", () => {
  const readme = readmeOf().get("dist/README.md") ?? "";
  assert.doesNotMatch(readme, /^## Contribute|npm start|npm run|<picture|<source|<img/m);
  assert.match(readme, /CAP Operator: Open Documentation[\s\S]*trademarks of SAP SE/);
});

test("with an address, it leads to the changelog, support and the license, and shows the dark pictures, all of this version", () => {
  const found = readmeOf("https://code.example.org/group/project.git");
  const readme = found.get("dist/README.md") ?? "";
  const project = "https://code.example.org/group/project/";
  for (const page of ["CHANGELOG.md", ".github/SUPPORT.md", "CONTRIBUTING.md", "LICENSE"])
    assert.ok(readme.includes(`](${project}blob/v1.2.3/${page})`), page);
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, address = ""]) => address);
  assert.ok(pictures.length >= 5);
  for (const address of pictures) assert.match(address, /\/raw\/v1\.2\.3\/docs\/images\/[\w-]+-dark\.png$/);
  for (const [file, text] of found) assert.ok(!text.includes(IN_REPOSITORY), file);
});
