import assert from "node:assert/strict";
import { test } from "node:test";
import { releaseAddress } from "../../../client/helm/release-address.ts";
import { chooseRelease } from "../../../client/release/choose-release.ts";
import { chooseRequest, namedRelease } from "../../../client/release/install-request.ts";
import { fakePorts, LIKELY, OURS, type World } from "../fake-ports.ts";
import { managerWorld } from "../manager/manager-world.ts";
import { inOperation } from "../operations.ts";

const AT = { context: "kind-test", namespace: "cop-system", release: "cop" };
const PLAN = {
  id: "cop",
  name: "cop",
  namespace: "cop-system",
  values: ["file:///home/me/deploy/values.yaml"],
  sets: [],
};

const ports = (world: World = {}) => fakePorts(managerWorld([], { file: {}, ...world }));

test("a line of the view names the release, whatever file is open and whatever the settings name", async () => {
  const other = { ...PLAN, id: "other", name: "other" };
  const opened = ports({ releases: [other], settings: { releaseName: "cap-operator" } });
  const chosen = await chooseRelease(opened, "Title", releaseAddress(AT));
  assert.deepEqual(chosen, { ...AT, server: "https://10.0.0.1:6443", user: "me" });
  assert.deepEqual(opened.seen, []);
});

test("a file that is only likely ours says nothing about a release: the person picks one", async () => {
  const world: World = { status: LIKELY, releases: [PLAN], pick: "cop" };
  const chosen = await inOperation(ports(world), (running) => chooseRelease(running, "Title", undefined));
  assert.equal(chosen?.release, "cop");
  const certain: World = { ...world, releases: [{ ...PLAN, values: [] }] };
  assert.equal(
    (await chooseRelease(ports({ ...certain, status: OURS }), "Title", undefined)).release,
    "cap-operator",
  );
});

test("what the settings say about the release is what it is installed with, in the context of the view", async () => {
  const plan = await chooseRequest(ports({ releases: [PLAN] }), "Title", releaseAddress(AT));
  assert.deepEqual(plan, { ...AT, of: { release: "cop" }, values: PLAN.values, sets: [] });
});

test("of several releases, the one that is set for the context of the view is taken", async () => {
  const current = { ...PLAN, version: "0.11.0" };
  const here = { ...PLAN, id: "cop here", kubeContext: AT.context, version: "0.12.0" };
  for (const releases of [
    [current, here],
    [here, current],
  ]) {
    const plan = await chooseRequest(ports({ releases }), "Title", releaseAddress(AT));
    assert.deepEqual(plan, {
      ...AT,
      of: { release: "cop here" },
      version: "0.12.0",
      values: PLAN.values,
      sets: [],
    });
  }
});

for (const [where, release] of [
  ["another context", { ...PLAN, kubeContext: "prod" }],
  ["another namespace", { ...PLAN, namespace: "elsewhere" }],
] as const) {
  test(`a release of the same name in ${where} is another one`, async () => {
    const opened = ports({ releases: [release], press: "Open Settings" });
    const request = await inOperation(opened, (running) =>
      chooseRequest(running, "Title", releaseAddress(AT)),
    );
    assert.equal(request, undefined);
    assert.deepEqual(opened.seen, [
      "info: No release in the settings names the values of cop in the namespace cop-system of kind-test. Describe it in capOperator.releases, or start from its values file. [Open Settings]",
      "settings: capOperator.releases",
    ]);
  });
}

test("a file, or nothing, names no release", async () => {
  assert.equal(await namedRelease(ports(), "file:///home/me/deploy/values.yaml"), undefined);
  assert.equal(await namedRelease(ports(), undefined), undefined);
});

test("values for a chart that brings the operator's along are installed with that chart, or not at all", async () => {
  const umbrella = { name: "platform", path: "/home/me/platform" };
  const plan = await chooseRequest(ports({ status: { ...OURS, umbrella } }), "Title", undefined);
  assert.equal(plan.chart, "/home/me/platform");
  const elsewhere = ports({ status: { ...OURS, umbrella: { name: "platform" } } });
  await inOperation(elsewhere, (running) => chooseRequest(running, "Title", undefined));
  assert.deepEqual(elsewhere.seen, [
    "error: values.yaml has values for the chart platform, which is not on this machine as a folder or an archive. Name the chart in a release of capOperator.releases.",
  ]);
});
