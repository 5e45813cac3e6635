import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../../../server/core/fault-text.ts";
import { eventsOf } from "../../../../server/core/yaml/reader/events.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { type Check, repair } from "../../../../server/core/yaml/reader/repair.ts";
import { effort as tried } from "../../../support/effort.ts";
import { checkTree, leafPaths, plainValue } from "../check-tree.ts";

function problemsOf(text: string): [source: string, message: string][] {
  return parseYaml(text).problems.map(({ offset, length, fault }) => [
    text.slice(offset, offset + length),
    faultText(fault),
  ]);
}

test("a line without its colon is reported, and not the one below it", () => {
  for (const text of [
    "webhook:\n  sidecar true\n  replicas: 1\n",
    "webhook:\n  replicas: 1\n  sidecar true\n",
    "webhook:\r\n  sidecar true\r\n  replicas: 1\r\n",
  ]) {
    assert.deepEqual(leafPaths(parseYaml(text).documents[0]?.root), ["webhook.replicas"]);
    assert.deepEqual(problemsOf(text), [["sidecar true", 'A colon is missing: write "sidecar: true".']]);
  }
  assert.deepEqual(problemsOf("webhook:\n  sidecar true\n"), [], "this is a text of two words");
});

/** What js-yaml refuses and Helm 3 and 4 read. */
const HELM_READS: readonly (readonly [text: string, value: unknown])[] = [
  ["a: [x]#c\nb: 1\n", { a: ["x"], b: 1 }],
  ["a: {x: 1}#c\r\nb: 1\r\n", { a: { x: 1 }, b: 1 }],
  ["a: 'x'#c\nb: \"y\"# c\n", { a: "x", b: "y" }],
  ["a: '#'#'\n", { a: "#" }],
  ["a: |# c\n  x\nb: >-#c\n  #y\nc: 1\n", { a: "x\n", b: "#y", c: 1 }],
  ["a:\n  - |#c\n   x\n  - z\n", { a: ["x\n", "z"] }],
  ["a: [#c\n 1]\nb: 1\n", { a: [1], b: 1 }],
  ["a: [1,#c ]\n 2]\nb: 1\n", { a: [1, 2], b: 1 }],
  ["a: ['x'#c\n  ,2]#d\nb: 1\n", { a: ["x", 2], b: 1 }],
  ["a: 'x\nz'#c\nb: 2\n", { a: "x z", b: 2 }],
  ["a: [1,\t2]\n", { a: [1, 2] }],
  ['a: {b: "x\t"\t}\n', { a: { b: "x\t" } }],
  ["a: [it's'#c,\t1]\n", { a: ["it's'#c", 1] }],
];

for (const [text, value] of HELM_READS) {
  test(`${JSON.stringify(text)} is read as Helm reads it`, () => {
    const file = parseYaml(text);
    checkTree(file);
    assert.deepEqual(problemsOf(text), []);
    assert.deepEqual(plainValue(file.documents[0]?.root), value);
  });
}

test("a comment right after a quote does not turn the line into a key", () => {
  const text = "b: 1\n'a'#c: 1\nc: 2\n";
  assert.deepEqual(leafPaths(parseYaml(text).documents[0]?.root), ["b", "c"]);
  assert.deepEqual(problemsOf(text), [
    ["'a'", "This line is not a key: a key ends with a colon and a space."],
  ]);
});

test("escapes that Helm refuses are reported where they are", () => {
  const slash = "Helm does not recognize this escape. Write the slash without a backslash.";
  const number = "Helm refuses this escape, because no character has this number.";
  assert.deepEqual(problemsOf('a: "x\\/y"\n'), [["\\/", slash]]);
  assert.deepEqual(problemsOf('"\\/": 1\n'), [["\\/", slash]]);
  assert.deepEqual(problemsOf('a: "\\U00110000"\n'), [["\\U00110000", number]]);
  assert.deepEqual(problemsOf('a: "\\U0000D83D"\n'), [["\\U0000D83D", number]]);
  for (const text of ['a: "\\\\/"\n', 'a: "\\U0001F642"\n', "a: '\\/'\n", "a: x\\/y\n"]) {
    assert.deepEqual(problemsOf(text), [], text);
  }
});

test("directives that Helm does not know are problems", () => {
  const message =
    "A line that starts with % is a directive, and Helm refuses all except %YAML and %TAG. Remove it.";
  assert.deepEqual(problemsOf("# c\n%FOO bar\n---\na: 1\n"), [["%FOO bar", message]]);
  assert.deepEqual(problemsOf("%YAML 1.1\n%TAG ! tag:x,2000:\n---\na: 1\n"), []);
  assert.deepEqual(problemsOf("a: |\n %FOO\n---\nb: |\n %FOO\n"), []);
});

/** A text with a word that lacks its colon, the paths that are read from it, and the word. */
const WORDS: readonly (readonly [text: string, read: readonly string[], word: string])[] = [
  [
    "image:\n  tag: x\nwebhook\n  port: 1\n  sidecar: true\ncontroller:\n  replicas: 2\n",
    ["image.tag", "webhook.port", "webhook.sidecar", "controller.replicas"],
    "webhook",
  ],
  [
    "image:\n  tag: x\ncontroller:\n  resources\n    limits:\n      memory: 1Gi\n",
    ["image.tag", "controller.resources.limits.memory"],
    "resources",
  ],
  ["webhook\n  port: 1\n", ["webhook.port"], "webhook"],
  ["w\n  port: 1\nx: 1\n", ["w.port", "x"], "w"],
  ["a: 1\nlist\n  - b: 1\n  - c\n", ["a", "list[0].b", "list[1]"], "list"],
  ["a: 1\nlist\n- b: 1\n- c\n", ["a", "list[0].b", "list[1]"], "list"],
  ["a:\n  - item\n      b: 1\n  - c: 1\n", ["a[0].item.b", "a[1].c"], "item"],
  ["a:\n  # why\n  word\n\n    # why not\n    b: 1\n    c:\n      @\n", ["a.word.b", "a.word.c"], "word"],
];

for (const [text, read, word] of WORDS) {
  for (const [layout, written] of [
    ["LF", text],
    ["CRLF", text.replaceAll("\n", "\r\n")],
  ] as const) {
    test(`${JSON.stringify(text)}: the word is the key of the lines below it, with ${layout}`, () => {
      const file = parseYaml(written);
      checkTree(file);
      assert.deepEqual(leafPaths(file.documents[0]?.root), read);
      const message = `"${word}" is not a key yet: write "${word}:" and a value.`;
      assert.deepEqual(problemsOf(written)[0], [word, message]);
    });
  }
}

test("a word in a block scalar is not a key, however broken the file is", () => {
  const text = "a: |\n  word\n    b: 1\nc: @\n";
  assert.deepEqual(problemsOf(text), [["@", "A value cannot start with @ unless it is in quotes."]]);
});

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
      .map((_, line) => ["\t".repeat(line === 2 ? 2 : 1), "A tab cannot indent YAML. Use spaces."]),
  );
  assert.ok(file.problems.every((problem) => problem.tab));
});

test("keys that Helm refuses are reported where they are", () => {
  assert.deepEqual(problemsOf("a: 1\n~: 2\n"), [["~", "Helm refuses this key. Put it in quotes."]]);
  assert.deepEqual(
    problemsOf("a: {{ .Values.x }}\n").map(([, message]) => message),
    ["Helm refuses this key: a key must be a string, a number or a boolean."],
  );
});

/** How often the parser ran over how much text, in multiples of the text. */
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
