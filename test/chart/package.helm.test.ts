import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createChartArchives } from "../../client/editor/charts/chart-archives.ts";
import { setting, testWithHelm } from "../helm/with-helm.ts";
import { chart } from "./chart.ts";

testWithHelm("lint has nothing to say against the chart, not even strictly", async (helm) => {
  assert.match(await helm.run("lint", chart), /1 chart\(s\) linted, 0 chart\(s\) failed/);
  const everything = [...setting("monitoring.enabled", true), ...setting("webhook.sidecar", true)];
  const strict = await helm.run("lint", "--strict", ...everything, chart);
  assert.doesNotMatch(strict, /\[(WARNING|ERROR)\]/);
});

testWithHelm("values that the editor refuses are refused by the chart's schema", async (helm) => {
  const refused = helm.render(...setting("controller.replicas", "two"));
  await assert.rejects(refused, /controller.*replicas.*got string, want integer/s);
  await assert.rejects(helm.render(...setting("webhook.volumes", [])), /'volumes' not allowed/);
});

testWithHelm(
  "the chart that is installed from a folder is the same archive each time, and the whole chart",
  async (helm) => {
    const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-same-"));
    const archives = createChartArchives(folder);
    const pack = () =>
      archives.keep(async (into) => {
        await helm.run("package", chart, "--destination", into);
        await archives.writeSameBytes(into);
      });
    try {
      const first = await pack();
      // Helm writes the time in seconds.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      assert.deepEqual(await pack(), first);
      const fixed = setting("webhook.certificateManager", "CertController");
      const ofFolder = await helm.run("template", "cop", chart, ...fixed);
      assert.equal(await helm.run("template", "cop", first.path, ...fixed), ofFolder);
      assert.equal(await helm.run("show", "all", first.path), await helm.run("show", "all", chart));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

testWithHelm("the packaged chart is the whole chart", async (helm) => {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-packaged-"));
  try {
    await helm.run("package", chart, "--destination", folder, "--version", "9.8.7", "--app-version", "9.8.7");
    const packaged = path.join(folder, "cap-operator-chart-9.8.7.tgz");
    const fixed = [
      "--include-crds",
      ...setting("monitoring.enabled", true),
      ...setting("webhook.certificateManager", "CertController"),
    ];
    const ofFolder = await helm.run("template", "cop", chart, ...fixed);
    const ofPackage = await helm.run("template", "cop", packaged, ...fixed);
    assert.equal(ofPackage.replaceAll("9.8.7", "0.11.0"), ofFolder.replaceAll("v0.11.0", "0.11.0"));
    await assert.rejects(
      helm.run("template", "cop", packaged, "--set", "unknown=1"),
      /'unknown' not allowed/,
    );
    for (const part of ["values", "readme", "crds"]) {
      assert.equal(await helm.run("show", part, packaged), await helm.run("show", part, chart));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
