// Random releases, their values files, and what Helm renders of both: of the example chart, and of charts with the keys of published versions.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { valuesFile } from "../../server/core/features/values-file.ts";
import { chart as example } from "../chart/chart.ts";
import { randomRelease, yamlOf } from "../core/support/random-release.ts";
import { knowledge } from "../core/support/umbrella.ts";
import { spreadFrom } from "../support/effort.ts";
import { writePublishedChart } from "../support/published-chart.ts";
import { Dice } from "./dice.ts";
import { type Helm, testWithHelm } from "./with-helm.ts";

const { specification, published, versions } = knowledge.charts;
const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-values-file-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const newest = versions.at(-1) ?? "";
writePublishedChart(newest, path.join(folder, newest));
const CHARTS = [
  { listed: `${specification}-0.11.0`, version: "", at: example },
  { listed: `${published}-${newest}`, version: newest, at: path.join(folder, newest) },
];

/** Certificates and keys that a chart makes, each time others. */
const MADE = /LS0tLS1CRUdJTi[\w+/=]*/g;

async function rendered(helm: Helm, chart: string, text: string): Promise<unknown> {
  const file = path.join(folder, "values.yaml");
  writeFileSync(file, text);
  try {
    const { objects } = await helm.renderOf(chart, "--values", file, "--skip-schema-validation");
    return JSON.parse(JSON.stringify(objects).replaceAll(MADE, "made"));
  } catch {
    return undefined;
  }
}

/** Each Helm gets others. */
let last = 0;

testWithHelm("100 random releases render the same objects with their values files", async (helm) => {
  const seeds = spreadFrom(last + 1, last + 100);
  last += 100;
  let count = 0;
  for (const seed of seeds) {
    const dice = new Dice(seed);
    const { listed, version, at: path } = dice.pick(CHARTS);
    const values = randomRelease(dice, knowledge.schemasOfVersion(version).model("values").root);
    const found = valuesFile(knowledge, { listed, values: JSON.stringify(values) });
    assert.ok("text" in found);
    const before = await rendered(helm, path, yamlOf(values));
    if (before !== undefined) count++;
    assert.deepEqual(await rendered(helm, path, found.text), before, `${seed}: ${found.text}`);
  }
  assert.ok(count > seeds.length / 2, `Helm renders only ${count} of ${seeds.length} releases.`);
});
