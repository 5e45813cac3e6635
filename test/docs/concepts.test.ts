import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";

const page = (name: string) => readFileSync(path.join(repository, name), "utf8");

test("the first page writes CAP out, and leads to the explanation of the words", () => {
  const first = page("README.md");
  assert.match(first.split("\n## ")[0] ?? "", /Cloud Application Programming Model \(CAP\)/);
  assert.match(first, /\(docs\/concepts\.md\)/);
});

test("the page about concepts explains the words that messages and pages use, on a screen", () => {
  const text = page("docs/concepts.md");
  const explained = [...text.matchAll(/^\| ([^|]+) \| [^|]{20,} \|$/gm)].map(([, word]) => word);
  const used = [
    "chart",
    "values",
    "effective values",
    "release",
    "manager",
    "operator resource",
    "specification",
    "decided",
  ];
  assert.deepEqual(
    used.filter((word) => !explained.includes(word)),
    [],
  );
  assert.match(text, /\*\*CAP\*\* is the Cloud Application Programming Model/);
  assert.ok(text.split("\n").length <= 40, "more than a screen");
});

test("the page about files that are not checked is a list of decisions, each with what to do", () => {
  const items = page("docs/operations/not-checked.md").match(/^\d+\. \*\*.+\?\*\* .+$/gm) ?? [];
  assert.ok(items.length >= 8, String(items.length));
});

test("the page about pipelines begins with a quick start of a few commands", () => {
  const [, first = ""] = page("docs/guides/ci.md").split("\n## ");
  const [block = ""] = /```[\s\S]+?```/.exec(first) ?? [];
  assert.match(block, /cap-operator check/);
  assert.ok(block.split("\n").length <= 12, block);
});
