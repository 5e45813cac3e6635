import assert from "node:assert/strict";
import { test } from "node:test";
import { valuesFromRelease } from "../../../client/commands/values-from-release.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { DEPLOYED, failing, type HelmState, helmWorld, told } from "../install/helm-world.ts";

const AT = "--kube-context dev --namespace cap-operator-system";
const VALUES = '{"controller": {"replicas": 5, "token": "sesame-open"}}';

async function after(state: HelmState, world: World = {}) {
  const ports = fakePorts(
    helmWorld({ histories: [[DEPLOYED]], answers: { "helm get values": VALUES }, ...state }, world),
  );
  await valuesFromRelease.run(ports);
  return { seen: ports.seen, told: told(ports.seen).filter((line) => !line.startsWith("ask values file")) };
}

test("the values of a release are in a new file that nothing saves, and in no log", async () => {
  const installedFile = { text: "# the values\n", remarks: ["Something is not known."] };
  const { seen, told } = await after({}, { installedFile });
  assert.deepEqual(told, [
    'open: "# the values\\n"',
    "info: The values of cap-operator in dev (revision 3) are in a new file, which is not saved. Something is not known.",
  ]);
  assert.ok(
    seen.includes(`run: helm get values --output json --revision 3 ${AT} -- cap-operator`),
    seen.join("\n"),
  );
  const listed = "cap-operator-chart-0.11.0";
  const asked = { listed, values: '{"controller":{"replicas":5,"token":"sesame-open"}}' };
  assert.ok(seen.includes(`ask values file: ${JSON.stringify(asked)}`));
  assert.ok(!seen.some((line) => line.includes("sesame") && !line.startsWith("ask values file")));
});

test("after an upgrade that failed, they are those of the revision that runs", async () => {
  const histories = [
    [DEPLOYED, { revision: 4, status: "failed" }, { revision: 5, status: "pending-upgrade" }],
  ];
  const { seen } = await after({ histories });
  assert.ok(
    seen.some((line) => line.includes("--revision 3")),
    seen.join("\n"),
  );
});

test("the chart of a release that was fetched before is used itself", async () => {
  const chart = "cap-operator-7.0.0";
  const path = "/store/7.tgz";
  const { seen } = await after(
    { histories: [[{ ...DEPLOYED, chart }]] },
    {
      fetched: [
        {
          chart: "oci://r.example.com/cap-operator",
          name: "cap-operator",
          version: "7.0.0",
          path,
          digest: "d",
        },
      ],
    },
  );
  const asked = seen.find((line) => line.startsWith("ask values file")) ?? "";
  assert.match(
    asked,
    /"uri":"file:\/\/\/store\/7\.tgz","modeline":"chart=oci:\/\/r\.example\.com\/cap-operator version=7\.0\.0"/,
  );
});

test("why there is no file is one sentence", async () => {
  const problem = "web-1.0.0 is not a chart of the operator.";
  assert.deepEqual((await after({}, { installedFile: { problem } })).told, [
    `warn: ${problem} No file was created.`,
  ]);
  assert.deepEqual((await after({ histories: [[]] })).told, [
    "info: No release cap-operator found in the namespace cap-operator-system of dev. The namespace contains no releases. [Change Context...]",
  ]);
  const unread = await after({ answers: { "helm get values": `${VALUES} and more` } });
  assert.match(unread.told.join(), /what it printed is not the expected JSON/);
  assert.ok(!unread.told.join().includes("sesame"));
  const failed = await after({ answers: { "helm get values": failing("something else") } });
  assert.match(failed.told.join("\n"), /^error: /);
  const missing = await after({}, { missing: ["helm", "kubectl"] });
  assert.match(missing.told.join("\n"), /Helm was not found|helm was not found/);
});
