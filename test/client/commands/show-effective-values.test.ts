import assert from "node:assert/strict";
import { test } from "node:test";
import { showEffectiveValues } from "../../../client/commands/show-effective-values.ts";
import type { ReleaseSummary } from "../../../server/lsp/protocol.ts";
import { FOREIGN, fakePorts, OPERATOR, type World } from "../fake-ports.ts";

const OTHER = "file:///home/me/other/values.yaml";
const HERE = "file:///home/me/deploy/values.yaml";
const TEST: ReleaseSummary = { id: "cop-test", name: "cop-test", namespace: "cop", values: [HERE], sets: [] };
const PRODUCTION: ReleaseSummary = {
  id: "cop-prod",
  name: "cop-prod",
  values: [HERE, "file:///home/me/deploy/my%20prod.yaml"],
  sets: [],
};
const ELSEWHERE: ReleaseSummary = { id: "cop-other", name: "cop-other", values: [], sets: [] };

async function after(world: World) {
  const ports = fakePorts(world);
  await showEffectiveValues.run(ports);
  const labels = ports.choices.map(({ label, description = "-", detail }) =>
    [label, description, detail].join(" | "),
  );
  return { seen: ports.seen, labels };
}

test("a file that is in no release is shown alone", async () => {
  assert.deepEqual((await after({})).seen, [`effective: ${HERE}`]);
  assert.deepEqual((await after({ releases: [ELSEWHERE] })).seen, [`effective: ${HERE}`]);
});

test("the only release that has the file is shown without a question", async () => {
  assert.deepEqual((await after({ releases: [ELSEWHERE, PRODUCTION] })).seen, [
    "effective: release cop-prod",
  ]);
});

test("of several releases, the person picks one, or the file alone", async () => {
  const releases = [TEST, PRODUCTION, ELSEWHERE];
  const question =
    "pick: CAP Operator: Show Effective Values | values.yaml belongs to 2 releases: select one";
  const picked = await after({ releases, pick: "prod" });
  assert.deepEqual(picked.labels, [
    "cop-test | cop | values.yaml",
    "cop-prod | - | values.yaml, my prod.yaml",
    "$(file) values.yaml alone | - | this file merged with the chart's defaults",
  ]);
  assert.deepEqual(picked.seen, [question, "effective: release cop-prod"]);
  assert.deepEqual((await after({ releases, pick: "alone" })).seen, [question, `effective: ${HERE}`]);
  assert.deepEqual((await after({ releases })).seen, [question]);
});

test("releases with one name are told apart by their places", async () => {
  const namesakes = ["cop (namespace a)", "cop (namespace a, context prod)"].map((id) => ({
    ...TEST,
    id,
    name: "cop",
    namespace: "a",
  }));
  const { seen, labels } = await after({ releases: namesakes, pick: "prod" });
  assert.deepEqual(labels.slice(0, 2), [
    "cop (namespace a) | - | values.yaml",
    "cop (namespace a, context prod) | - | values.yaml",
  ]);
  assert.equal(seen.at(-1), "effective: release cop (namespace a, context prod)");
});

for (const [where, world] of [
  ["without an editor", { file: undefined }],
  ["in a file that is not YAML", { file: { isYaml: false } }],
  ["in a foreign file", { status: FOREIGN }],
  ["in an operator resource", { status: OPERATOR }],
] as const) {
  test(`${where}, the person picks any of the releases`, async () => {
    const { seen, labels } = await after({ ...world, releases: [ELSEWHERE], pick: "cop-other" });
    assert.deepEqual(labels, ["cop-other | - | the chart's defaults"]);
    assert.deepEqual(seen, [
      "pick: CAP Operator: Show Effective Values | Select a release",
      "effective: release cop-other",
    ]);
  });
}

test("in an operator resource without releases, the values file that was used last is taken, or one is begun", async () => {
  const world = { status: OPERATOR, file: { name: "op.yaml" } };
  assert.deepEqual((await after({ ...world, recent: { [OTHER]: "values" } })).seen, [
    `opened: ${OTHER}`,
    `effective: ${OTHER}`,
  ]);
  assert.deepEqual((await after(world)).seen, [
    "pick: CAP Operator: Select a File | No values file is open. Start a new one",
  ]);
});

const VIEW = `cap-operator-effective:/x.yaml?${encodeURIComponent('{"release":"cop-prod","form":"annotated"}')}`;

test("in a view, the person picks what of it is shown", async () => {
  const question = "pick: CAP Operator: Show Effective Values | Select what is shown";
  for (const [pick, form] of [
    ["All values with their origins", "annotated"],
    ["Only changed values with their origins", "changed"],
  ] as const) {
    const active = fakePorts({ releases: [TEST, PRODUCTION], file: { uri: VIEW, isYaml: false }, pick });
    await showEffectiveValues.run(active);
    assert.deepEqual(active.seen, [question, `effective: release cop-prod (${form})`]);
    const named = fakePorts({ file: undefined, pick });
    await showEffectiveValues.run(named, VIEW);
    assert.deepEqual(named.seen, active.seen);
  }
});
