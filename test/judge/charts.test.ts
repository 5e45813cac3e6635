import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { libraryProgram } from "../helm/library.ts";
import { renderProgram } from "../helm/render.ts";
import { repository } from "../support/repository.ts";
import { chartsIn, judgeCharts, judgeEffective } from "./charts.ts";

const charts = chartsIn(path.join(repository, "examples/chart"));
const [render, library] = [await renderProgram(3), await libraryProgram(3)];
const skip = render && library ? false : "Go is not installed.";

test("right files of the example chart have no problems, and what Helm refuses has one", {
  skip,
}, async () => {
  const counts = await judgeCharts(charts, render ?? "", 12, 1);
  assert.ok(counts.some(({ refused }) => refused > 0));
  assert.deepEqual(
    counts.flatMap(({ missed, alarms }) => [...missed, ...alarms]),
    [],
  );
});

test("effective values of the example chart render what Helm's own values render", { skip }, async () => {
  const programs = { render: render ?? "", library: library ?? "" };
  const { stacks, wrong } = await judgeEffective(charts, programs, 3, 24, 1);
  assert.equal(stacks, 24);
  assert.deepEqual(wrong, []);
});
