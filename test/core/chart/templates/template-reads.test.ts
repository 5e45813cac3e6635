import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ChartKey } from "../../../../server/core/chart/chart.ts";
import { readKeys } from "../../../../server/core/chart/read-keys.ts";
import { effort } from "../../../support/effort.ts";
import { allOf, type Files, ofFiles, paths } from "../../support/template-cases.ts";

test("a read has the place of its expression", () => {
  const template = '{{ with .Values.a }}{{ .b }}{{ end }}{{ index .Values "c" }}{{ (.Values.d).e | quote }}';
  const places = allOf(ofFiles({ "templates/a.yaml": template })).flatMap(({ path, branch }) =>
    Array.from(branch.places.values(), (place) => `${path}: ${template.slice(place.start, place.end)}`),
  );
  assert.deepEqual(places.sort(), [
    "a/b: .b",
    "a: .Values.a",
    'c: index .Values "c"',
    "d/e: (.Values.d).e",
    "d: .Values.d",
  ]);
});

test("a text of the values that goes through tpl reads what it says, and can be made to read anything", () => {
  const values = 'greeting: "Hello {{ .Values.who }}"\nother: "{{ .Values.nobody }}"\n';
  const reads = ofFiles({ "values.yaml": values, "templates/a.yaml": "{{ tpl .Values.greeting . }}" });
  assert.equal(paths(reads), "greeting* who*");
  assert.equal(reads.dynamic, true);
  const [who] = reads.of(["who"]);
  assert.equal(values.slice(who?.start, who?.end), '"Hello {{ .Values.who }}"');
  assert.equal(ofFiles({ "templates/a.yaml": '{{ tpl "{{ .Values.a }}" . }}' }).dynamic, false);
});

test("what is read of a key, below it and above it", () => {
  const template = "{{ .Values.a.b }}{{ toYaml .Values.w }}{{ with .Values.t }}{{ .x }}{{ end }}";
  const reads = ofFiles({ "templates/a.yaml": template });
  for (const read of ["a", "a.b", "a.b.c", "w", "w.x.y", "t", "t.x"]) {
    assert.ok(reads.isRead(read.split(".")), read);
  }
  for (const unread of ["b", "a.c", "t.y", "W"]) assert.ok(!reads.isRead(unread.split(".")), unread);
  const shown = (path: string) =>
    reads.of(path.split(".")).map(({ start, end }) => template.slice(start, end));
  assert.deepEqual(shown("t"), [".Values.t", ".x"]);
  assert.deepEqual(shown("w.x"), [".Values.w"]);
  assert.deepEqual(shown("a.c"), []);
});

test("keys that are read and not declared", () => {
  const template =
    "{{ .Values.logLevel }}{{ .Values.webhook.logLevel }}{{ .Values.webhook.port }}{{ .Values.image.tag }}";
  const keys = new Map<string, ChartKey>([
    ["webhook", { keys: new Map([["port", { default: 1 }]]) }],
    ["image", { default: {} }],
  ]);
  const all = readKeys(keys, ofFiles({ "templates/a.yaml": template }));
  assert.deepEqual([...all.keys()], ["webhook", "image", "logLevel"]);
  assert.deepEqual([...(all.get("webhook")?.keys?.keys() ?? [])], ["port", "logLevel"]);
  assert.deepEqual([...(all.get("image")?.keys?.keys() ?? [])], ["tag"]);
});

/** Templates that Helm rejects, so that their reads are not known; with the text at which they are broken, if that is certain. */
const BROKEN: readonly [template: string, fault: string | undefined][] = [
  ["{{ .Values.a {{ .Values.b }}", "{{ .Values.a {{ .Values.b }}"],
  ["{{ if .Values.a | }}{{ .Values.b }}{{ end }}{{ .Values.c }}", undefined],
  ["{{ if .Values.a }}{{ .Values.b }}", "{{ if .Values.a }}"],
  ["{{ end }}{{ .Values.a }}", "{{ end }}"],
  ["{{ if 1 }}{{ end }}{{ else }}", "{{ else }}"],
  ['{{ "open }}\n{{ .Values.a }}', '{{ "open }}'],
  ["{{ (.Values.a }}{{ .Values.b }}", undefined],
  ["{{/* open {{ .Values.a }}", "{{/* open {{ .Values.a }}"],
];

for (const [template, expected] of BROKEN) {
  test(`a broken template: ${template.replace("\n", " ")}`, () => {
    const reads = ofFiles({ "templates/a.yaml": template });
    assert.ok(reads.isRead(["anything"]));
    const [fault] = reads.faults;
    assert.equal(fault && template.slice(fault.start, fault.end), expected);
  });
}

