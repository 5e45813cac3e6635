import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyse, engine } from "../support/engine.ts";

/** Lines are counted from 1, as a person does; comments are marked. */
const checkFolding = (text: string, expected: readonly string[]) =>
  assert.deepEqual(
    engine
      .folding(analyse(text))
      .map(({ startLine, endLine, kind }) => `${startLine + 1}-${endLine + 1}${kind ? ` ${kind}` : ""}`),
    expected,
  );

describe("folding", () => {
  test("keys with several lines below them", () => {
    checkFolding("webhook:\n  service:\n    port: 443\n  replicas: 1\nimage: {}\n", ["1-4", "2-3"]);
  });

  test("items of lists", () => {
    checkFolding("tolerations:\n  - key: a\n    effect: b\n  - key: c\n", ["1-4", "2-3"]);
    checkFolding("tolerations:\n- key: a\n  effect: b\nimage: {}\n", ["1-3", "2-3"]);
  });

  test("multi-line strings and brackets", () => {
    checkFolding("podAnnotations:\n  a: |\n    one\n    two\n  b: c\n", ["1-5", "2-4"]);
    checkFolding("webhook: {\n  replicas: 1,\n  sidecar: true\n  }\nimage: {}\n", ["1-4"]);
  });

  test("multi-line comments", () => {
    checkFolding("# one\n# two\nimage: {}\n# alone\nwebhook: {}\n", ["1-2 comment"]);
  });

  test("not what only looks like a comment", () => {
    checkFolding("podAnnotations:\n  a: |\n    # one\n    # two\n", ["1-4", "2-4"]);
  });

  test("blank lines after a block do not belong to it", () => {
    checkFolding("webhook:\n  replicas: 1\n\n\nimage: {}\n", ["1-2"]);
  });

  test("with carriage returns, and at the end of a file", () => {
    checkFolding("webhook:\r\n  replicas: 1\r\n  sidecar: true", ["1-3"]);
  });

  test("what can be read of a broken document", () => {
    checkFolding("webhook:\n  service:\n    port: 443\n  foo\nimage:\n  tag: v1\n", ["1-3", "2-3", "5-6"]);
  });
});
