import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, suite, test } from "node:test";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { buildPublished } from "../../schemas/build.ts";
import { type ReadChart, VALUES_FILE } from "../../server/core/chart/chart.ts";
import { readChart } from "../../server/core/chart/read-chart.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import { readChartFolder } from "../../server/workspace/charts/chart-folder.ts";
import { diskTree } from "../../server/workspace/files/disk-tree.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { analyseBeside } from "../core/support/chart-at-hand.ts";
import { GOOD_FILES } from "../core/support/corpus.ts";
import { createEngine } from "../core/support/engine.ts";
import { inPublishedWords } from "../core/support/published-words.ts";
import { schemas } from "../schemas/built-schemas.ts";
import { isGroup, rowsOf, VERSIONS } from "../schemas/published/keys.ts";
import { writePublishedChart } from "../support/published-chart.ts";

/** For these, all good files are tried. */
const TRIED = ["0.0.1", "0.12.0", "0.19.0", "0.25.0", "0.34.0"];

const GOOD_VALUES = GOOD_FILES.filter(({ kind }) => kind === "values");

const knowledge = new Knowledge({ schemas, published: buildPublished(schemas) }, docsIn(""));
const engine = await createEngine();
const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-at-hand-"));
after(() => rmSync(folder, { recursive: true }));

async function chartOf(version: string): Promise<{ atHand: ReadChart; values: string }> {
  const chartFolder = path.join(folder, version);
  writePublishedChart(version, chartFolder);
  const { texts } = await readChartFolder(diskTree(wholeMachine), chartFolder);
  assert.ok(texts);
  const values = readFileSync(path.join(chartFolder, VALUES_FILE), "utf8");
  return { atHand: readChart(texts, `file://${chartFolder}`, version), values };
}

/** Codes and messages of everything that is louder than a hint. */
async function loud(text: string, atHand: ReadChart, uri?: string): Promise<string[]> {
  const found = await engine.diagnostics(analyseBeside(text, atHand, uri));
  return found
    .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
    .map(({ range, code, message }) => `line ${range.start.line + 1}, ${code}: ${message}`);
}

/** True if a finding is about a key that a version lacks in the table of keys. */
function isOfAnotherVersion(line: string, version: string): boolean {
  const [, key] =
    /unknown-key: cap-operator [\d.]+ has no "([^"]+)"; it was (?:added|removed) in /.exec(line) ?? [];
  const isKnown = rowsOf(version).some((row) => row.key === key || row.key.startsWith(`${key}.`));
  return key !== undefined && !isKnown;
}

for (const version of VERSIONS) {
  suite(`a chart with the keys of ${version}, at hand`, async () => {
    const { atHand, values } = await chartOf(version);
    const model = knowledge.schemasOf({ vocabulary: "published", version, atHand }).model("values");
    const builtIn = knowledge.schemasOfVersion(version).model("values");

    test("is the operator's, in the words of the published one", () => {
      assert.equal(knowledge.charts.vocabularyOf(atHand), "published");
    });

    test("has the keys and defaults of that version, and takes the same", () => {
      for (const row of rowsOf(version)) {
        const keyPath = row.key.split(".");
        const [node, known] = [model.at(keyPath), builtIn.at(keyPath)];
        assert.ok(node && known, row.key);
        assert.deepEqual([...node.types].sort(), [...known.types].sort(), row.key);
        assert.deepEqual(node.allowed, known.allowed, row.key);
        assert.equal(node.description, known.description, row.key);
        if (row.standard === undefined || isGroup(row)) continue;
        assert.deepEqual(node.default, JSON.parse(row.standard), row.key);
      }
    });

    test("has nothing wrong in its own values", async () => {
      assert.deepEqual(await loud(values, atHand, `${atHand.uri}/${VALUES_FILE}`), []);
    });

    for (const { name, text } of TRIED.includes(version) ? GOOD_VALUES : []) {
      test(`${name} has nothing wrong but keys of other versions`, async () => {
        const found = await loud(inPublishedWords(text), atHand);
        const others = found.filter((line) => !isOfAnotherVersion(line, version));
        assert.deepEqual(others, []);
      });
    }
  });
}