test("in a chart with a broken template any helper may be called", () => {
  const files = {
    "templates/a.yaml": '{{ define "h" }}{{ .Values.a }}{{ end }}',
    "templates/b.yaml": "{{ if }}",
  };
  assert.ok(ofFiles(files).isRead(["a"]));
});

const MANY = 100_000;
const deep = (count: number) => `${"{{ with .Values.a }}".repeat(count)}{{ .b }}${"{{ end }}".repeat(count)}`;

/** Each of these once took very long, overflowed the stack or threw; what is too deep or too much is read as a whole. */
const ATTACKS: readonly [what: string, files: Files, isAllRead: boolean][] = [
  ["braces", { "templates/a": "{".repeat(10 * MANY) }, true],
  ["open actions", { "templates/a": "{{ ".repeat(MANY) }, true],
  ["raw strings", { "templates/a": "{{ `{{`".repeat(MANY) }, true],
  ["open comments", { "templates/a": "{{/*".repeat(MANY) }, true],
  ["parentheses", { "templates/a": `{{ ${"(".repeat(MANY)}.Values.a${")".repeat(MANY)} }}` }, true],
  ["open parentheses", { "templates/a": `{{ ${"(".repeat(10 * MANY)} }}` }, true],
  ["nested blocks", { "templates/a": deep(MANY) }, false],
  ["else if", { "templates/a": `{{ if 1 }}${"{{ else if .Values.a }}".repeat(MANY)}{{ end }}` }, false],
  ["fields", { "templates/a": `{{ .Values${".a".repeat(MANY)} }}` }, false],
  ["broken fields", { "templates/a": `{{ | .Values${".a".repeat(MANY)} }}` }, false],
  [
    "alternatives",
    { "templates/a": `{{ 1${" | default .Values.a | default .Values.b".repeat(MANY / 10)} }}` },
    false,
  ],
  [
    "a text that grows",
    { "templates/a": `{{ $x := "abc" }}${'{{ $x = printf "%s%s" $x $x }}'.repeat(100)}{{ $x }}` },
    false,
  ],
  [
    "mappings in mappings",
    { "templates/a": `{{ $x := . }}${'{{ $x = dict "a" $x }}'.repeat(MANY / 10)}{{ toJson $x }}` },
    true,
  ],
  [
    "a mapping in itself",
    { "templates/a": '{{ $x := dict }}{{ $_ := set $x "a" $x }}{{ $_ := merge $x $x }}{{ toJson $x.a.a }}' },
    false,
  ],
  [
    "helpers that call all others",
    {
      "templates/a": `${Array.from({ length: 20 }, (_, index) => {
        const calls = Array.from({ length: 20 }, (__, other) => `{{ include "h${other}" .k${other} }}`);
        return `{{ define "h${index}" }}${calls.join("")}{{ end }}`;
      }).join("")}{{ include "h0" .Values.a }}`,
    },
    true,
  ],
  [
    "loops in loops",
    { "templates/a": `${"{{ range list 1 2 3 }}".repeat(50)}${"{{ end }}".repeat(50)}` },
    true,
  ],
  [
    "tpl of itself",
    { "values.yaml": 'a: "{{ tpl .Values.a . }}"', "templates/a": "{{ tpl .Values.a . }}" },
    false,
  ],
  ["the name of an archive", { [`charts/${"-1".repeat(MANY)}`]: "" }, false],
  ["a condition", { "Chart.yaml": `dependencies: [{name: a, condition: "${"a.".repeat(MANY)}b"}]` }, false],
];

for (const [what, files, isAllRead] of ATTACKS) {
  test(`a chart with too many ${what} comes to an end`, () => {
    assert.equal(
      ofFiles({ "templates/last": "{{ .Values.last }}", ...files }).isRead(["any", "key"]),
      isAllRead,
    );
  });
}

test("no text is too strange to be read", () => {
  const part = fc.constantFrom(
    ...[
      "{{",
      "}}",
      "{{-",
      "-}}",
      "/*",
      "*/",
      "(",
      ")",
      "|",
      ".Values",
      ".a",
      "$",
      "$x",
      ":=",
      "=",
      ",",
      '"',
      "`",
      "'",
    ],
    ...[
      "if ",
      "with ",
      "range ",
      "else ",
      "end",
      'define "h"',
      'include "h" .',
      'template "h" .',
      'block "h" .',
      "\n",
    ],
    ...[
      "set ",
      "dict ",
      "merge ",
      "tpl ",
      "index ",
      "list ",
      " ",
      "1",
      "\\",
      "é",
      "\ud800",
      "toYaml ",
      'printf "%s" ',
    ],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      const places = allOf(ofFiles({ "templates/a.yaml": text })).flatMap(({ branch }) => [
        ...branch.places.values(),
      ]);
      for (const place of places) assert.ok(place.start <= place.end && place.end <= text.length);
    }),
    effort(400),
  );
});
