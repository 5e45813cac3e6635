import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ChartKey } from "../../../../server/core/chart/chart.ts";
import { readKeys } from "../../../../server/core/chart/read-keys.ts";
import type { Branch, TemplateReads } from "../../../../server/core/chart/templates/template-reads.ts";
import { templateReads } from "../../../../server/core/chart/templates/template-scan.ts";
import { effort } from "../../support/damaged-files.ts";

type Files = Readonly<Record<string, string>>;

function ofFiles(files: Files): TemplateReads {
  return templateReads(new Map(Object.entries(files)));
}

/** All parts of the values that are read, with their paths. */
function allOf({ root }: TemplateReads): { readonly path: string; readonly branch: Branch }[] {
  const visit = (branch: Branch, path: string): { readonly path: string; readonly branch: Branch }[] => [
    ...(branch.places.size > 0 ? [{ path, branch }] : []),
    // What a chart below has there is what all have.
    ...[...branch.below]
      .filter(([key]) => !(branch.isChart && key === "global"))
      .flatMap(([key, below]) => visit(below, path === "" ? key : `${path}/${key}`)),
  ];
  return visit(root, "");
}

/** The paths that templates read, those that are read as a whole with a star; `[]` stands for any key or item. */
function paths(reads: TemplateReads): string {
  return allOf(reads)
    .map(({ path, branch }) => `${path.replaceAll("*", "[]")}${branch.isWhole ? "*" : ""}`)
    .sort()
    .join(" ");
}

function pathsOf(template: string, more: Files = {}): string {
  return paths(ofFiles({ "Chart.yaml": "name: c\n", "templates/a.yaml": template, ...more }));
}

