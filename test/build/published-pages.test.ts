import assert from "node:assert/strict";
import { test } from "node:test";
import { publishedPage, publishedPages } from "../../build/published-pages.ts";
import { manifest, repository } from "../support/repository.ts";

const PUBLISHED = {
  name: "cap-operator-tools",
  version: "1.4.0",
  publisher: "harbour",
  repository: { type: "git", url: "https://github.com/harbour/helm-tools.git" },
};
const pages = publishedPages(repository, PUBLISHED);
const page = (file: string) => pages.get(file)?.published ?? assert.fail(`There is no ${file}.`);

test("the pages have what the manifest says about where the project is published", () => {
  const stale = [...publishedPages(repository, manifest())].filter(
    ([, { text, published }]) => text !== published,
  );
  assert.deepEqual(
    stale.map(([file]) => file),
    [],
    "Write them with: npm run manifest",
  );
});

test("once there is an address, no page has an example of one, or another version, or says that nothing is published", () => {
  for (const [file, { published }] of pages) {
    assert.doesNotMatch(published, /git\.example\.org|not published|until published/, file);
    const versions = [...published.matchAll(/cap-operator-tools[@-]v?(\d[\w.]*\d)/g)].map(
      ([, version]) => version,
    );
    assert.ok(
      versions.every((version) => version === "1.4.0"),
      `${file}: ${versions.join()}`,
    );
  }
});

test("extension, package, hooks, action and component are named where they are", () => {
  assert.ok(page("README.md").includes("`code --install-extension harbour.cap-operator-tools`"));
  assert.ok(page("docs/guides/agents.md").includes("--package=cap-operator-tools@1.4.0"));
  const pipelines = page("docs/guides/ci.md");
  for (const line of [
    "  - repo: https://github.com/harbour/helm-tools\n    rev: v1.4.0\n",
    "      - uses: harbour/helm-tools@v1.4.0\n",
    "  - component: github.com/harbour/helm-tools/check@v1.4.0\n",
    "npm install --global ./cap-operator-tools-1.4.0.tgz\n",
  ])
    assert.ok(pipelines.includes(line), line);
  assert.ok(page("action.yml").includes("default: cap-operator-tools@1.4.0\n"));
  assert.ok(page("templates/check.yml").includes("default: cap-operator-tools@1.4.0\n"));
  assert.equal(page(".pre-commit-hooks.yaml").match(/--package=cap-operator-tools@1\.4\.0 -- /g)?.length, 3);
});

test("what is written once stays as it is, and follows the next version", () => {
  for (const [file, { published }] of pages) {
    const next = published.replaceAll("1.4.0", "1.6.0");
    assert.equal(publishedPage(published, { ...PUBLISHED, version: "1.6.0" }), next, file);
  }
});
