import assert from "node:assert/strict";
import { test } from "node:test";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { GOOD_FILES } from "./support/corpus.ts";
import { engine } from "./support/engine.ts";
import { analyseIn } from "./support/release.ts";

/** The diagnostics of a file that are louder than a hint. */
async function complaints(analysis: Analysis): Promise<string[]> {
  const found = await engine.diagnostics(analysis);
  return found
    .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
    .map(({ range, code, message }) => `${range.start.line + 1}: ${code}: ${message}`);
}

/** A text with only every second top-level key; `undefined` if its keys cannot be distinguished. */
function half(text: string, which: 0 | 1): string | undefined {
  const { documents } = parseYaml(text);
  const root = documents.length === 1 ? documents[0]?.root : undefined;
  if (root?.type !== "object" || root.flow || root.properties.length < 2 || /[&*]\w|^(?:---|\?)/m.test(text))
    return undefined;
  const starts = root.properties.map(({ offset }) => offset);
  return starts
    .filter((_, index) => index % 2 === which)
    .map((start) => text.slice(start, starts[starts.indexOf(start) + 1] ?? text.length))
    .join("");
}

for (const { name, kind, text } of GOOD_FILES) {
  if (kind !== "values") continue;

  test(`nothing is wrong with ${name} when a later file of its release is empty`, async () => {
    const files = { "values.yaml": text, "later.yaml": "# nothing yet\n" };
    assert.deepEqual(await complaints(analyseIn("values.yaml", { files })), []);
    assert.deepEqual(await complaints(analyseIn("later.yaml", { files })), []);
  });

  const [one, two] = [half(text, 0), half(text, 1)];
  if (one === undefined || two === undefined) continue;
  test(`nothing is wrong with ${name} when it is split into two files of a release`, async () => {
    const files = { "one.yaml": one, "two.yaml": two };
    for (const file of ["one.yaml", "two.yaml"]) {
      assert.deepEqual(await complaints(analyseIn(file, { files })), [], `${file} of\n${one}---\n${two}`);
    }
  });
}
