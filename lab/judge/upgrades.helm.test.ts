import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { renderProgram } from "../../test/helm/render.ts";
import { repository } from "../../test/support/repository.ts";
import { chartsIn, type GivenChart } from "./charts/given-charts.ts";
import type { Values } from "./charts/paths.ts";
import { judgeUpgrades } from "./charts/upgrades.ts";

const render = await renderProgram(3);
const skip = render ? false : "Go is not installed.";

/** The example chart without its schema, which refuses what it does not declare. */
function withoutSchema(chart: GivenChart): GivenChart {
  const { "values.schema.json": _schema, ...files } = chart.files;
  return { ...chart, files };
}

/** The chart as another version: it no longer declares one key that its templates read, and has lost another one. */
function laterVersion(chart: GivenChart): GivenChart {
  const replaced = (file: string, what: string | RegExp, replacement: string) => ({
    [file]: (chart.files[file] ?? "").replaceAll(what, replacement),
  });
  const files = {
    ...chart.files,
    ...replaced("Chart.yaml", chart.version, "0.12.0"),
    ...replaced("values.yaml", /^ +(?:sidecar|detailedOperationalMetrics): false\n/gm, ""),
    ...replaced("templates/_controller.tpl", ".values.detailedOperationalMetrics | default false", "false"),
  };
  return { ...chart, version: "0.12.0", files, values: load(files["values.yaml"] ?? "") as Values };
}

test("upgrades lose no setting silently, say nothing false, and agree with check and diff", {
  skip,
}, async () => {
  const example = chartsIn(path.join(repository, "examples/chart"));
  const charts = example.map(withoutSchema).flatMap((chart) => [chart, laterVersion(chart)]);
  const count = await judgeUpgrades(charts, render ?? "", 2, 32, 1);
  const { lost, wrong, untold, disagreements, comments } = count;
  assert.deepEqual(
    { lost, wrong, untold, disagreements },
    { lost: [], wrong: [], untold: [], disagreements: [] },
  );
  assert.ok(count.inEffect > count.kept && count.kept > 0, `${count.kept} of ${count.inEffect}`);
  assert.equal(comments.after, comments.before);
});
