import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { refreshView } from "../../../client/commands/refresh-view.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import { releaseAddress } from "../../../client/helm/release-address.ts";
import { viewItems } from "../../../client/views/view-items.ts";
import { type FakePorts, fakePorts } from "../fake-ports.ts";
import { DEPLOYED, helmWorld } from "../install/helm-world.ts";

const NAMESPACE = "cap-operator-system";
const LISTED = {
  name: "cap-operator",
  namespace: NAMESPACE,
  revision: "3",
  updated: "",
  status: "deployed",
  chart: "cap-operator-chart-0.11.0",
  app_version: "",
};
const READS = /^run: (kubectl|helm list)/;

/** A cluster whose release is gone once it is uninstalled. */
function cluster(): FakePorts {
  let isThere = true;
  return fakePorts(
    helmWorld(
      { histories: [[DEPLOYED]] },
      {
        confirm: true,
        // The name that a protected context asks for.
        input: ["cap-operator"],
        programs(line) {
          if (line.startsWith("helm uninstall")) isThere = false;
          return line.startsWith("helm list") ? JSON.stringify(isThere ? [LISTED] : []) : undefined;
        },
      },
    ),
  );
}

function releasesShown(ports: FakePorts): readonly string[] {
  const releases = viewItems({ settings: [], ...ports.view.read() }).find(({ id }) => id === "releases");
  return (releases?.children ?? []).map(({ label }) => label);
}

/** Uninstalls the release in a context; returns the readings of the cluster after that. */
async function readsAfterUninstalling(ports: FakePorts, context: string): Promise<readonly string[]> {
  await uninstall.run(ports, releaseAddress({ context, namespace: NAMESPACE, release: "cap-operator" }));
  const done = ports.seen.findIndex((line) => line.startsWith("run: helm uninstall"));
  assert.ok(done >= 0, ports.seen.join("\n"));
  return ports.seen.slice(done).filter((line) => READS.test(line));
}

test("the view shows what a command has changed in its cluster", async () => {
  const ports = cluster();
  await refreshView.run(ports);
  assert.deepEqual(releasesShown(ports), ["cap-operator"]);
  await readsAfterUninstalling(ports, "dev");
  assert.deepEqual(releasesShown(ports), ["No release of the operator found"]);
});

test("a view that nobody has read shows the cluster that the command has changed", async () => {
  const ports = cluster();
  await install.run(ports);
  assert.deepEqual(releasesShown(ports), ["cap-operator"]);
  assert.equal(ports.view.shown()?.context, "dev");
});

test("a view of another cluster stays as it is", async () => {
  const ports = cluster();
  await refreshView.run(ports);
  assert.deepEqual(await readsAfterUninstalling(ports, "eu-prod"), []);
  assert.deepEqual(releasesShown(ports), ["cap-operator"]);
});
