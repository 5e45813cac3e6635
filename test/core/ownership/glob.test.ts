import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import picomatch from "picomatch/posix.js";
import { LONGEST_GLOB, matchingGlob, readGlob } from "../../../server/core/ownership/glob.ts";
import { effort } from "../../support/effort.ts";

const MATCHES: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
  ["**/cap-operator*values*.yaml", "/home/me/cap-operator-values.yaml", true],
  ["**/cap-operator*values*.yaml", "/home/me/deploy/cap-operator.prod-values-eu.yaml", true],
  ["**/cap-operator*values*.yaml", "cap-operator-values.yaml", true],
  ["**/cap-operator*values*.yaml", "/home/cap-operator/values.yaml", false],
  ["**/values.yaml", "/a/values.yaml", true],
  ["**/values.yaml", "/a/my-values.yaml", false],
  ["*.yaml", "a.yaml", true],
  ["*.yaml", "a/b.yaml", false],
  ["a/**/b.yaml", "a/b.yaml", true],
  ["a/**/b.yaml", "a/x/y/b.yaml", true],
  ["a/**", "a/x/y.yaml", true],
  ["value?.yaml", "values.yaml", true],
  ["value?.yaml", "value/.yaml", false],
  ["{a,b}.{yaml,yml}", "b.yml", true],
  ["{a,b}.{yaml,yml}", "c.yml", false],
  ["a.b+(c)|d.yaml", "a.b+(c)|d.yaml", true],
  ["a.b+(c)|d.yaml", "a.b+(c)", false],
  ["values (1).yaml", "values (1).yaml", true],
  ["!values.yaml", "!values.yaml", true],
  ["!values.yaml", "other.yaml", false],
  ["a\\b", "a\\b", true],
  ["*.yaml", ".values.yaml", true],
  ["values-[0-9].yaml", "values-7.yaml", true],
  ["values-[0-9].yaml", "values-a.yaml", false],
  ["values-[0-9]+.yaml", "values-7+.yaml", true],
  ["values-[0-9]+.yaml", "values-77.yaml", false],
  ["values-[!0-9].yaml", "values-a.yaml", true],
  ["values-[!0-9].yaml", "values-7.yaml", false],
  ["**/stage[ab]/*.{yaml,yml}", "/home/me/stageb/x.yml", true],
  ["{values}.yaml", "values.yaml", true],
  ["{a,{b,c}}.yaml", "c.yaml", true],
  ["a.yaml", "axyaml", false],
  ["{a.yaml", "{a.yaml", true],
  ["{a,b}", "a,b", false],
];

for (const [glob, path, matches] of MATCHES) {
  test(`${glob} ${matches ? "matches" : "does not match"} ${path}`, () => {
    assert.equal(readGlob(glob)(path), matches);
  });
}

test("no glob that a person can write throws", () => {
  for (const glob of [
    "",
    "{",
    "}",
    "{{a,b}",
    "[",
    "a***",
    "a{b,c",
    "\\",
    "(",
    "}{",
    "{,}",
    "[z-a]",
    "[^",
    "x".repeat(70_000),
  ]) {
    assert.equal(readGlob(glob)("no such path/at all"), false, glob);
  }
});

test("a glob with a folder is relative to the workspace folder", () => {
  const file = { path: "/home/me/ws/deploy/prod.yaml", workspacePath: "deploy/prod.yaml" };
  assert.equal(matchingGlob(["deploy/*.yaml"], file), "deploy/*.yaml");
  assert.equal(matchingGlob(["./deploy/*.yaml"], file), "./deploy/*.yaml");
  assert.equal(matchingGlob(["ws/deploy/*.yaml"], file), undefined);
  assert.equal(matchingGlob(["prod.yaml"], file), "prod.yaml");
  assert.equal(matchingGlob(["/home/me/ws/deploy/prod.yaml"], file), "/home/me/ws/deploy/prod.yaml");
});

test("a glob matches the files that picomatch matches", () => {
  const part = fc.constantFrom(
    "a",
    "b",
    "ab",
    "/",
    "/",
    ".",
    "-",
    "*",
    "**",
    "?",
    "{a,b}",
    "{a/b,b}",
    "{a*,?b}",
    "{a,{b,-b}}",
    "[ab]",
    "[!a]",
    "**/",
    "/**",
  );
  const globs = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
  const names = fc
    .array(fc.constantFrom("a", "b", "ab", "-", "."), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(""))
    .filter((name) => name !== "." && name !== "..");
  const paths = fc
    .tuple(fc.constantFrom("", "/"), fc.array(names, { minLength: 1, maxLength: 4 }))
    .map(([root, all]) => root + all.join("/"));
  const options = { dot: true, literalBrackets: false, noextglob: true, nonegate: true, posix: true };
  fc.assert(
    fc.property(globs, fc.array(paths, { minLength: 20, maxLength: 20 }), (glob, all) => {
      // `matchingGlob` takes a `./` away, more than two stars or an empty name mean nothing that an editor's user could expect, and
      // picomatch finds no file of the root folder with two stars, nor `b.` with `*.*`.
      fc.pre(/[*?{[]/.test(glob) && !/^\.\/|\*{3}|\/\/|^\/\*\*\//.test(glob) && glob !== "*.*");
      const matches = picomatch(glob, options);
      for (const path of all) assert.equal(readGlob(glob)(path), matches(path), `${glob} and ${path}`);
    }),
    effort(2000),
  );
});

test("no glob takes long", () => {
  const patterns = ["*a", "?*", "{a*,*a}", "**/*a", "{a,{", "{**/,**}", "[a-z]*", "*a/", "{*,**}"];
  const paths = ["a".repeat(4000), "a/".repeat(2000), "/aaa".repeat(1000)];
  for (const pattern of patterns) {
    const glob = `${pattern.repeat(Math.floor((LONGEST_GLOB - 1) / pattern.length))}!`;
    for (const path of paths) assert.equal(readGlob(glob)(`${path}!!b`), false, glob);
  }
});

test("a glob that is too long matches nothing", () => {
  const name = "a".repeat(LONGEST_GLOB - 1);
  assert.equal(readGlob(`${name}*`)(name), true);
  assert.equal(readGlob(`${name}**`)(name), false);
});
