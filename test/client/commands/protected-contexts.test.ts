import assert from "node:assert/strict";
import { test } from "node:test";
import { applyOperatorResource } from "../../../client/commands/apply-operator-resource.ts";
import { install } from "../../../client/commands/install.ts";
import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import { rollBack } from "../../../client/commands/roll-back.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import type { Command } from "../../../client/operation/command.ts";
import { reads } from "../fake-installation.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { CRD, config, DEPLOYED, helmWorld } from "../install/helm-world.ts";
import { managerWorld } from "../manager/manager-world.ts";

const EVERYTHING = { protectedContexts: ["*"] };
const RELEASE = "cap-operator";
const NAMESPACE = "cap-operator-system";

const RESOURCE = `apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: cop
spec: {}
`;

/** The upgrade of an existing release, with CRDs that differ if `crds` says so. */
function upgrading(world: World, crds = ""): World {
  const state = { histories: [[DEPLOYED]], live: config(1), answers: { "helm show crds": crds } };
  const settings = { chart: "oci://registry.example.org/charts/cap-operator-chart", ...EVERYTHING };
  return helmWorld(state, {
    ...world,
    settings,
    missing: crds === "" ? ["kubectl"] : [],
    programs(line) {
      if (reads(line, "customresourcedefinitions.apiextensions.k8s.io things.example.org")) return "";
      if (line.startsWith("kubectl apply")) return "customresourcedefinition/things.example.org created\n";
      return line.startsWith("kubectl") ? { exitCode: 1, stderr: "error: no\n" } : undefined;
    },
  });
}

/** The changes of a cluster: the command, its world, the name to type, and a pattern of the call that changes something. */
const CHANGES: Readonly<Record<string, readonly [Command, (typed: World) => World, string, RegExp]>> = {
  "an upgrade": [install, upgrading, RELEASE, /helm upgrade --install --kube/],
  "a rollback": [
    rollBack,
    (typed) => {
      const histories = [[{ revision: 2, status: "superseded" }, DEPLOYED]];
      return helmWorld({ histories }, { ...typed, settings: EVERYTHING, pick: "2" });
    },
    RELEASE,
    /helm rollback/,
  ],
  "an uninstallation": [uninstall, upgrading, RELEASE, /helm uninstall/],
  "CRDs of a chart": [
    previewInstallation,
    (typed) => upgrading({ ...typed, press: "Apply CRDs..." }, CRD),
    RELEASE,
    /kubectl apply (?!.*--dry-run)/,
  ],
  "the manager": [
    installWithManager,
    (typed) => {
      const world = managerWorld();
      return { ...world, ...typed, settings: { ...world.settings, ...EVERYTHING } };
    },
    NAMESPACE,
    /kubectl apply (?!.*--dry-run)/,
  ],
  "an operator resource": [
    applyOperatorResource,
    (typed) => {
      const file = { uri: "file:///ws/operator.yaml", name: "operator.yaml", text: RESOURCE };
      const status = {
        kind: "operator",
        strength: "certain",
        reason: "operator-resource",
        explanation: "",
      } as const;
      const world = managerWorld([], { status });
      return { ...world, ...typed, file, settings: { ...world.settings, ...EVERYTHING } };
    },
    "cop",
    /kubectl apply (?!.*--dry-run)/,
  ],
};

for (const [what, [command, worldOf, name, changing]] of Object.entries(CHANGES)) {
  test(`${what} in a protected context asks for the right name, and changes nothing without it`, async () => {
    const run = async (typed: string) => {
      const ports = fakePorts(worldOf({ confirm: true, input: [typed] }));
      await command.run(ports);
      return ports.seen;
    };
    const changes = (seen: readonly string[]) => seen.filter((line) => changing.test(line));
    const wrong = await run("something else");
    assert.ok(wrong.includes(`input refused: This is not ${name}.`), wrong.join("\n"));
    assert.deepEqual(changes(wrong), []);
    const right = await run(name);
    assert.notDeepEqual(changes(right), [], right.join("\n"));
  });
}

test("the typed name is compared again where the change begins, whatever the input box accepts", async () => {
  for (const [what, [command, worldOf, , changing]] of Object.entries(CHANGES)) {
    const ports = fakePorts(worldOf({ confirm: true }));
    const careless = { ...ports.dialogs, input: async () => "something else" };
    await command.run({ ...ports, dialogs: careless });
    assert.deepEqual(
      ports.seen.filter((line) => changing.test(line)),
      [],
      what,
    );
  }
});
