// Packages that pages have somebody install or start have the name in the manifest and, where agents start them, its version.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
const {
  name,
  version,
  bin,
  repository: address,
} = JSON.parse(read("package.json")) as {
  name: string;
  version: string;
  repository?: { url: string };
  bin: Readonly<Record<string, string>>;
};
const pages = ["README.md", "docs/**/*.md", "server/cli/README.md", "templates/**/*", "action.yml"]
  .flatMap((pattern) => globSync(pattern, { cwd: repository, withFileTypes: false }))
  .filter((file) => /\.(?:md|ya?ml)$/.test(file));

/** Matches a line that installs or starts something, with the rest of the line. */
const STARTS = /(?:npx(?! node lab\/)"?(?:, "args": \[|\b)|npm (?:i|install|exec)\b|\buses:)([^\n`|]*)/g;
/** Actions of the host itself, and of it alone. */
const OF_HOST = /^(?:actions|github)\//;

function namesIn(rest: string, isAction: boolean): string[] {
  const words = rest.split(/[\s",[\]]+/).filter(Boolean);
  if (isAction) return words.slice(0, 1).filter((word) => !OF_HOST.test(word));
  const option = words.filter((word) => word.startsWith("--package=")).map((word) => word.slice(10));
  const rests = words.filter((word) => !word.startsWith("-") && !/[$\\]/.test(word));
  return option.length > 0 ? option : rests.slice(0, 1);
}

test("npx, npm and uses: on all pages name this package, and agents start the version of the manifest", () => {
  const found: string[] = [];
  for (const page of pages) {
    const text = read(page).replaceAll("\r\n", "\n");
    for (const [all, rest = ""] of text.matchAll(STARTS)) {
      for (const named of namesIn(rest, all.startsWith("uses:"))) {
        found.push(named);
        // The action is named by the repository that it is in.
        const isAction = all.startsWith("uses:") && address?.url.includes(`/${named.replace(/@.*$/, "")}`);
        if (isAction) {
          assert.ok(named.endsWith(`@v${version}`), `${page}: ${all}`);
          continue;
        }
        const ofProject = named
          .replace(/^.*\//, "")
          .replace(/\.tgz$/, "")
          .replace(`-${version}`, "")
          .replace(/@.*$/, "");
        assert.equal(ofProject, name, `${page}: ${all}`);
        assert.ok(
          !named.includes("@") || named.endsWith(`@${version}`) || named.endsWith(`@v${version}`),
          `${page}: ${all}`,
        );
        if (rest.includes('"mcp"')) assert.equal(named, `${name}@${version}`, `${page}: ${all}`);
      }
    }
  }
  assert.ok(found.length >= 8, found.join());
  assert.ok(found.includes(name) && found.includes(`${name}@${version}`), found.join());
  assert.ok(Object.keys(bin).includes("cap-operator"));
});
