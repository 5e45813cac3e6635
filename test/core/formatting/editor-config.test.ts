import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { configuredIndent, isRoot } from "../../../server/core/formatting/editor-config.ts";

const PATHS =
  "values.yaml charts/values.yaml charts/a/values.yaml a/b/c/values.yaml values2.yaml values9.yaml {values}.yaml xalues.yaml a/s.yaml values-dev.yaml *.yaml values.yml".split(
    " ",
  );

/** The paths that the library `editorconfig` 3.0.2, of the makers of EditorConfig, takes a section to be about. */
const SECTIONS: Readonly<Record<string, string>> = {
  "*": PATHS.join(" "),
  "*.yaml": PATHS.slice(0, -1).join(" "),
  "*.{yaml,yml}": PATHS.join(" "),
  "**.yaml": PATHS.slice(0, -1).join(" "),
  "/values.yaml": "values.yaml",
  "values.yaml": "values.yaml charts/values.yaml charts/a/values.yaml a/b/c/values.yaml",
  "charts/**": "charts/values.yaml charts/a/values.yaml",
  "charts/*": "charts/values.yaml",
  "/charts/**.yaml": "charts/values.yaml charts/a/values.yaml",
  "{a,values}.yaml": "values.yaml charts/values.yaml charts/a/values.yaml a/b/c/values.yaml",
  "{values}.yaml": "{values}.yaml",
  "values{1..3}.yaml": "values2.yaml",
  "v?lues.yaml": "values.yaml charts/values.yaml charts/a/values.yaml a/b/c/values.yaml",
  "[!x]alues.yaml": "values.yaml charts/values.yaml charts/a/values.yaml a/b/c/values.yaml",
  "a**s.yaml": "charts/a/values.yaml a/b/c/values.yaml a/s.yaml",
  "charts/**/values.yaml": "charts/values.yaml charts/a/values.yaml",
  charts: "",
  "\\*.yaml": "*.yaml",
  "**/b/**": "a/b/c/values.yaml",
  "values{-dev,}.yaml":
    "values.yaml charts/values.yaml charts/a/values.yaml a/b/c/values.yaml values-dev.yaml",
};

describe("a section of .editorconfig is about the files that its makers' library finds", () => {
  for (const [glob, paths] of Object.entries(SECTIONS)) {
    test(glob, () => {
      const text = `root = true\n[${glob}]\nindent_size = 3\n`;
      const found = PATHS.filter((path) => configuredIndent([{ text, path }]) === 3);
      assert.deepEqual(found.join(" "), paths);
    });
  }
});

describe("the columns of a level", () => {
  const columns = (...texts: string[]) =>
    configuredIndent(texts.map((text) => ({ text, path: "a/values.yaml" })));
  const CASES: Readonly<Record<string, readonly [number | undefined, ...string[]]>> = {
    "are those of the last section": [4, "[*]\nindent_size=2\n[*.yaml]\nindent_size=4"],
    "are those of the nearest file": [2, "[*]\nindent_size=2", "[*]\nindent_size=4"],
    "are those of a file above, if the nearest sets none": [4, "[*.md]\nindent_size=2", "[*]\nindent_size=4"],
    "can be unset": [undefined, "[*]\nindent_size=unset", "[*]\nindent_size=4"],
    "are those of a tab if that is the size": [8, "[*]\nindent_size=tab\ntab_width=8"],
    "are those of a tab if tabs indent, which YAML cannot have": [8, "[*]\nindent_style=tab\ntab_width=8"],
    "are those that are set, even if tabs indent": [4, "[*]\nindent_style=tab\nindent_size=4"],
    "are not set by a style alone": [undefined, "[*]\nindent_style=space"],
    "are read in capital letters, with blanks and among comments": [
      3,
      "; a\n# indent_size=9\n  [*]  \n  Indent_Size  =  3  \n; indent_size=4\r\n",
    ],
    "are not those before the first section": [undefined, "indent_size=3\n[*.md]\nindent_size=4"],
    "are a number that a person can mean": [undefined, "[*]\nindent_size=99"],
    "are not zero": [undefined, "[*]\nindent_size=0"],
    "are not part of a word": [undefined, "[*]\nindent_size=4 # four"],
  };
  for (const [title, [wanted, ...texts]] of Object.entries(CASES))
    test(title, () => assert.equal(columns(...texts), wanted));
});

test("a file is the last one that counts if it says so before its sections", () => {
  assert.ok(isRoot("# top\nroot = true\n[*]\n"));
  assert.ok(isRoot("ROOT=True"));
  assert.ok(!isRoot("[*]\nroot = true\n"));
  assert.ok(!isRoot("root = false\n"));
});
