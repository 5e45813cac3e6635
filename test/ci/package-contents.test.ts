import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { manifest, repository } from "../support/repository.ts";
import { PACKAGE_FLAGS, shippedManifest } from "../support/vsix.ts";

/** The files of both packages: the programs with their data and their words. */
const SHARED =
  /^(package\.json|README\.md|LICENSE|dist\/[\w-]+\.js|dist\/ThirdPartyNotices\.txt|dist\/schemas\/[a-z-]+(\.schema)?\.json|dist\/docs\/((guides|operations|reference|reference\/rules)\/)?[a-z-]+\.md|l10n\/bundle\.l10n\.[a-z-]+\.json|snippets\/(values|operator)\.json)$/;

/** The files of the extension alone. */
const OF_EXTENSION =
  /^(CHANGELOG\.md|package\.nls(\.[a-z-]+)?\.json|dist\/README\.md|dist\/extension\.cjs|dist\/web\/(extension\.cjs|server\.js)|dist\/docs\/reference\/rules\.json|client\/media\/(icon\.png|view\.svg|walkthrough\/[a-z-]+\.svg)|client\/syntaxes\/[\w.-]+\.json)$/;

function lines(program: string, ...args: readonly string[]): string[] {
  const printed = execFileSync(program, args, {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return printed.trim().split(/\r?\n/);
}

test("the .vsix has what the extension needs, and nothing else", () => {
  const vsce = path.join(repository, "node_modules/@vscode/vsce/vsce");
  const names = lines(process.execPath, vsce, "ls", ...PACKAGE_FLAGS);
  assert.deepEqual(
    names.filter((name) => !SHARED.test(name) && !OF_EXTENSION.test(name)),
    [],
  );
  assert.ok(names.includes("dist/README.md") && !names.includes("README.md"));
  assert.ok(names.includes("dist/docs/reference/rules.json"));
  assert.ok(!names.includes("dist/docs/reference/rules/unknown-key.md"));
});

test("the manifest of the .vsix has what editors and marketplaces read, and nothing of development", () => {
  const shipped = Object.keys(shippedManifest(manifest()));
  for (const field of ["name", "displayName", "version", "publisher", "engines", "main", "contributes"])
    assert.ok(shipped.includes(field), field);
  assert.deepEqual(
    shipped.filter((field) => /^(?:scripts|\w*dependencies|private)$/i.test(field)),
    [],
  );
});

test("the package for npm has what the programs need, and nothing else", {
  skip: process.platform === "win32",
}, () => {
  const [{ files }] = JSON.parse(lines("npm", "pack", "--dry-run", "--json", "--ignore-scripts").join("\n"));
  const names: string[] = files.map(({ path: name }: { path: string }) => name);
  assert.deepEqual(
    names.filter((name) => !SHARED.test(name)),
    [],
  );
  assert.ok(
    names.includes("dist/cap-operator.js") && names.includes("dist/docs/reference/rules/unknown-key.md"),
  );
});

test("a packed package in the clone is no change of it", () => {
  assert.ok(readFileSync(path.join(repository, ".gitignore"), "utf8").split(/\r?\n/).includes("*.tgz"));
});
