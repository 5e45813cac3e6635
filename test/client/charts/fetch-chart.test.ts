import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { fetchChart } from "../../../client/charts/fetch-chart.ts";
import { announceFetched } from "../../../client/files/local-charts.ts";
import type { FetchedChart } from "../../../client/ports/installation.ts";
import { STORED } from "../fake-installation.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { helmWorld } from "../install/helm-world.ts";
import { stepOver } from "../operations.ts";

const OCI = "oci://registry.internal/charts/cap-operator-chart";
const FETCHED: FetchedChart = {
  chart: "stable/cap-operator",
  name: "cap-operator",
  version: "0.33.0",
  digest: "a".repeat(64),
  path: "/store/a.tgz",
};

const portsFor = (world: World = {}) => fakePorts(helmWorld({}, world));

suite("a chart that Helm fetched", () => {
  test("is remembered for what it was asked for, and the server is told of all", async () => {
    const ports = portsFor({ fetched: [FETCHED] });
    const { archive, facts } = await fetchChart(stepOver(ports), { ref: OCI, version: "0.x" });
    assert.deepEqual([archive.path, facts.name, facts.version], [STORED, "cap-operator-chart", "0.12.0"]);
    const { digest } = archive;
    const now = {
      chart: OCI,
      wanted: "0.x",
      name: "cap-operator-chart",
      version: "0.12.0",
      digest,
      path: STORED,
    };
    assert.deepEqual(ports.chartsKept, [[now, FETCHED]]);
  });

  for (const ref of ["/home/me/charts/cop", "/home/me/charts/cop.tgz"]) {
    test(`from ${ref} is not remembered: it may change where it is`, async () => {
      const ports = portsFor({ files: { [ref]: "" } });
      await fetchChart(stepOver(ports), { ref });
      assert.deepEqual(ports.chartsKept, []);
      assert.deepEqual(await ports.charts.fetched(), []);
    });
  }

  test("can be used even if it cannot be remembered", async () => {
    const ports = portsFor();
    const charts = { ...ports.charts, remember: () => Promise.reject(new Error("The disk is full.")) };
    const { archive } = await fetchChart(stepOver({ ...ports, charts }), { ref: OCI });
    assert.equal(archive.path, STORED);
    assert.equal(ports.seen.at(-1), "log warn: The disk is full.");
  });

  test("is told again whenever somebody asks, because other windows fetch as well", async () => {
    const ports = portsFor({ fetched: [FETCHED] });
    assert.deepEqual(await announceFetched(ports), [FETCHED]);
    assert.deepEqual(ports.chartsKept, [[FETCHED]]);
  });
});