const CASES: readonly [what: string, template: string, expected: string][] = [
  ["a field that is printed", "{{ .Values.a.b }}", "a/b*"],
  ["a field of the root", "{{ with 1 }}{{ $.Values.a }}{{ end }}", "a*"],
  [
    "what is a text, a comment or a string",
    '.Values.a {{/* .Values.b */}}{{ ".Values.c" }}{{ `.Values.d` }}',
    "",
  ],
  ["trim markers", "a {{- .Values.a -}} b", "a*"],
  ["an action of several lines", "{{ .Values.a\n  | default\n\t.Values.b }}", "a* b*"],
  [
    "a condition",
    "{{ if .Values.a }}{{ .Values.b }}{{ else if .Values.c }}{{ else }}{{ .Values.d }}{{ end }}",
    "a b* c d*",
  ],
  ["with", "{{ with .Values.a }}{{ .b }}{{ else }}{{ .Values.c }}{{ end }}", "a a/b* c*"],
  ["else with", "{{ with .Values.a }}{{ else with .Values.b }}{{ .c }}{{ end }}", "a b b/c*"],
  ["the dot as a whole", "{{ with .Values.a }}{{ toYaml . }}{{ end }}", "a*"],
  ["range", "{{ range .Values.a }}{{ .b }}{{ $.Values.c }}{{ end }}", "a a/[] a/[]/b* c*"],
  ["range with variables", "{{ range $k, $v := .Values.a }}{{ $k }}{{ $v.x }}{{ end }}", "a a/[] a/[]/x*"],
  [
    "range over a list of keys",
    '{{ range $k := list "a" "b" }}{{ (get $.Values $k).x }}{{ end }}',
    "a a/x* b b/x*",
  ],
  [
    "range over a mapping of the template",
    '{{ range $k, $v := dict "x" .Values.a }}{{ $v.b }}{{ end }}',
    "a a/b*",
  ],
  ["index", '{{ index .Values "a" "b" }}', "a/b*"],
  ["index with a key that has signs", '{{ index .Values "a.b-c" }}', "a.b-c*"],
  ["index with a key of the values", "{{ index .Values.a .Values.b }}", "a a/[]* b*"],
  ["index with a number", "{{ (index .Values.a 0).b }}", "a a/[] a/[]/b*"],
  ["a field of parentheses", '{{ (.Values.a).b }}{{ (index .Values "c").d }}', "a a/b* c c/d*"],
  ["a variable", "{{ $v := .Values.a }}{{ $v.b }}", "a a/b*"],
  [
    "a variable that is assigned",
    "{{ $v := .Values.a }}{{ if 1 }}{{ $v = .Values.b }}{{ end }}{{ $v.c }}",
    "a a/c* b* b/c*",
  ],
  ["a variable that is replaced", "{{ $v := .Values.a }}{{ $v = .Values.b }}{{ $v.c }}", "a a/c* b* b/c*"],
  [
    "a variable of an inner block",
    "{{ $v := .Values.a }}{{ if 1 }}{{ $v := .Values.b }}{{ end }}{{ $v.c }}",
    "a a/c* b",
  ],
  ["get", '{{ (get .Values.a "b").c }}', "a a/b a/b/c*"],
  ["dig", '{{ dig "a" "b" "none" .Values }}{{ .Values.c | dig "d" .Values.e }}', "a/b* c c/d* e*"],
  ["hasKey", '{{ hasKey .Values.a "b" }}', "a a/b"],
  [
    "default, coalesce and ternary",
    "{{ (coalesce .Values.a .Values.b).x }}{{ .Values.c | ternary .Values.d .Values.e }}",
    "a a/x* b b/x* c d* e*",
  ],
  ["required and empty", '{{ required "a" .Values.a }}{{ empty .Values.b }}{{ not .Values.c }}', "a* b c"],
  ["and, or", "{{ if and .Values.a (or .Values.b .Values.c) }}{{ end }}", "a b c"],
  ["eq", "{{ if eq .Values.a .Values.b }}{{ end }}", "a* b*"],
  ["the type of something", '{{ kindIs "map" .Values.a }}{{ .Values.b | kindOf }}', "a b"],
  [
    "pluck, pick and omit",
    '{{ pluck "x" .Values.a | first }}{{ pick .Values.b "x" | toJson }}{{ (omit .Values.c "y").x }}',
    "a a/x* b b/x* c c/x*",
  ],
  ["merge", "{{ (merge (dict) .Values.a .Values.b).x }}", "a a/x* b* b/x*"],
  ["merge into the values", "{{ $_ := mustMergeOverwrite .Values.a .Values.b }}", "a b*"],
  ["merge into a copy", "{{ (mergeOverwrite (deepCopy .Values.a) .Values.b).x }}", "a a/x* b* b/x*"],
  [
    "what merge writes into the first mapping",
    "{{ $_ := merge (dict) .Values.a .Values.b }}{{ .Values.a.x.y }}",
    "a a/x/y* b*",
  ],
  ["set", '{{ $d := dict }}{{ $_ := set $d "k" .Values.a }}{{ $d.k.b }}{{ $d.other }}', "a*"],
  [
    "set under a key of the values",
    "{{ $d := dict }}{{ $_ := set $d .Values.k .Values.a }}{{ $d.x.b }}",
    "a* k*",
  ],
  ["set in the context", '{{ $_ := set $ "x" .Values.a }}{{ .x.b }}', "a*"],
  ["toYaml of all", "{{ toYaml .Values }}", "*"],
  ["all of the context", "{{ toYaml . }}", "*"],
  ["the values in a variable", "{{ $v := .Values }}{{ $v.a }}", "a*"],
  [
    "other parts of the context",
    '{{ .Release.Name }}{{ .Chart.Name }}{{ .Files.Get "x" }}{{ .Capabilities.APIVersions.Has "v1" }}',
    "",
  ],
  ["lookup", '{{ (lookup "v1" "Secret" .Values.a "b").data }}', "a*"],
  ["a function that is not known", "{{ (invented .Values.a).b }}", "a*"],
  [
    "helpers with the context",
    '{{ define "h" }}{{ .Values.a }}{{ $.Values.b }}{{ end }}{{ include "h" . }}',
    "a* b*",
  ],
  [
    "helpers with a part of the values",
    '{{ define "h" }}{{ .x }}{{ end }}{{ template "h" .Values.a }}',
    "a a/x*",
  ],
  ["helpers that nobody calls", '{{ define "h" }}{{ .Values.a }}{{ end }}', ""],
  [
    "helpers with a mapping",
    '{{ define "h" }}{{ .part.x }}{{ .root.Values.b }}{{ end }}{{ include "h" (dict "root" $ "part" .Values.a) }}',
    "a a/x* b*",
  ],
  [
    "helpers with a list",
    '{{ define "h" }}{{ (index . 1).x }}{{ (first .).Values.b }}{{ end }}{{ include "h" (list . .Values.a) }}',
    "a a/x* b*",
  ],
  [
    "helpers of helpers",
    '{{ define "h" }}{{ include "i" (dict "v" .Values) }}{{ end }}{{ define "i" }}{{ .v.a }}{{ end }}{{ include "h" . }}',
    "a*",
  ],
  [
    "helpers that call themselves",
    '{{ define "h" }}{{ .v }}{{ include "h" . }}{{ end }}{{ include "h" .Values.a }}',
    "a a/v*",
  ],
  ["helpers that are given", '{{ define "h" }}{{ .v }}{{ end }}{{ .Values.a | include "h" }}', "a a/v*"],
  [
    "what a helper makes",
    '{{ define "h" }}{{ toYaml .Values.a }}{{ end }}{{ (fromYaml (include "h" .)).x }}',
    "a*",
  ],
  [
    "a helper with a name that is put together",
    '{{ define "h.a" }}{{ .x }}{{ end }}{{ define "h.b" }}{{ .y }}{{ end }}{{ include (printf "h.%s" "a") .Values.v }}',
    "v v/x*",
  ],
  [
    "helpers that the values name",
    '{{ define "h.a" }}{{ .x }}{{ end }}{{ define "h.b" }}{{ .y }}{{ end }}{{ define "i" }}{{ .z }}{{ end }}{{ include (printf "h.%s" .Values.n) .Values.v }}',
    "n* v*",
  ],
  ["a helper that is not there", '{{ include "library.labels" .Values.a }}', "a*"],
  ["a helper that is not there, with the context", '{{ include "library.labels" (dict "context" $) }}', "*"],
  ["block", '{{ block "b" .Values.a }}{{ .x }}{{ end }}', "a a/x*"],
  [
    "another template",
    '{{ include (print $.Template.BasePath "/a.yaml") . | sha256sum }}{{ .Values.a }}',
    "a*",
  ],
  ["tpl of a text of the template", '{{ tpl "{{ .Values.a }}" . }}', "a*"],
  ["tpl of a file, which is not at hand", '{{ tpl (.Files.Get "x") . }}', "*"],
  ["tpl with a part of the values", "{{ tpl .Values.t .Values.a }}", "a* t*"],
  ["values of a chart below", "{{ .Subcharts.a.Values.b }}", "a/b*"],
  [
    "break and continue",
    "{{ range list 1 }}{{ break }}{{ continue }}{{ .Values.a }}{{ $.Values.b }}{{ end }}",
    "b*",
  ],
  [
    "names that mean something to JavaScript",
    "{{ .Values.__proto__.constructor }}{{ toString .Values.valueOf }}",
    "__proto__/constructor* valueOf*",
  ],
  ["letters of other scripts", "{{ .Values.größe }}", "größe*"],
];

