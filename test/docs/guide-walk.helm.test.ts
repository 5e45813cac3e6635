// The commands of the guides that need Helm work in the folder that the guides before made, with the chart in the folder that `helm pull` makes.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { folderWith } from "../cli/run.ts";
import { helmBinary } from "../helm/build-helm.ts";
import { writePublishedChart } from "../support/published-chart.ts";
import { walk } from "./guide-walk.ts";

for (const major of [3, 4] as const) {
  test(`Helm ${major}: the chart that a guide has people fetch is rendered with the values of the guide before`, async (context) => {
    const helm = await helmBinary(major);
    if (helm === undefined) return context.skip("Go is missing.");
    const folder = folderWith({});
    writePublishedChart("0.34.0", path.join(folder, "cap-operator"));
    const env = { PATH: `${path.dirname(helm)}${path.delimiter}${process.env.PATH ?? ""}` };
    const pages = await walk(folder, (words) => words.join(" ").includes("render"), { env });
    const rendered = pages
      .flatMap(({ commands }) => commands)
      .filter(({ words }) => words.join(" ").includes("render"));
    assert.ok(rendered.length >= 3);
    for (const { words, code, err } of rendered) assert.equal(code, 0, `${words.join(" ")}: ${err}`);
    const outputs = rendered.map(({ out }) => out).join("\n");
    assert.match(outputs, /name: cap-operator-controller/);
    assert.match(outputs, /^controller\.replicas(?:: 1)? sets 1 field in 1 object\./m);
    assert.match(
      outputs,
      /^Deployment\/cap-operator-controller:spec\.replicas is set by 1 key:\n {2}controller\.replicas/m,
    );
  });
}
