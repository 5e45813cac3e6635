import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { toJson } from "../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../server/core/values/helm-value.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { GOOD_FILES, withCarriageReturns } from "../support/corpus.ts";
import { analyse, engine } from "../support/engine.ts";

const ORIGIN = { kind: "file", file: 0, name: "", value: { offset: 0, length: 0 } } as const;

/** A text with values set, given as `path=value`. */
function set(text: string, ...values: readonly string[]): string {
  const analysis = analyse(text);
  const asked = values.map((one) => {
    const at = one.indexOf("=");
    return { path: one.slice(0, at), value: one.slice(at + 1) };
  });
  const result = engine.setValues(analysis, asked);
  assert.ok("edits" in result, "problem" in result ? result.problem : "");
  return TextDocument.applyEdits(analysis.text, [...result.edits]);
}

/** Why a value cannot be set. */
function problem(text: string, path: string): string {
  const result = engine.setValues(analyse(text), [{ path, value: "x" }]);
  return "problem" in result ? result.problem : `no problem: ${JSON.stringify(result.edits)}`;
}

/** A test that setting values turns one text into another. */
function sets(what: string, before: string, values: readonly string[], after: string): void {
  test(what, () => assert.equal(set(before, ...values), after));
}

const A = "subscriptionServer.domain=a.example.com";
const B = "subscriptionServer.dnsTarget=b.example.com";

describe("keys that are missing", () => {
  const both = "subscriptionServer:\n  domain: a.example.com\n  dnsTarget: b.example.com\n";
  sets("in an empty file", "", [A, B], both);
  sets("in a file with only comments", "# ours\n", [A, B], `# ours\n${both}`);
  sets("in a file with only a marker", "---\n", [A, B], `---\n${both}`);
  sets("in empty brackets", "{}\n", [A, B], both);
  sets(
    "in empty brackets with a comment",
    "{} # all\n",
    [A],
    "{subscriptionServer: {domain: a.example.com}} # all\n",
  );
  sets(
    "with a comma, which needs quotes only in brackets",
    "podAnnotations:\n  c: x\nnodeSelector: {c: x}\n",
    ["podAnnotations.a,b=z,z", "nodeSelector.a,b=z,z"],
    'podAnnotations:\n  c: x\n  a,b: z,z\nnodeSelector: {c: x, "a,b": "z,z"}\n',
  );
  sets(
    "after other keys",
    "webhook:\n  replicas: 2 # two\n",
    [A, B],
    `webhook:\n  replicas: 2 # two\n${both}`,
  );
  sets(
    "without a line break at the end",
    "webhook:\n  replicas: 2",
    [A],
    "webhook:\n  replicas: 2\nsubscriptionServer:\n  domain: a.example.com",
  );
  sets(
    "beside others, indented like them",
    "subscriptionServer:\n    port: 1\n# below\nwebhook: {}\n",
    [A, B],
    "subscriptionServer:\n    port: 1\n    domain: a.example.com\n    dnsTarget: b.example.com\n# below\nwebhook: {}\n",
  );
  sets(
    "with CRLF",
    "webhook:\r\n  replicas: 2\r\nsubscriptionServer:\r\n  port: 1\r\n",
    [A, "monitoring.x=z"],
    "webhook:\r\n  replicas: 2\r\nsubscriptionServer:\r\n  port: 1\r\n  domain: a.example.com\r\nmonitoring:\r\n  x: z\r\n",
  );
  sets(
    "with CRLF and nothing nested",
    "a: b\r\n",
    [A],
    "a: b\r\nsubscriptionServer:\r\n  domain: a.example.com\r\n",
  );
  sets(
    "below a key without a value",
    "subscriptionServer:\n",
    [A],
    "subscriptionServer:\n  domain: a.example.com\n",
  );
  sets(
    "below a key without a value, with a comment",
    "subscriptionServer: # mine\n  # and this\nwebhook: {}\n",
    [A],
    "subscriptionServer: # mine\n  domain: a.example.com\n  # and this\nwebhook: {}\n",
  );
  sets(
    "below a null",
    "subscriptionServer: null\nz: 1\n",
    [A],
    "subscriptionServer:\n  domain: a.example.com\nz: 1\n",
  );
  sets(
    "below a null with a comment",
    "subscriptionServer: ~ # none\nz: 1\n",
    [A],
    "subscriptionServer: # none\n  domain: a.example.com\nz: 1\n",
  );
  sets(
    "below empty brackets with a comment",
    "subscriptionServer: {} # none",
    [A, B],
    "subscriptionServer: # none\n  domain: a.example.com\n  dnsTarget: b.example.com",
  );
  sets(
    "below empty brackets",
    "subscriptionServer: {}\r\nz: 1\r\n",
    [A],
    "subscriptionServer:\r\n  domain: a.example.com\r\nz: 1\r\n",
  );
  sets(
    "in brackets",
    "subscriptionServer: {port: 1} # c\n",
    [A, B],
    "subscriptionServer: {port: 1, domain: a.example.com, dnsTarget: b.example.com} # c\n",
  );
  sets(
    "in brackets, with a parent",
    "{webhook: {replicas: 1}}\n",
    [A],
    "{webhook: {replicas: 1}, subscriptionServer: {domain: a.example.com}}\n",
  );
  sets(
    "in JSON",
    '{"webhook": {}, "a": {"b": 1}}\n',
    [A, "a.c=d"],
    '{"webhook": {}, "a": {"b": 1, "c": "d"}, "subscriptionServer": {"domain": "a.example.com"}}\n',
  );
  sets(
    "in brackets over several lines",
    "{\n  subscriptionServer: {\n    port: 1, # one\n  },\n}\n",
    [A],
    "{\n  subscriptionServer: {\n    port: 1, domain: a.example.com, # one\n  },\n}\n",
  );
  sets(
    "below a null in brackets",
    "{subscriptionServer: , webhook: null}\n",
    [A, "webhook.a=b"],
    "{subscriptionServer: {domain: a.example.com}, webhook: {a: b}}\n",
  );
  sets(
    "below empty brackets in brackets",
    "{subscriptionServer: {}}\n",
    [A],
    "{subscriptionServer: {domain: a.example.com}}\n",
  );
  sets(
    "at two depths at the end of the file",
    "a:\n  b:\n    c: 1\n",
    ["x=1.2.3", "a.b.d=d", "a.e=e"],
    "a:\n  b:\n    c: 1\n    d: d\n  e: e\nx: 1.2.3\n",
  );
  sets(
    "at two depths where the last line has no line break",
    "a:\n  b:",
    ["x=z", "a.b=d", "a.e=e"],
    "a:\n  b: d\n  e: e\nx: z",
  );
  sets("after a multi-line string", "a: |\n  x\n  y\n", ["b=c"], "a: |\n  x\n  y\nb: c\n");
  sets(
    "with a dot in the key",
    "nodeSelector:\n  a: b\n",
    ["nodeSelector.example\\.com/disk=ssd"],
    "nodeSelector:\n  a: b\n  example.com/disk: ssd\n",
  );
  sets(
    "before a second document, which Helm does not read",
    "a: b\n---\nc: d\n",
    ["e=f"],
    "a: b\ne: f\n---\nc: d\n",
  );
  sets(
    "beside merged ones",
    "x: &x {domain: old}\nsubscriptionServer:\n  <<: *x\n",
    [A],
    "x: &x {domain: old}\nsubscriptionServer:\n  <<: *x\n  domain: a.example.com\n",
  );
});

