import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPrerequisites } from "../../../client/commands/check-prerequisites.ts";
import { install } from "../../../client/commands/install.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import { rollBack } from "../../../client/commands/roll-back.ts";
import { releaseAt } from "../../../client/helm/release-address.ts";
import type { ReleaseSummary } from "../../../server/lsp/protocol.ts";
import type { Answer } from "../fake-installation.ts";
import { type FakePorts, fakePorts, type World } from "../fake-ports.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";
import { CRD, config, DEPLOYED, helmWorld, SECRET, VALUES } from "./helm-world.ts";

const KUBECONFIG = "/home/me/.kube/config";
const CLUSTERS = {
  dev: { server: "https://dev:6443", user: "ada" },
  other: { server: "https://other:6443", user: "ada" },
};
const ONE_OBJECT = { histories: [[DEPLOYED]] };

const release = (name: string): ReleaseSummary => ({
  id: name,
  name,
  values: [`file://${VALUES}`],
  sets: [],
});

/** The question when an installation is started from the last preview. */
async function questionAfter(ports: FakePorts): Promise<string | undefined> {
  const step = ports.nextSteps.at(-1);
  assert.equal(step?.way, "install");
  ports.seen.length = 0;
  await install.run(ports, step?.address);
  return ports.seen.find((line) => /^(confirm|pick|input):/.test(line));
}

test("an installation from a preview installs the release that was previewed, without asking for it again", async () => {
  const ports = fakePorts(helmWorld(ONE_OBJECT, { releases: [release("one"), release("two")], pick: "two" }));
  await previewInstallation.run(ports);
  assert.equal(
    await questionAfter(ports),
    "confirm: Upgrade two in dev? [Upgrade] [Preview Changes] [Read Details]",
  );
});

test("an installation from a preview is in the context that was previewed, whatever is current by now", async () => {
  const files: Record<string, string> = { [KUBECONFIG]: kubeconfigText("dev", CLUSTERS) };
  const ports = fakePorts(helmWorld(ONE_OBJECT, { files }));
  const { read } = ports.files;
  let current = "dev";
  const moved = {
    ...ports,
    files: {
      ...ports.files,
      read: async (path: string) =>
        path === KUBECONFIG ? kubeconfigText(current, CLUSTERS) : await read(path),
    },
  };
  await previewInstallation.run(moved);
  current = "other";
  assert.equal(
    await questionAfter(moved),
    "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details]",
  );
});

test("an installation from a preview has the values that were entered for it", async () => {
  const required = [
    { role: "domain", path: "subscriptionServer.domain", form: "cop.<cluster_domain>" },
    { role: "dnsTarget", path: "subscriptionServer.dnsTarget", form: "public-ingress.<cluster_domain>" },
  ] as const;
  const world: World = {
    file: undefined,
    facts: { required: [...required] },
    input: ["in.example.org", "cop.example.org"],
    pick: ["Enter domain", "Install with them"],
  };
  const ports = fakePorts(helmWorld(ONE_OBJECT, world));
  await previewInstallation.run(ports);
  assert.equal(
    await questionAfter(ports),
    "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details]",
  );
  const keys = "  Set in addition: subscriptionServer.dnsTarget, subscriptionServer.domain";
  assert.ok(ports.seen.includes(keys), ports.seen.join("\n"));
});

test("viewing the changes from the question offers the same", async () => {
  const world = { choose: ["Preview Changes"] };
  const ports = fakePorts(helmWorld(ONE_OBJECT, world));
  await install.run(ports);
  assert.equal(
    await questionAfter(ports),
    "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details]",
  );
});

test("the prerequisites are those of the release that was previewed", async () => {
  const ports = fakePorts(helmWorld(ONE_OBJECT, { releases: [release("one"), release("two")], pick: "two" }));
  await previewInstallation.run(ports);
  ports.seen.length = 0;
  await checkPrerequisites.run(ports, ports.nextSteps.at(-1)?.address);
  assert.ok(!ports.seen.some((line) => line.startsWith("pick:")), ports.seen.join("\n"));
  assert.ok(ports.seen.includes("  - Values: the release two"), ports.seen.join("\n"));
});

test("a rollback can be continued from its preview, too", async () => {
  const histories = [[{ revision: 1, status: "superseded" }, DEPLOYED]];
  const programs = (line: string) => {
    if (line.includes("--revision 1")) return config(1);
    return line.includes("--revision 3") ? config(3) : undefined;
  };
  const world: World = { pick: "Revision 1", choose: ["Preview Changes"], programs };
  const ports = fakePorts(helmWorld({ histories }, world));
  await rollBack.run(ports);
  const [step] = ports.nextSteps;
  assert.equal(step?.way, "rollBack");
  assert.deepEqual(releaseAt(step?.address), {
    context: "dev",
    namespace: "cap-operator-system",
    release: "cap-operator",
  });
});

test("the list of objects has the icons of added, changed and removed files", async () => {
  const live = `${config(1)}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: old\n`;
  const planned = `${config(2)}---\n${SECRET}`;
  const ports = fakePorts(helmWorld({ ...ONE_OBJECT, live, planned }));
  await previewInstallation.run(ports);
  assert.deepEqual(
    ports.choices.map(({ label, description = "" }) => `${label} ${description}`),
    [
      "$(diff-multiple) All 3 changes ",
      "$(diff-modified) ConfigMap/cop changed",
      "$(diff-added) Secret/cop new",
      "$(diff-removed) Service/old removed",
    ],
  );
});

