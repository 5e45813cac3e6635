import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import picomatch from "picomatch/posix.js";
import { matchingGlob, readGlob } from "../../../server/core/ownership/glob.ts";
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

test("what every match must contain rules no match out", () => {
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
    "[ab]",
    "**/",
    "/**",
  );
  const globs = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  const paths = fc
    .array(fc.constantFrom("a", "b", "/", ".", "-"), { maxLength: 7 })
    .map((parts) => parts.join(""));
  const options = { dot: true, literalBrackets: false, noextglob: true, nonegate: true, posix: true };
  fc.assert(
    fc.property(globs, fc.array(paths, { minLength: 20, maxLength: 20 }), (glob, all) => {
      // `matchingGlob` takes a `./` away, and more than two stars mean nothing that an editor's user could expect.
      fc.pre(/[*?{[]/.test(glob) && !glob.startsWith("./") && !glob.includes("***"));
      const matches = picomatch(glob, options);
      for (const path of all) assert.equal(readGlob(glob)(path), matches(path), `${glob} and ${path}`);
    }),
    effort(2000),
  );
});