describe("keys that are there", () => {
  const sub = (line: string) => `subscriptionServer:\n  ${line}\n  port: 1\n`;
  sets("with a value", sub("domain: old"), [A], sub("domain: a.example.com"));
  sets(
    "with a value and a comment",
    sub("domain:   old   # why"),
    [A],
    sub("domain:   a.example.com   # why"),
  );
  sets("without a value", sub("domain:"), [A], sub("domain: a.example.com"));
  sets("without a value, with a blank", sub("domain: "), [A], sub("domain: a.example.com"));
  sets(
    "without a value, with a comment",
    sub("domain: # fill in"),
    [A],
    sub("domain: a.example.com # fill in"),
  );
  sets("with a null", sub("domain: null # none"), [A], sub("domain: a.example.com # none"));
  sets("with an empty string", sub('domain: "" # none'), [A], sub('domain: "a.example.com" # none'));
  sets("in single quotes", sub("domain: 'old'"), ["subscriptionServer.domain=it's"], sub("domain: 'it''s'"));
  sets("in double quotes", sub('domain: "old"'), ['subscriptionServer.domain=a"b'], sub('domain: "a\\"b"'));
  sets(
    "with a multi-line block scalar",
    sub("domain: >-\n    old\n    text"),
    [A],
    sub("domain: a.example.com"),
  );
  sets("with a number", sub("domain: 12"), [A], sub("domain: a.example.com"));
  sets("with an alias", "x: &x old\nz: *x\n", ["z=new"], "x: &x old\nz: new\n");
  sets("with an anchor", "x: &x old\ny: *x\n", ["x=new"], "x: &x new\ny: *x\n");
  sets("with an anchor and no value", "x: &x\ny: 1\n", ["x=new"], "x: &x new\ny: 1\n");
  sets("twice, where Helm keeps the last one", "a: 1\na: 2\n", ["a=new"], "a: 1\na: new\n");
  sets("in brackets", "{a: old, b: }\n", ["a=new", "b=x"], "{a: new, b: x}\n");
  sets("with CRLF", "a: old\r\nb:\r\n", ["a=new", "b=x"], "a: new\r\nb: x\r\n");
  sets("after a byte order mark", "\uFEFFa: old\n", ["a=new", "b=x"], "\uFEFFa: new\nb: x\n");
  sets("with the same value already", "a:   'x'\n", ["a=x"], "a:   'x'\n");
});

