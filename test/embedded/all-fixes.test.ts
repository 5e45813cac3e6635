import assert from "node:assert/strict";
import { test } from "node:test";
import { fixesFoundIn } from "../../server/workspace/open/file-fixes.ts";
import { workOf } from "../support/count-work.ts";
import { checkedText } from "./checked-text.ts";

/** A document of Flux with keys that no chart has; each has a fix that removes it. */
const releaseWith = (count: number) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: r}
spec:
  chart: {spec: {chart: cap-operator, version: 0.34.0}}
  values:
    controller:
${[...Array(count).keys()].map((index) => `      zz${index}: 1\n`).join("")}`;

test("all fixes of values in a document cost as much as there are problems", async () => {
  const found = async (count: number) => {
    const { workspace, file } = await checkedText("release.yaml", releaseWith(count));
    return workOf(async () => {
      const { fixes } = await fixesFoundIn(workspace.service, file);
      assert.ok(fixes.length >= count, `${fixes.length} fixes of ${count}`);
    });
  };
  await found(5);
  const [short, long] = [await found(200), await found(800)];
  assert.ok(long / short < 4 * 1.3, `4 times the problems took ${(long / short).toFixed(1)} times the work`);
});
