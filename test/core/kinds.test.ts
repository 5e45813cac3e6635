import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { code, textOf } from "../../build/source-files.ts";
import { KINDS, type Kind, resourceKind, rootOf, rootsOf } from "../../server/core/kinds.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { engine } from "./support/engine.ts";

/** A text of each kind, in which `$0` is in a key, with the documentation of that key and a key beside it. */
const DOCUMENTS = {
  values: { text: "controller:\n  repl$0icas: 2\n", says: /replicas/, beside: "image", column: 2 },
  operator: {
    text: "apiVersion: operator.example.org/v1alpha1\nkind: CAPOperator\nspec:\n  ingress$0GatewayLabels: []\n",
    says: /ingressGatewayLabels/,
    beside: "metadata",
    column: 0,
  },
  project: {
    text: "chart: ./chart\nhelmVe$0rsion: auto\n",
    says: /helmVersion/,
    beside: "maxFileSize",
    column: 0,
  },
} as const satisfies Record<keyof typeof KINDS, object>;

function documentOf(kind: Kind, marked: string): Analysis {
  const file = parseYaml(marked.replace("$0", ""));
  return new Analysis("file:///a.yaml", 1, file, rootsOf(file, kind));
}

describe("a document of each kind has the schema of its row", () => {
  for (const kind of Object.values<Kind>(KINDS)) {
    const example = DOCUMENTS[kind.name];
    assert.ok(example, `Add a text of the kind ${kind.name} to DOCUMENTS.`);
    const { text, says, beside, column } = example;
    const analysis = documentOf(kind, text);
    const position = analysis.text.positionAt(text.indexOf("$0"));

    test(`${kind.name}: a key is described, with a link to its page`, () => {
      const shown = JSON.stringify(engine.hover(analysis, position));
      assert.match(shown, says);
      const pages = [kind.page, kind.publishedPage].filter((page) => page !== undefined);
      assert.ok(
        pages.some((page) => shown.includes(page)),
        shown,
      );
    });

    test(`${kind.name}: the keys beside it are offered, and described when they are shown`, () => {
      const longer = documentOf(kind, text + " ".repeat(column));
      const end = longer.text.positionAt(longer.file.text.length);
      const item = engine
        .completion(longer, end, { snippets: false })
        .find(({ label }) => label.startsWith(beside));
      assert.ok(item, beside);
      assert.ok(engine.resolveCompletion(item).documentation);
    });

    test(`${kind.name}: rules check it only if it is of the operator`, async () => {
      const wrong = documentOf(kind, text.replace(/^( *)\S*\$0/m, "$1nonsense1: 1\n$&"));
      const codes = (await engine.diagnostics(wrong)).map((diagnostic) => diagnostic.code);
      assert.equal(codes.length > 0, kind.isOfOperator, codes.join());
    });
  }
});

test("each document of a file has the schema of its own kind", () => {
  const values = DOCUMENTS.values.text.replace("$0", "");
  const file = parseYaml(`${values}---\n${DOCUMENTS.operator.text.replace("$0", "")}`);
  const roots = file.documents.map((document) => rootOf(document, resourceKind(document) ?? KINDS.values));
  assert.deepEqual(
    roots.map(({ kind }) => kind.name),
    ["values", "operator"],
  );
  const analysis = new Analysis("file:///a.yaml", 1, file, roots);
  const at = (word: string) => {
    const hover = engine.hover(analysis, analysis.text.positionAt(file.text.indexOf(word)));
    return JSON.stringify(hover);
  };
  assert.match(at("replicas"), /reference\/values/);
  assert.match(at("ingressGatewayLabels"), /reference\/operator/);
});

test("no other code compares the name of a kind", () => {
  const compares = /(?<!options\.)\bkind(?:\?*\.name)? [!=]== "(?:values|operator|project)"/;
  // A template reads values, and has kinds of its own for what it reads.
  const isOther = (file: string) => file.startsWith("server/core/chart/templates/");
  const files = code.filter(
    (file) => file.startsWith("server/") && !isOther(file) && compares.test(textOf(file)),
  );
  assert.deepEqual(files, []);
});
