import fc from "fast-check";
import type { ChartTexts } from "../../server/core/chart/chart.ts";

/** Three mappings of one shape, so that any can stand for another, and what else decides something. */
const VALUES = `
a: {x: ax, s: {z: az, w: aw}}
b: {x: bx, s: {z: bz, w: bw}}
c: {x: cx, s: {z: cz, w: cw}}
d: {x: dx, s: {z: dz, w: dw}}
flag: true
off: false
name: a
names: [a, b]
text: "{{ .Values.d.x }}"
`;

/** The weight of usual statements; rare ones, such as those that have all values read, weigh 1. */
const OFTEN = 40;

/** A mapping of that shape, a scalar, and statements; `R` stands for an expression of the whole context. */
const GRAMMAR = fc.letrec<{ map: string; scalar: string; statement: string; body: string }>((tie) => {
  const { map, scalar, statement, body } = {
    map: tie("map"),
    scalar: tie("scalar"),
    statement: tie("statement"),
    body: tie("body"),
  };
  const key = fc.constantFrom("a", "b", "c", "d");
  const variable = fc.constantFrom("$v", "$w");
  const often = (arbitrary: fc.Arbitrary<string>) => ({ weight: OFTEN, arbitrary });
  const made = (parts: readonly fc.Arbitrary<string>[], make: (...parts: string[]) => string) =>
    often(fc.tuple(...parts).map((all) => make(...all)));
  const rare = (text: string) => ({ weight: 1, arbitrary: fc.constant(text) });
  const path = made([key], (k) => `R.Values.${k}`);
  return {
    map: fc.oneof(
      { maxDepth: 2, depthSize: "small", withCrossShrink: true },
      { ...path, weight: 2 * OFTEN },
      made([key], (k) => `(get R.Values "${k}")`),
      made([key], (k) => `(index R.Values "${k}")`),
      rare("(index R.Values R.Values.name)"),
      rare("(pluck R.Values.name R.Values | first)"),
      often(fc.constant('(index R.Values (printf "%s" "b"))')),
      often(variable),
      often(fc.constant("(R.extra | default R.Values.c)")),
      made([map], (m) => `(deepCopy ${m})`),
      made([map, map], (m, n) => `(merge (dict) ${m} ${n})`),
      made([map, map], (m, n) => `(merge ${m} ${n})`),
      made([map, map], (m, n) => `(mustMergeOverwrite (deepCopy ${m}) ${n})`),
      made([map, map], (m, n) => `(${m} | default ${n})`),
      made([map, map], (m, n) => `(coalesce ${m} ${n})`),
      made([map, map, scalar], (m, n, s) => `(ternary ${m} ${n} (not ${s}))`),
      made([scalar, map], (s, m) => `(dict "x" ${s} "s" (${m}).s)`),
      made([map], (m) => `(pick ${m} "x" "s")`),
      made([map], (m) => `(dict "x" "none" "s" (omit (${m}).s "w"))`),
      made([map, scalar], (m, s) => `(set (deepCopy ${m}) "x" ${s})`),
      made([map, scalar], (m, s) => `(set ${m} "x" ${s})`),
      made([map, map], (m, n) => `(first (list ${m} ${n}))`),
      made([map, map], (m, n) => `(index (list ${m} ${n}) 1)`),
      made([map, map], (m, n) => `(last (append (list ${m}) ${n}))`),
      made([map, map], (m, n) => `(or ${m} ${n})`),
      made([map, map], (m, n) => `(and ${m} ${n})`),
      made([map], (m) => `(required "there" ${m})`),
      made([map], (m) => `(fromYaml (toYaml ${m}))`),
      made([map], (m) => `(fromYaml (include "t.copy" ${m}))`),
      made([key], (k) => `(get (dict "a" R.Values.a "b" R.Values.b "c" R.Values.c "d" $w) "${k}")`),
      made([map], (m) => `((dict "m" ${m}).m)`),
    ),
    scalar: fc.oneof(
      { maxDepth: 2, depthSize: "small", withCrossShrink: true },
      made([map], (m) => `(${m}).x`),
      made([map], (m) => `((${m}).s).z`),
      made([map], (m) => `(get ${m} "x")`),
      made([map], (m) => `(dig "s" "w" "none" ${m})`),
      made([map], (m) => `(hasKey ${m} "x")`),
      made([map], (m) => `(toJson ${m})`),
      made([map], (m) => `(toJson (omit (${m}).s "w"))`),
      made([map], (m) => `(kindOf ${m})`),
      made([map], (m) => `(len ${m})`),
      made([map], (m) => `(include "t.part" ${m})`),
      made([map], (m) => `(include "t.both" (dict "root" R "m" ${m}))`),
      made([map], (m) => `(include "t.list" (list R ${m}))`),
      made([key, map], (k, m) => `(include (printf "t.%s" "${k}") (dict "root" R "m" ${m}))`),
      often(fc.constant("(tpl R.Values.text R)")),
      often(fc.constant('(include "t.walk" R.Values.c)')),
      often(fc.constant("R.Values.flag")),
      often(fc.constant("R.Values.off")),
      often(fc.constant('"constant"')),
      made([scalar, scalar], (s, t) => `(eq (toString ${s}) (toString ${t}))`),
      made([scalar], (s) => `(print ${s})`),
      made([map], (m) => `(empty ${m})`),
    ),
    statement: fc.oneof(
      { maxDepth: 2, depthSize: "small", withCrossShrink: true },
      made([scalar], (s) => `{{ ${s} }}`),
      made([variable, map], (v, m) => `{{ ${v} = ${m} }}`),
      made([variable, map], (v, m) => `{{ ${v} := ${m} }}`),
      made([map, scalar], (m, s) => `{{ $_ := set ${m} "x" ${s} }}`),
      made([map, map], (m, n) => `{{ $_ := set ${m} "s" (${n}).s }}`),
      made([map, map], (m, n) => `{{ $_ := merge ${m} ${n} }}`),
      made([map], (m) => `{{ $_ := set R "extra" ${m} }}`),
      made([map, map], (m, n) => `{{ include "t.into" (list ${m} ${n}) }}`),
      made([scalar, body, body], (s, first, second) => `{{ if ${s} }}${first}{{ else }}${second}{{ end }}`),
      made(
        [map, body, body],
        (m, first, second) => `{{ with ${m} }}{{ .x }}${first}{{ else }}${second}{{ end }}`,
      ),
      made([map, map, body], (m, n, inner) => `{{ range list ${m} ${n} }}{{ (.s).w }}${inner}{{ end }}`),
      made([map, body], (m, inner) => `{{ range $k, $e := ${m} }}{{ $k }}${inner}{{ end }}`),
      rare("{{ range $n := R.Values.names }}{{ (get R.Values $n).x }}{{ end }}"),
      made([body], (inner) => `{{ range list "a" "c" }}{{ (get R.Values .).x }}${inner}{{ end }}`),
      made([variable, map, body], (v, m, inner) => `{{ if ${v} := ${m} }}${inner}{{ (${v}).x }}{{ end }}`),
    ),
    body: fc
      .array(statement, { minLength: 1, maxLength: 2, depthIdentifier: "body" })
      .map((all) => all.join("")),
  };
});

