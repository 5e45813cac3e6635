import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/disk-chart-files.ts";
import { connect } from "../lsp/client.ts";
import { schemas } from "../schemas/built-schemas.ts";
import { repository } from "../support/repository.ts";
import { chart, setting, testWithHelm } from "./chart.ts";

test("the chart carries the schema as it is built now", () => {
  const carried = readFileSync(path.join(chart, "values.schema.json"), "utf8");
  const isCurrent = carried === `${JSON.stringify(schemas.values)}\n`;
  assert.ok(
    isCurrent,
    "examples/chart/values.schema.json is not the built one: run `npm run build:schemas`.",
  );
});

test("the editor knows the chart's values as ours, and finds only that two hosts and the registry must be set", async () => {
  const file = path.join(chart, "values.yaml");
  const uri = pathToFileURL(file).href;
  const evidence = await new DiskChartFiles().nearest(uri, pathToFileURL(repository).href);
  assert.deepEqual(evidence, {
    name: "cap-operator-chart",
    version: "0.11.0",
    path: "values.yaml",
    folder: pathToFileURL(chart).href,
  });
  const client = await connect({ server: { charts: new DiskChartFiles() } });
  client.open(uri, readFileSync(file, "utf8"));
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
  assert.deepEqual([status.kind, status.reason], ["values", "operator-chart"]);
  const { diagnostics } = await client.until(() => client.published.find((push) => push.uri === uri));
  const lines = readFileSync(file, "utf8").split("\n");
  assert.deepEqual(
    diagnostics.map(({ code, range }) => [code, lines[range.start.line]?.trim().split(":")[0]]),
    [
      ["placeholder-value", "repository"],
      ["placeholder-value", "repository"],
      ["placeholder-value", "dnsTarget"],
      ["placeholder-value", "domain"],
      ["placeholder-value", "repository"],
    ],
  );
  await client.close();
});

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
