import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { buildSchemas } from "../../schemas/build.ts";
import { exampleCases, ruleExamples } from "../../schemas/rule-examples.ts";
import { RULES } from "../../server/core/rules/table.ts";
import { type JsonSchema, SchemaModel, type SchemaNode } from "../../server/core/schema/model.ts";
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import type { Path } from "../../server/core/yaml/tree.ts";
import { expandSnippet } from "../support/expand-snippet.ts";
import { MISTAKES } from "./support/corpus.ts";
import { analyse, engine } from "./support/engine.ts";
import type { RuleCase } from "./support/rule-cases.ts";

/*
 * Every text that is inserted for the person to replace is reported until it is replaced: what snippets, new files and
 * fixes write, and what the schema gives as a form. The lists come from the sources of these texts.
 */

const KINDS = ["values", "operator"] as const;

/** The values of snippets that may stay unchanged, with the reasons. Any other value must be reported. */
const GOOD_AS_THEY_ARE: Readonly<Record<string, string>> = {
  operator: "any name for the domain of the subscription server will do",
  default: "a namespace that every cluster has",
  release: "the label by which the widespread monitoring stack selects",
  monitoring: "the name under which that stack is often installed; only its owner knows",
  "1h": "the chart's default",
  "10m": "a usual pause",
  "metrics-server-ca": "the name of a volume, which is the file's own",
  "metrics-server-ca.crt": "the name of a file, which is the file's own",
  "ca.crt": "the key that certificates have in a Secret",
  "500Mi": "the chart's default",
  "50Mi": "the chart's default",
  "0.2": "the chart's default",
  "0.02": "the chart's default",
  v1alpha1: "the version that the operator serves",
  "cap-operator": "any name for the resource will do",
  app: "the usual key of the label",
};

const PROPOSAL = /\$\{\d+:([^}]*)\}/g;

/** The parts of a text that nobody can mean literally. */
function leftIn(text: string): { start: number; end: number; source: string }[] {
  return [...text.matchAll(/<\w+>|[\w.-]*example\.(?:com|org)/g)].map(({ 0: source, index }) => ({
    start: index,
    end: index + source.length,
    source,
  }));
}

/** The parts that are not reported, except those that were already in the text before. */
async function missed(text: string, kind: DocumentKind, before = ""): Promise<string[]> {
  const analysis = analyse(text, kind);
  const problems = (await engine.diagnostics(analysis)).filter(({ code }) => code === "placeholder-value");
  const found = problems.map(({ range }) => [
    analysis.text.offsetAt(range.start),
    analysis.text.offsetAt(range.end),
  ]);
  return leftIn(text)
    .filter(({ source }) => !before.includes(source))
    .filter(({ start, end }) => !found.some(([from = 0, to = 0]) => from <= start && end <= to))
    .map(({ source }) => source);
}

for (const kind of KINDS) {
  const snippets: Record<string, { body: string[] }> = JSON.parse(
    readFileSync(new URL(`../../snippets/${kind}.json`, import.meta.url), "utf8"),
  );
  describe(`the ${kind} snippets`, () => {
    for (const [name, { body }] of Object.entries(snippets)) {
      test(`${name}: each proposal is a placeholder or may stay`, () => {
        const proposals = [...body.join("\n").matchAll(PROPOSAL)].map(([, text = ""]) => text);
        const unclear = proposals.filter(
          (text) => leftIn(text).length === 0 && !Object.hasOwn(GOOD_AS_THEY_ARE, text),
        );
        assert.deepEqual(unclear, []);
      });

      test(`${name}: what was not replaced is reported`, async () => {
        const analysis = analyse("", kind);
        const offer = engine
          .snippets(analysis, { line: 0, character: 0 })
          .find((candidate) => candidate.name === name);
        assert.ok(offer);
        assert.deepEqual(await missed(expandSnippet(offer.body), kind), []);
      });
    }
  });

  test(`the forms and examples of the ${kind} schema are reported where they belong`, async () => {
    const model = new SchemaModel((await buildSchemas())[kind] as JsonSchema);
    const texts: [Path, string][] = [];
    const visit = (node: SchemaNode, path: Path): void => {
      const { placeholder } = node.annotations;
      const examples = node.examples.filter((example) => typeof example === "string");
      for (const text of [...(placeholder === undefined ? [] : [placeholder]), ...examples]) {
        if (leftIn(text).length > 0) texts.push([path, text]);
      }
      for (const [key, child] of node.properties) if (!child.shared) visit(child, [...path, key]);
    };
    visit(model.root, []);
    // The operator resource has neither: the group that it names is the published one.
    if (kind === "values") assert.ok(texts.length > 0);
    for (const [path, text] of texts) {
      const values = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), text);
      assert.deepEqual(await missed(JSON.stringify(values), kind), [], path.join("."));
    }
  });
}

describe("what the fixes write", () => {
  const examples = RULES.map(({ code }) => ({
    name: code,
    kind: exampleCases<RuleCase>(code)[0].kind ?? ("values" as const),
    text: ruleExamples(code).wrong,
  }));
  for (const { name, kind, text } of [
    ...examples,
    { name: "all mistakes", kind: "values" as const, text: MISTAKES },
  ]) {
    test(`for ${name}`, async () => {
      const analysis = analyse(text, kind);
      const everywhere = analysis.range(0, text.length);
      for (const { title, edit } of await engine.codeActions(analysis, everywhere, [])) {
        const fixed = TextDocument.applyEdits(analysis.text, edit?.changes?.[analysis.text.uri] ?? []);
        assert.deepEqual(await missed(fixed, kind, text), [], title);
      }
    });
  }
});
