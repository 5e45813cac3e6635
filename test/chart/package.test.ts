import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect } from "../lsp/client.ts";
import { schemas } from "../schemas/built-schemas.ts";
import { repository } from "../support/repository.ts";
import { chart } from "./chart.ts";

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
  const evidence = await new DiskChartFiles(wholeMachine).nearest(uri, pathToFileURL(repository).href);
  assert.deepEqual(evidence, {
    name: "cap-operator-chart",
    version: "0.11.0",
    path: "values.yaml",
    folder: pathToFileURL(chart).href,
  });
  const client = await connect({ server: { charts: new DiskChartFiles(wholeMachine) } });
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
});
