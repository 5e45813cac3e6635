import assert from "node:assert/strict";
import { test } from "node:test";
import { alignedComments } from "../../../client/texts/aligned-comments.ts";

/** The lines as they are shown. */
function shown(lines: readonly string[]): readonly string[] {
  const gaps = new Map(alignedComments(lines).map((gap) => [gap.line, gap]));
  return lines.map((text, line) => {
    const { character = 0, spaces = 0 } = gaps.get(line) ?? {};
    return text.slice(0, character) + " ".repeat(spaces) + text.slice(character);
  });
}

test("comments after values begin in one column", () => {
  assert.deepEqual(
    shown([
      "# What the operator will run with  # as it is",
      "",
      "controller:",
      "  replicas: 2  # values.yaml:5",
      '  priorityClassName: "a  # b"  # values-production.yaml:5',
      "  parallelism: 1  # default",
    ]),
    [
      "# What the operator will run with  # as it is",
      "",
      "controller:",
      "  replicas: 2                  # values.yaml:5",
      '  priorityClassName: "a  # b"  # values-production.yaml:5',
      "  parallelism: 1               # default",
    ],
  );
});

test("a long value moves no other comment, and has its own after it", () => {
  const long = `dnsTarget: ${"a".repeat(60)}  # values.yaml:2`;
  assert.deepEqual(shown(["replicas: 2  # default", long, "tag: v1.2  # default"]), [
    "replicas: 2  # default",
    long,
    "tag: v1.2    # default",
  ]);
});