for (const [what, template, expected] of CASES) {
  test(`read: ${what}`, () => {
    // What is only stepped through is said by `with`, `get` or a variable, but not by `.Values.a.b`.
    assert.equal(pathsOf(template), expected);
  });
}

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

test("partial templates are not rendered, and those of a library are all called", () => {
  const partial = '{{ .Values.a }}{{ define "h" }}{{ .Values.b }}{{ end }}';
  assert.equal(paths(ofFiles({ "templates/_p.tpl": partial })), "");
  assert.equal(paths(ofFiles({ "Chart.yaml": "type: library", "templates/_p.tpl": partial })), "b*");
});

test("only templates are read, and of charts below nothing", () => {
  const text = "{{ .Values.a }}";
  assert.equal(
    paths(ofFiles({ "crds/a.yaml": text, "README.md": text, "templates/x/NOTES.txt": text })),
    "a*",
  );
  assert.equal(
    paths(ofFiles({ "charts/below/templates/a.yaml": text, "charts/below/Chart.yaml": "name: sub" })),
    "sub sub/a*",
  );
});

test("what Helm reads for charts below", () => {
  const manifest = `name: c
dependencies:
  - name: db
    alias: store
    condition: store.enabled,global.db
    tags: [backend]
`;
  assert.equal(
    paths(ofFiles({ "Chart.yaml": manifest })),
    "global* global/db store* store/enabled tags/backend",
  );
});

test("what is put into the context is there in other templates, too", () => {
  const files = {
    "templates/a.yaml": "{{ .shared.x }}",
    "templates/b.yaml": '{{ $_ := set . "shared" .Values.s }}',
  };
  assert.equal(paths(ofFiles(files)), "s*");
});

/** Helm refuses these, and nobody can say what they read; with the text at which they are broken, if that is certain. */
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
      "templates/a": `${Array.from({ length: 20 }, (_, one) => {
        const calls = Array.from({ length: 20 }, (__, other) => `{{ include "h${other}" .k${other} }}`);
        return `{{ define "h${one}" }}${calls.join("")}{{ end }}`;
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
