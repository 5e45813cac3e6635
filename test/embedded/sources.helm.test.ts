// The effective values of documents that set and name more than their own, judged by the real Helm: it is given what the product would give it.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { testWithHelm } from "../helm/with-helm.ts";
import { CASES, sourcesClient } from "./sources.ts";

const { open } = sourcesClient();

for (const testCase of CASES) {
  const { helm: given } = testCase;
  if (given === undefined) continue;
  testWithHelm(testCase.case, async (helm) => {
    const answer = await open(testCase);
    const chart = path.join(answer.folder, "chart");
    mkdirSync(path.join(chart, "templates"), { recursive: true });
    writeFileSync(path.join(chart, "Chart.yaml"), "apiVersion: v2\nname: seen\nversion: 1.0.0\n");
    writeFileSync(path.join(chart, "templates/seen.yaml"), "{{ toYaml .Values }}\n");
    const [before, step] = [path.join(chart, "before.yaml"), path.join(chart, "step.yaml")];
    writeFileSync(before, "{}");
    for (const next of given) {
      if (typeof next === "string") writeFileSync(step, next);
      const args = typeof next === "string" ? ["--values", step] : next;
      writeFileSync(before, await helm.run("template", "cop", chart, "--values", before, ...args));
    }
    const seen = load(await helm.run("template", "cop", chart, "--values", before));
    assert.deepEqual(load(await answer.effective("changed-bare")), seen);
  });
}
