import assert from "node:assert/strict";
import { test } from "node:test";
import { reads } from "../fake-installation.ts";
import type { World } from "../fake-ports.ts";
import { afterInstalling as after, DEPLOYED, failing, pageOf } from "./helm-world.ts";

const CONFIRM = { confirm: true };

const LACKS_MONITORS = failing(
  'unable to build kubernetes objects from release manifest: resource mapping not found for name: "c" namespace: "" from "": no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"\nensure CRDs are installed first',
);
const MONITORS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: servicemonitors.monitoring.coreos.com}
spec:
  group: monitoring.coreos.com
  names: {kind: ServiceMonitor, plural: servicemonitors}
  versions: [{name: v1, served: true}]
`;

test("a dry run that proves nothing is replaced by rendering, and the question says so", async () => {
  const answers = { "helm upgrade --install --dry-run": LACKS_MONITORS, "helm show crds": MONITORS };
  const { told } = await after({ answers });
  const caution = told.find((line) => line.startsWith("  Caution: No dry run in the cluster: "));
  assert.match(caution ?? "", /ServiceMonitor/);
  assert.ok(told.includes("  Changes: 2 objects: 2 new; 2 not tested (rendered without the cluster)"));
});

test("if it is known that it will fail, Enter opens the details, and installing is the last button", async () => {
  const answers = { "helm upgrade --install --dry-run": LACKS_MONITORS };
  const { seen, told } = await after({ answers }, CONFIRM);
  assert.deepEqual(told.slice(0, 3), [
    "confirm: Install cap-operator in dev? [Read Details] [Preview Changes] [Install Anyway] [Change Context...]",
    "  This will fail: The API server does not serve ServiceMonitor (monitoring.coreos.com/v1). Install what is missing, or turn it off in the values. Check Prerequisites shows what is needed.",
    "  ",
  ]);
  assert.ok(seen.includes("page: Install cap-operator in dev"));
  assert.ok(told.includes("info: Install cap-operator in dev? [Install Anyway...]"));
  assert.ok(!told.some((line) => line.startsWith("run:")), "what Enter pressed has changed nothing");
  const anyway = await after({ answers }, { choose: ["Install Anyway"] });
  assert.ok(anyway.told.some((line) => line.startsWith("run: helm upgrade --install")));
});

test("kinds that the chart itself brings are no reason to fail, except for an upgrade, which does not bring them", async () => {
  const answers = { "helm upgrade --install --dry-run": LACKS_MONITORS, "helm show crds": MONITORS };
  const first = await after({ answers });
  assert.ok(
    first.told.includes(
      "confirm: Install cap-operator in dev? [Install] [Preview Changes] [Read Details] [Change Context...]",
    ),
  );
  const upgrade = await after({ answers, histories: [[DEPLOYED]] });
  assert.equal(
    upgrade.told[0],
    "confirm: Upgrade cap-operator in dev? [Read Details] [Preview Changes] [Upgrade Anyway] [Change Context...]",
  );
});

test("missing permissions that a first installation needs are a reason to fail", async () => {
  const programs: World["programs"] = (line) => {
    if (line.startsWith("kubectl auth can-i")) return { exitCode: 1, stdout: "no\n" };
    if (line.startsWith("kubectl get --raw /apis")) return '{"groups":[]}';
    return line.startsWith("kubectl") ? { exitCode: 1, stderr: "error: no\n" } : undefined;
  };
  const { told } = await after({}, { missing: [], programs });
  assert.match(
    told[0] ?? "",
    /\[Read Details\] \[Preview Changes\] \[Install Anyway\] \[Change Context\.\.\.\]$/,
  );
  assert.match(told[1] ?? "", /^ {2}This will fail: You are not allowed to create /);
  const upgrade = await after({ histories: [[DEPLOYED]] }, { missing: [], programs });
  assert.match(
    upgrade.told[0] ?? "",
    /\[Upgrade\] \[Preview Changes\] \[Read Details\] \[Change Context\.\.\.\]$/,
  );
});

test("what the API server refuses is a reason to fail, in its words, and is on the page", async () => {
  const programs: World["programs"] = (line) => {
    if (!line.startsWith("kubectl")) return undefined;
    if (line.includes("--raw")) return JSON.stringify({ groups: [], resources: [], gitVersion: "v1.33.1" });
    if (line.includes("can-i")) return "yes\n";
    if (reads(line, "namespaces cap-operator-system")) {
      return JSON.stringify({ kind: "Namespace", metadata: { name: "cap-operator-system" } });
    }
    if (!line.includes("--dry-run=server")) {
      return JSON.stringify({ apiVersion: "v1", kind: "List", items: [] });
    }
    return {
      exitCode: 1,
      stderr:
        "Error from server (Forbidden): error when creating \"STDIN\": configmaps \"cop\" is forbidden: ValidatingAdmissionPolicy 'frozen' with binding 'frozen' denied request: no changes today\n",
    };
  };
  const { told, seen } = await after({ histories: [[DEPLOYED]] }, { missing: [], programs });
  assert.match(
    told[0] ?? "",
    /^confirm: .* \[Read Details\] \[Preview Changes\] \[Upgrade Anyway\] \[Change Context\.\.\.\]$/,
  );
  const why =
    /^(?: {2}This will fail:|-) The API server rejects ConfigMap\/cop: configmaps "cop" is forbidden: ValidatingAdmissionPolicy 'frozen' with binding 'frozen' denied request: no changes today/;
  assert.match(told[1] ?? "", why);
  assert.ok(told.includes("  Changes: 1 object: 1 changed; 1 would be rejected"), told.join("\n"));
  assert.ok(pageOf(seen).some((line) => why.test(line)));
});
