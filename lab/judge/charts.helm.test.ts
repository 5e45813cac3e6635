import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { renderProgram } from "../../test/helm/render.ts";
import { repository } from "../../test/support/repository.ts";
import { libraryProgram } from "../compare-helm/library.ts";
import { judgeEffective } from "./charts/effective.ts";
import { judgeFixes } from "./charts/fixes.ts";
import { chartsIn } from "./charts/given-charts.ts";
import { filesOf, judgeFiles } from "./charts/judged.ts";
import { isFalseAlarm, isMissed, lineOf } from "./charts/report.ts";

/** The number of files of each kind that are judged with every run of the tests. */
const FEW = 8;

const charts = chartsIn(path.join(repository, "examples/chart"));
const files = filesOf(charts, FEW, 1);
const [render, library] = [await renderProgram(3), await libraryProgram(3)];
const programs = render && library ? { render, library } : undefined;
const skip = programs ? false : "Go is not installed.";

test("right files of the example chart have no problems, and what Helm rejects has one", {
  skip,
}, async () => {
  const judged = programs ? await judgeFiles(files, programs) : [];
  const outcomes = new Set(judged.map(({ outcome }) => outcome));
  assert.deepEqual([...outcomes].sort(), ["changed", "refused", "same"]);
  assert.deepEqual(judged.filter((file) => isMissed(file) || isFalseAlarm(file)).map(lineOf), []);
});

test("fixes leave right files of the example chart alone, and make nothing else of typing errors", async () => {
  const { touched, lost, refused, worse, left, typos } = await judgeFixes(files);
  assert.deepEqual([...touched, ...lost, ...refused, ...worse], []);
  assert.ok(left.length < typos / 4, left.join("\n"));
});

test("effective values of the example chart render what Helm's own values render", { skip }, async () => {
  if (!programs) return;
  const { stacks, wrong } = await judgeEffective(charts, programs, 3, 24, 1);
  assert.equal(stacks, 24);
  assert.deepEqual(wrong, []);
});