describe("a string stays a string for Helm", () => {
  const texts = [
    "yes",
    "off",
    "null",
    "~",
    "",
    "12",
    "0o14",
    "1_000",
    "1e3",
    ".inf",
    "0x1F",
    "true",
    "1.5",
    "a: b",
    "a #b",
    "- a",
    "*a",
    "&a",
    "{a}",
    "[a",
    "a,b",
    "a]",
    "it's",
    '"',
    " a ",
    "a\nb",
    "a\tb",
    "2001-01-01",
    "<subdomain>.<cluster_domain>",
    "%a",
    "@a",
    "`a`",
    "é€😀",
    "y",
    "=",
    "<<",
    "---",
    "?",
    "a\\b",
    "|",
    "\u0007",
    "\u2028",
  ];
  for (const [where, before] of [
    ["as a new key", ""],
    ["in place of a value", "a: {b: c}\nx: old\n"],
    ["in place of a quoted value", "x: 'old'\n"],
    ["in brackets", "{a: 1}\n"],
  ] as const) {
    test(where, () => {
      for (const text of texts) {
        const edited = set(before, `x=${text}`);
        const { values } = readValues(parseYaml(edited), 3, () => ORIGIN);
        assert.ok(values, edited);
        assert.equal((toJson(values) as Record<string, unknown>).x, text, edited);
      }
    });
  }

  sets(
    "with quotes only where they are needed",
    "",
    ["a=on", "b=b.example.com", "c=12"],
    'a: "on"\nb: b.example.com\nc: "12"\n',
  );
  sets("in brackets, too", "{a: b}\n", ["c=x,y", "d=x"], '{a: b, c: "x,y", d: x}\n');
});

describe("in files as people write them, everything else stays as it is", () => {
  const asked = {
    "subscriptionServer.domain": "a.example.com",
    "subscriptionServer.dnsTarget": "on",
    "webhook.new": "x",
  };
  const read = (text: string) => {
    const { values } = readValues(parseYaml(text), 3, () => ORIGIN);
    assert.ok(values);
    return toJson(values) as Record<string, Record<string, unknown>>;
  };
  const comments = (text: string) => text.match(/(?<=^|\s)#.*$/gm) ?? [];
  const files = GOOD_FILES.filter(({ kind }) => kind === "values");
  for (const { name, text } of files.flatMap((file) => [file, withCarriageReturns(file)])) {
    test(name, () => {
      const pairs = Object.entries(asked).map(([key, value]) => `${key}=${value}`);
      const edited = set(text, ...pairs);
      const wanted = read(text);
      for (const [key, value] of Object.entries(asked)) {
        const [component = "", leaf = ""] = key.split(".");
        wanted[component] = { ...wanted[component], [leaf]: value };
      }
      assert.deepEqual(read(edited), wanted);
      assert.deepEqual(comments(edited), comments(text));
      assert.equal(/(?<!\r)\n/.test(edited), /(?<!\r)\n/.test(text));
      assert.equal(set(edited, ...pairs), edited);
    });
  }
});

test("what is in the way is named, and nothing is changed", () => {
  const rest = "so nothing can be set there safely. Set it by hand.";
  assert.equal(problem("a: [1]\n", "a.b"), `"a" is a list, ${rest}`);
  assert.equal(problem("a: 1\n", "a.b.c"), `"a" is a scalar, ${rest}`);
  assert.equal(problem("a: {b: {c: 1}}\n", "a.b"), `"a.b" is a mapping, ${rest}`);
  assert.equal(problem("x: &x {a: 1}\nb: *x\n", "b.c"), `"b" is an alias, ${rest}`);
  assert.equal(problem("- a\n", "b"), `This file is a list, ${rest}`);
  assert.match(problem("? a\n", "a.b"), /^"a" is written in a way that leaves no room/);
  assert.match(problem("a: b\n", "a[0].c"), /^"a\[0\]\.c" is not a valid path of a key/);
  assert.match(problem("a: b\n", "a..b"), /is not a valid path of a key/);
});

test("a text that is cut off anywhere gets an answer, which is edits or a sentence", () => {
  const values = [{ path: "subscriptionServer.domain", value: "a.example.com" }];
  const answers = { edits: 0, problem: 0 };
  for (const { text, kind } of GOOD_FILES.slice(0, 12)) {
    if (kind !== "values") continue;
    for (let end = 1; end < text.length; end += 31) {
      const result = engine.setValues(analyse(text.slice(0, end)), values);
      answers["edits" in result ? "edits" : "problem"]++;
    }
  }
  assert.ok(answers.edits > 5 * answers.problem, JSON.stringify(answers));
});

test("a broken file is edited where it can be, and left alone where it cannot", () => {
  assert.equal(
    set("webhook:\n  a: 'x\nsubscriptionServer:\n  port: 1\n", A),
    "webhook:\n  a: 'x\nsubscriptionServer:\n  port: 1\n  domain: a.example.com\n",
  );
  const open = "subscriptionServer:\n  port: 1\nwebhook: {replicas: 2,\n  service: {port: 443";
  assert.match(problem(open, "image.tag"), /^This file is written in a way/);
  assert.match(
    problem("subscriptionServer:\n  domain: @x\n", "subscriptionServer.domain"),
    /^This file is written in a way/,
  );
});