test("question, preview and verdict count the same objects, and say why some were not tested", async () => {
  const crd = (name: string) => CRD.replaceAll("things", name);
  const services = ["a", "b"].map(
    (name) => `---\napiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`,
  );
  const tried = (line: string, stdin: string): Answer => {
    if (/ create .*--dry-run=server/.test(line)) {
      const isThere = stdin.includes("things.example.org");
      return isThere ? { exitCode: 1, stderr: "Error from server (AlreadyExists): it already exists\n" } : "";
    }
    return {
      exitCode: 1,
      stderr: 'Error from server (NotFound): namespaces "cap-operator-system" not found\n',
    };
  };
  const world: World = {
    missing: [],
    choose: ["Preview Changes"],
    programs: (line, { stdin = "" }) => {
      if (line.startsWith("helm show crds")) return `${crd("things")}---\n${crd("others")}`;
      if (/^kubectl .*--dry-run=server/.test(line)) return tried(line, stdin);
      return line.startsWith("kubectl") ? { exitCode: 1, stderr: "error: no\n" } : undefined;
    },
  };
  const ports = fakePorts(helmWorld({ planned: config(2) + services.join("") }, world));
  await install.run(ports);
  const summary = "5 objects: 4 new, 1 unchanged; 2 would be accepted, 3 not tested";
  assert.ok(ports.seen.includes(`  Changes: ${summary}`), ports.seen.join("\n"));
  assert.ok(ports.seen.includes(`pick: CAP Operator: Preview Installation | ${summary}`));
  const why = "Not tested: The namespace cap-operator-system does not exist yet.";
  assert.ok(ports.seen.includes(`  ${why}`));
  assert.deepEqual(
    ports.choices.map(({ label, detail }) => [label, detail]),
    [
      ["$(diff-multiple) All 4 changes", why],
      ...["ConfigMap/cop", "Service/a", "Service/b", "CustomResourceDefinition/others.example.org"].map(
        (name) => [`$(diff-added) ${name}`, undefined],
      ),
    ],
  );
});

test("what would stay as it is, and what would be removed, is counted", async () => {
  const planned = `${config(1)}---\n${SECRET}`;
  const live = `${planned}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: old\n`;
  const ports = fakePorts(helmWorld({ ...ONE_OBJECT, live, planned }));
  await install.run(ports);
  assert.ok(
    ports.seen.includes("  Changes: 3 objects: 1 removed, 2 unchanged; 2 not tested"),
    ports.seen.join("\n"),
  );
});

test("the prerequisites of a file without a release are shown with its name", async () => {
  const ports = fakePorts(helmWorld(ONE_OBJECT));
  await previewInstallation.run(ports);
  await checkPrerequisites.run(ports, ports.nextSteps.at(-1)?.address);
  assert.ok(ports.seen.includes("  - Values: values.yaml"), ports.seen.join("\n"));
});

test("without a kubeconfig, what Helm renders is shown, no cluster is asked, and the message says that nothing was tried", async () => {
  const programs = (line: string) => (line.startsWith("helm show crds") ? CRD : undefined);
  const planned = `${config(2)}---\n${SECRET}`;
  const ports = fakePorts(
    helmWorld({ planned }, { files: {}, kubeconfigs: ["/none"], programs, pick: "All 3" }),
  );
  await previewInstallation.run(ports);
  const { seen } = ports;
  assert.deepEqual(seen.slice(seen.findIndex((line) => line.startsWith("pick:"))), [
    "pick: CAP Operator: Preview Installation | cap-operator: rendered without a cluster",
    'diffs: "cap-operator: rendered without a cluster"',
    "  ConfigMap/cop: new",
    "  Secret/cop: new",
    "  CustomResourceDefinition/things.example.org: new",
    "log info: No kubeconfig found at /none. cap-operator-chart 0.12.0 renders 3 objects. Nothing was tested.",
    "info: No kubeconfig found at /none. cap-operator-chart 0.12.0 renders 3 objects. Nothing was tested. [Open Settings]",
  ]);
  const calls = seen
    .filter((line) => line.startsWith("run: "))
    .map((line) => line.split(" ").slice(1, 3).join(" "));
  assert.deepEqual(calls, ["helm version", "helm pull", "helm show", "helm template", "helm show"]);
  assert.deepEqual(ports.nextSteps, []);
  assert.ok(!seen.join("\n").includes("--kube-context"));
});

test("where the cluster does not answer, the failure offers what Helm renders, and no cluster is asked again", async () => {
  const unreachable = 'Error: Kubernetes cluster unreachable: Get "https://dev:6443/version": EOF\n';
  const programs = (line: string) =>
    line.startsWith("helm history") ? { exitCode: 1, stderr: unreachable } : undefined;
  const ports = fakePorts(
    helmWorld({ planned: config(2) }, { programs, press: "Preview Without Cluster", pick: "All" }),
  );
  await previewInstallation.run(ports);
  const { seen } = ports;
  const failed = seen.findIndex((line) => line.startsWith("error: "));
  assert.match(
    seen[failed] ?? "",
    /^error: The cluster of dev cannot be reached: .* \[Preview Without Cluster\] \[Retry\] \[Show Details\]$/,
  );
  assert.match(
    seen.at(-1) ?? "",
    /^info: The cluster of dev cannot be reached: .* cap-operator-chart 0\.12\.0 renders 1 object\. Nothing was tested\. \[Open Settings\]$/,
  );
  assert.doesNotMatch(seen.slice(failed).join("\n"), /--kube-context|run: helm history/);
});

test("a kubeconfig that is wrong ends the preview", async () => {
  const files = { [KUBECONFIG]: "clusters: [" };
  const ports = fakePorts(helmWorld({}, { files }));
  await previewInstallation.run(ports);
  assert.match(ports.seen.at(-1) ?? "", /^error: Helm and kubectl cannot read the kubeconfig\. /);
});