const HELPERS = `
{{- define "t.part" }}{{ .x }}{{ end -}}
{{- define "t.copy" }}{{ toYaml . }}{{ end -}}
{{- define "t.both" }}{{ $v := .m }}{{ $w := .root.Values.b }}BOTH{{ end -}}
{{- define "t.list" }}{{ $v := last . }}{{ $w := $v }}{{ with first . }}LIST{{ end }}{{ end -}}
{{- define "t.into" }}{{ $_ := set (first .) "x" (last .).x }}{{ end -}}
{{- define "t.walk" }}{{ .x }}{{ with .s }}{{ include "t.walk" . }}{{ end }}{{ end -}}
{{- define "t.a" }}{{ .m.x }}{{ end -}}
{{- define "t.b" }}{{ .root.Values.b.x }}{{ end -}}
{{- define "t.c" }}{{ with .root }}{{ .Values.c.s.z }}{{ end }}{{ end -}}
{{- define "t.d" }}{{ (get . "m").s.w }}{{ end -}}
`;

const FIRST = "{{ $v := .Values.a }}{{ $w := .Values.b }}";

/** Charts with helpers and templates that take their values in all ways that are known, and that Helm mostly renders. */
export const generatedCharts: fc.Arbitrary<ChartTexts> = fc
  .record({
    both: GRAMMAR.scalar.map((scalar) => `{{ ${scalar} }}`),
    list: GRAMMAR.scalar.map((scalar) => `{{ ${scalar} }}`),
    one: GRAMMAR.body,
    two: GRAMMAR.body,
  })
  .map(({ both, list, one: first, two }) => {
    const helpers = HELPERS.replace("BOTH", () => inContext(noCalls(both), "$.root")).replace("LIST", () =>
      inContext(noCalls(list), "."),
    );
    return new Map([
      ["Chart.yaml", "apiVersion: v2\nname: t\nversion: 1.0.0\n"],
      ["values.yaml", VALUES],
      ["templates/_helpers.tpl", helpers],
      ["templates/one.yaml", FIRST + inContext(first, "$")],
      ["templates/two.yaml", FIRST + inContext(two, "$")],
    ]);
  });

function inContext(text: string, context: string): string {
  return text
    .replaceAll(/\bR(?=[.\s)])/g, () => context)
    .replaceAll("..Values", ".Values")
    .replaceAll("..extra", ".extra");
}

/** Without calls of the two helpers that it becomes part of, which would call themselves for ever. */
function noCalls(text: string): string {
  return text.replaceAll(/"t\.(both|list)"/g, '"t.part"');
}
