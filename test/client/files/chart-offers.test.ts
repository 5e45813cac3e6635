import assert from "node:assert/strict";
import { test } from "node:test";
import { chartOffers } from "../../../client/files/chart-offers.ts";
import { fakePorts } from "../fake-ports.ts";

const FILE = { uri: "file:///home/me/deploy/env/values.yaml", isUntitled: false };
const OCI = "oci://registry.internal/charts/cap-operator";

async function found(typed: string) {
  const ports = fakePorts({
    chartPlaces: {
      "charts/cap-operator": { name: "cap-operator", version: "7.0.0" },
      "charts/shop": null,
    },
    fetched: [{ chart: OCI, name: "cap-operator", version: "8.0.0", digest: "a".repeat(64), path: "/a.tgz" }],
  });
  return chartOffers(ports, FILE, typed);
}

async function offered(typed: string) {
  const result = await found(typed);
  return result && [typed.slice(typed.length - result.replaced), ...result.offers.map(({ words }) => words)];
}

const ALL = ["chart=../../charts/cap-operator", `chart=${OCI} version=8.0.0`];

test("charts of the workspace and fetched ones are offered where a comment can name one", async () => {
  assert.deepEqual(await offered("# cap-operator: values "), ["", ...ALL]);
  assert.deepEqual(await offered("# cap-operator: values cha"), ["cha", ...ALL]);
  assert.deepEqual(await offered("# cap-operator: values chart=../ch"), ["chart=../ch", ...ALL]);
});

test("they are offered nowhere else", async () => {
  for (const typed of [
    "# cap-operator: ",
    "# cap-operator: values version=",
    "# cap-operator: values chart=x ",
    "chart=",
  ])
    assert.equal(await offered(typed), undefined, typed);
});

test("one that was typed in full does not match any more, and neither does a version", async () => {
  const { offers = [] } = (await found("# cap-operator: values ")) ?? {};
  assert.deepEqual(
    offers.map(({ filter }) => filter),
    ["chart=../../charts/cap-operato", `chart=${OCI.slice(0, -1)}`],
  );
});
