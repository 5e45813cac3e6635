import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../../../server/core/fault-text.ts";
import { eventsOf } from "../../../../server/core/yaml/reader/events.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { type Check, repair } from "../../../../server/core/yaml/reader/repair.ts";
import { effort as tried } from "../../../support/effort.ts";
import { checkTree, leafPaths } from "../check-tree.ts";

function problemsOf(text: string): [source: string, message: string][] {
  return parseYaml(text).problems.map(({ offset, length, fault }) => [
    text.slice(offset, offset + length),
    faultText(fault),
  ]);
}

test("an unclosed bracket at the end of a file leaves what is above it", () => {
  for (const end of [
    "x: [",
    "x: {a: 1,",
    "x: [a, {b: ",
    'x: "',
    "x: '",
    "x: [\n  a,\n  b",
    "x:\n  - {a",
    "x",
    "- ",
    "@",
  ]) {
    const text = `image:\n  tag: x\n${end}`;
    const file = parseYaml(text);
    checkTree(file);
    assert.ok(leafPaths(file.documents[0]?.root).includes("image.tag"), end);
    assert.equal(file.problems.length, 1, end);
  }
});

test("a broken document leaves the other documents of the file alone", () => {
  const text = "a: 1\n---\nb: [\nc: 2\n---\nd: 3\n";
  const file = parseYaml(text);
  checkTree(file);
  assert.deepEqual(
    file.documents.map(({ root }) => leafPaths(root)),
    [["a"], ["b", "c"], ["d"]],
  );
  assert.deepEqual(problemsOf(text), [["[", "This bracket is never closed."]]);
});

test("tabs that indent are one problem per line, which a fix can replace", () => {
  const text = "a:\n\tb: 1\n\tc:\n\t\td: 2\ne: 3\n";
  const file = parseYaml(text);
  checkTree(file);
  assert.deepEqual(leafPaths(file.documents[0]?.root), ["a.b", "a.c.d", "e"]);
  assert.deepEqual(
    problemsOf(text),
    Array(3)
      .fill(0)
      .map((_, line) => [
        "\t".repeat(line === 2 ? 2 : 1),
        "YAML does not allow tabs for indentation. Use spaces.",
      ]),
  );
  assert.ok(file.problems.every((problem) => problem.tab));
});

/** The work of the parser: its calls, and the characters that it read in multiples of the text. */
function effort(text: string) {
  let characters = 0;
  let calls = 0;
  const count: (check: Check) => Check = (check) => (part) => {
    calls++;
    characters += part.length;
    return check(part);
  };
  const repaired = repair(text, count(parserCheck));
  return {
    problems: repaired.problems.length,
    refused: repaired.refused,
    times: characters / text.length,
    calls,
  };
}

const parserCheck: Check = (part) => {
  const found = eventsOf(part, 100);
  return "reason" in found ? found : undefined;
};

const ENTRY = "  - name: item\n    nested:\n      a: 1\n      b:\n        - x\n        - y: {z: [1, 2]}\n";

test("one mistake in 20,000 lines is found without parsing the file again and again", () => {
  for (const shape of ["list:\n", "a:\n  b:\n    list:\n"]) {
    const indent = shape.length > 6 ? "    " : "";
    const entries = Array.from({ length: 3334 }, () => ENTRY.replace(/^/gm, indent).trimEnd());
    entries[2000] = (entries[2000] ?? "").replace("a: 1", "a: [1");
    const { problems, times } = effort(`${shape}${entries.join("\n")}\n`);
    assert.equal(problems, 1);
    assert.ok(times < 10, `the text was parsed ${times.toFixed(1)} times`);
  }
});

test("a hundred mistakes in 20,000 lines are all found", () => {
  const mistakes = ["a: [1", "a", "a:1", 'a: "x', "a: b: c", "@", "  a: 1", "\ta: 1", "- a", "a: *"];
  const entries = Array.from({ length: 3334 }, (_, index) =>
    index % 33 === 0 && index < 3300
      ? ENTRY.replace("a: 1", mistakes[(index / 33) % mistakes.length] ?? "")
      : ENTRY,
  );
  const { problems, times } = effort(`list:\n${entries.join("")}`);
  assert.equal(problems, 100);
  assert.ok(times < 10, `the text was parsed ${times.toFixed(1)} times`);
});

test("a file that is broken everywhere costs a bounded effort", () => {
  for (const line of [
    "@ a b\n",
    "a: [\n",
    "  a: b\n a\n",
    "\t- x\n",
    // Helm would read two lines of `a: "` as one quoted string, and nothing would be broken.
    'a: "b" "\n',
    "{\n",
    "a: b: c\n",
    "- a: {\n    b\n",
    "? [\n",
  ]) {
    const { times, problems, refused } = effort(line.repeat(tried(20_000).numRuns / line.split("\n").length));
    assert.ok(problems > 0 || refused, line);
    assert.ok(times < 60, `${JSON.stringify(line)} was parsed ${times.toFixed(1)} times`);
  }
});

test("what newer YAML allows is read although Helm rejects it, and only that is said", () => {
  for (const text of [
    "a: {b?c: 1}\nd: 2\n",
    "a: {b: !x, c: 1}\nd: 2\n",
    "a: [!]\nd: 2\n",
    "a: &x.y 1\nd: 2\n",
    "%FOO bar\n---\na: 1\nd: 2\n",
    "a: 1\n\t\nd: 2\n",
    "a: 1 \u0085x\nd: 2\n",
    'a: "\\/"\nd: 2\n',
  ]) {
    const { documents, problems } = parseYaml(text);
    assert.ok(documents[0]?.refusal, text);
    assert.ok(leafPaths(documents[0]?.root).includes("d"), text);
    assert.deepEqual(
      problems.filter(({ fault }) => fault.code !== "unknown-directive" && fault.code !== "escaped-slash"),
      [],
      text,
    );
  }
});
