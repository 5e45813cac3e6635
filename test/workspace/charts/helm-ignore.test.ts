import assert from "node:assert/strict";
import { test } from "node:test";
import { readHelmIgnore } from "../../../server/workspace/charts/helm-ignore.ts";

/** Those of https://github.com/helm/helm/blob/v4.2.4/pkg/ignore/rules_test.go; a path that ends with a slash is a folder. */
const IGNORED: readonly (readonly [pattern: string, path: string, isIgnored: boolean])[] = [
  ["helm.txt", "helm.txt", true],
  ["helm.*", "helm.txt", true],
  ["helm.*", "rudder.txt", false],
  ["*.txt", "tiller.txt", true],
  ["*.txt", "cargo/a.txt", true],
  ["cargo/*.txt", "cargo/a.txt", true],
  ["cargo/*.*", "cargo/a.txt", true],
  ["cargo/*.txt", "mast/a.txt", false],
  ["ru[c-e]?er.txt", "rudder.txt", true],
  ["templates/.?*", "templates/.dotfile", true],
  ["cargo/", "cargo/", true],
  ["cargo/", "mast/", false],
  ["helm.txt/", "helm.txt", false],
  ["!helm.txt", "helm.txt", false],
  ["!helm.txt", "tiller.txt", true],
  ["!*.txt", "cargo/", true],
  ["!cargo/", "mast/", true],
  ["/a.txt", "a.txt", true],
  ["/a.txt", "cargo/a.txt", false],
  ["/cargo/a.txt", "cargo/a.txt", true],
];

for (const [pattern, path, isIgnored] of IGNORED) {
  test(`${pattern} ${isIgnored ? "leaves out" : "keeps"} ${path}`, () => {
    const isFolder = path.endsWith("/");
    assert.equal(readHelmIgnore(pattern)?.(isFolder ? path.slice(0, -1) : path, isFolder), isIgnored);
  });
}
