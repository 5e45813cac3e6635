import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { DiskChartFiles } from "../../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../../server/workspace/files/reach.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-charts-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

function uri(...parts: string[]): string {
  return pathToFileURL(path.join(scratch, ...parts)).href;
}

function chart(folder: string, text: string): void {
  mkdirSync(path.join(scratch, folder), { recursive: true });
  writeFileSync(path.join(scratch, folder, "Chart.yaml"), text);
}

test("the nearest chart beside or above a file", async () => {
  chart("outer", "apiVersion: v2\nname: outer\n");
  chart("outer/charts/inner", 'apiVersion: v2\nname: "inner" # quoted\n');
  const charts = new DiskChartFiles(wholeMachine);
  const near = (...parts: string[]) => charts.nearest(uri(...parts), uri());
  assert.deepEqual(await near("outer", "values.yaml"), {
    name: "outer",
    path: "values.yaml",
    folder: uri("outer"),
  });
  assert.deepEqual(await near("outer", "templates", "a", "x.yaml"), {
    name: "outer",
    path: "templates/a/x.yaml",
    folder: uri("outer"),
  });
  assert.deepEqual(await near("outer", "charts", "inner", "values.yaml"), {
    name: "inner",
    path: "values.yaml",
    folder: uri("outer", "charts", "inner"),
  });
  assert.equal(await near("elsewhere", "values.yaml"), undefined);
});

test("a workspace inside a chart still sees it, but nothing far above", async () => {
  chart("far", "name: far\n");
  const charts = new DiskChartFiles(wholeMachine);
  const workspace = uri("far", "templates");
  assert.equal((await charts.nearest(uri("far", "templates", "x.yaml"), workspace))?.name, "far");
  const deep = uri("far", "a", "b", "c", "d");
  assert.equal(await charts.nearest(uri("far", "a", "b", "c", "d", "x.yaml"), deep), undefined);
});

test("a chart that cannot be read is a chart without a name", async () => {
  chart("odd", "apiVersion: v2\n");
  chart("junk", "\u0000\u0001 {{{{");
  mkdirSync(path.join(scratch, "folder/Chart.yaml"), { recursive: true });
  const charts = new DiskChartFiles(wholeMachine);
  for (const folder of ["odd", "junk", "folder"]) {
    const found = await charts.nearest(uri(folder, "values.yaml"), uri());
    assert.deepEqual(found, { name: "", path: "values.yaml", folder: uri(folder) }, folder);
  }
});

test("what was read is kept until it is forgotten", async () => {
  chart("changing", "name: before\n");
  const charts = new DiskChartFiles(wholeMachine);
  const name = async () => (await charts.nearest(uri("changing", "values.yaml"), uri()))?.name;
  assert.equal(await name(), "before");
  chart("changing", "name: 'after'\n");
  assert.equal(await name(), "before");
  charts.forget();
  assert.equal(await name(), "after");
});

test("files that are not on the disk have no chart", async () => {
  const charts = new DiskChartFiles(wholeMachine);
  for (const other of ["untitled:Untitled-1", "vscode-vfs://github/a/values.yaml", "git:/a/values.yaml"]) {
    assert.equal(await charts.nearest(other, undefined), undefined);
  }
});
