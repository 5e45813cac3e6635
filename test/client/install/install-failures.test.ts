import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import { rollBack } from "../../../client/commands/roll-back.ts";
import { showStatus } from "../../../client/commands/show-status.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import { reads } from "../fake-installation.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { CHART, config, DEPLOYED, type HelmState, helmWorld, pageOf, SECRET, told } from "./helm-world.ts";
import { inTimeZone } from "./time-zone.ts";

async function after(state: HelmState, world: World = {}) {
  const ports = fakePorts(helmWorld(state, world));
  await inTimeZone("UTC", () => install.run(ports));
  return { seen: ports.seen, told: told(ports.seen), last: told(ports.seen).at(-1) };
}

const CONFIRM = { confirm: true };
const OPEN = "file:///home/me/deploy/values.yaml";
const failing = (stderr: string) => ({ exitCode: 1, stderr: `Error: ${stderr}\n` });
const upgradeFails = (stderr: string) => ({ "helm upgrade --install --kube": failing(stderr) });
const FAILED = { revision: 4, status: "failed", description: "Upgrade failed" };

test("without Helm, the person is told where to name it before anything is asked", async () => {
  const world = { settings: { chart: "" }, missing: ["helm", "kubectl"] as const };
  const { last, told } = await after({}, { ...world, press: "Open Settings" });
  assert.equal(
    told.at(-2),
    "error: Helm was not found on the PATH. Install it, or set capOperator.helmPath. [Open Settings] [Retry] [Show Details]",
  );
  assert.equal(last, "settings: capOperator.helmPath");
  assert.equal(told.length, 2, told.join("\n"));
});

for (const command of [install, previewInstallation, rollBack, uninstall, showStatus]) {
  test(`${command.id} looks for Helm before it asks for a release`, async () => {
    const releases = ["one", "two"].map((name) => ({ id: name, name, values: [OPEN], sets: [] }));
    const ports = fakePorts(helmWorld({}, { missing: ["helm"], releases, file: undefined }));
    await command.run(ports);
    const [first = "", ...others] = ports.seen.filter((line) => !line.startsWith("log "));
    assert.match(
      first,
      /^error: Helm was not found on the PATH\. .* \[Open Settings\] \[Retry\] \[Show Details\]$/,
    );
    assert.deepEqual(others, []);
  });
}

test("a Helm that is too old for registries is reported", async () => {
  const { last } = await after({ version: "v3.7.2" });
  assert.equal(
    last,
    "error: Helm v3.7.2 is too old for a chart from a registry (oci://): version 3.8 or later is needed. Nothing was changed. Update Helm, or set capOperator.helmPath to another version. [Open Settings] [Show Details]",
  );
});

test("a chart that is not there stops it, and an answer that led nowhere is not kept", async () => {
  const answers = {
    "helm show chart": failing(`failed to perform "FetchReference" on source: ${CHART}: not found`),
  };
  const world = {
    settings: { chart: "" },
    releases: [{ id: "b", name: "b", chart: CHART, values: [], sets: [] }],
  };
  const { told, last } = await after({ answers }, { ...world, pick: CHART });
  assert.match(last ?? "", /^error: .*\. Nothing was changed\./);
  assert.ok(!told.some((line) => line.startsWith("remembered")));
});

test("values that the dry run refuses stop it before the question", async () => {
  const refusal = failing(
    "values don't meet the specifications of the schema(s) in the following chart(s):\ncap-operator-chart:\n- at '/controller/replicas': got string, want integer\n",
  );
  const { told, last } = await after(
    { answers: { "helm upgrade --install --dry-run": refusal } },
    {
      ...CONFIRM,
      press: "Go to Value",
      origins: {
        "controller.replicas": {
          text: "values.yaml:2",
          place: {
            uri: OPEN,
            range: { start: { line: 1, character: 2 }, end: { line: 1, character: 10 } },
          },
        },
      },
    },
  );
  assert.ok(!told.some((line) => line.startsWith("confirm")));
  assert.match(
    told.at(-2) ?? "",
    /\. Nothing was changed\. Correct the values\. \[Go to Value\] \[Show Details\]$/,
  );
  assert.equal(last, `opened: ${OPEN} at 1:2`);
});

test("a failed upgrade says what became of the release, and leads back", async () => {
  const histories = [[DEPLOYED], [DEPLOYED], [DEPLOYED, FAILED]];
  const world: World = { choose: ["Upgrade"], confirm: true, press: "Roll Back to Revision 3" };
  const { told } = await after(
    { histories, answers: upgradeFails("UPGRADE FAILED: context deadline exceeded") },
    world,
  );
  const end = told.slice(told.findIndex((line) => line.startsWith("error:")));
  assert.match(
    end[0] ?? "",
    /\. Revision 4 is now failed\. .*\[Roll Back to Revision 3\] \[Show Status\] \[Show Details\]$/,
  );
  assert.deepEqual(end.slice(1, -1), [
    "confirm: Roll Back to Revision 3? [Roll Back to Revision 3]",
    "  Context: dev (user ada)",
    "  Server: https://dev:6443",
    "  Namespace: cap-operator-system",
    "  Release: cap-operator",
    "  Now: revision 4, failed",
    "  ",
    "  Rolling back creates a new revision with the content of revision 3 (cap-operator-chart-0.11.0).",
    "run: helm rollback --kube-context dev --namespace cap-operator-system --wait --timeout 5m0s -- cap-operator 3",
  ]);
});

test("a first installation that failed can be cleaned up", async () => {
  const histories = [[], [], [{ revision: 1, status: "failed" }]];
  const world: World = { confirm: true, press: "Clean Up" };
  const { told } = await after({ histories, answers: upgradeFails("context deadline exceeded") }, world);
  assert.ok(
    told.includes(
      "run: helm uninstall --kube-context dev --namespace cap-operator-system --wait --timeout 5m0s -- cap-operator",
    ),
    told.join("\n"),
  );
});

test("in a protected context, the way back asks for the name of the release", async () => {
  const histories = [[DEPLOYED], [DEPLOYED], [DEPLOYED, FAILED]];
  const releases = [
    { id: "cop", name: "cop", namespace: "ops", kubeContext: "eu-prod", values: [OPEN], sets: [] },
  ];
  const world: World = { confirm: true, press: "Roll Back to Revision 3", releases, input: ["cop", "cap"] };
  const { last, told } = await after({ histories, answers: upgradeFails("boom") }, world);
  assert.equal(last, "input refused: This is not cop.");
  assert.equal(
    told.at(-2),
    "input: Roll Back to Revision 3? | eu-prod is a protected context. Type the name of the release to continue: cop",
  );
});

test("what is not ready is named with its reason", async () => {
  const deployment = {
    kind: "Deployment",
    metadata: { name: "cap-operator-controller" },
    spec: { replicas: 1, selector: { matchLabels: { app: "c" } } },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 0 },
  };
  const pod = {
    kind: "Pod",
    metadata: { name: "p", labels: { app: "c" } },
    status: {
      conditions: [{ type: "PodScheduled", status: "False", message: "0/3 nodes are available" }],
    },
  };
  const ports = fakePorts(
    helmWorld(
      { answers: upgradeFails("context deadline exceeded") },
      {
        ...CONFIRM,
        missing: [],
        programs: (line) => {
          if (reads(line, "deployments,pods")) {
            return JSON.stringify({ kind: "List", items: [deployment, pod] });
          }
          return line.startsWith("kubectl") ? { exitCode: 1, stderr: "error: no\n" } : undefined;
        },
      },
    ),
  );
  const { run } = ports.programs;
  const slow: typeof run = async (invocation, options) => {
    // Helm takes long enough for the components to be checked once.
    if (invocation.args.includes("--atomic")) await new Promise((resolve) => setTimeout(resolve, 20));
    return run(invocation, options);
  };
  const pause = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, 5);
      signal?.addEventListener("abort", () => resolve());
    });
  await install.run({ ...ports, pause, programs: { run: slow } });
  assert.ok(ports.seen.includes("progress: controller 0/1"), ports.seen.join("\n"));
  assert.equal(
    told(ports.seen).at(-1),
    "error: controller is not ready: no node can run the pod: 0/3 nodes are available. cap-operator is not installed now. Check node selector, tolerations and resource requests in the values. [Open values.yaml] [Show Status] [Show Details]",
  );
});

test("a pending release offers the way out before anything else, and then the installation continues", async () => {
  const pending = { revision: 4, status: "pending-upgrade" };
  const histories = [[DEPLOYED, pending], [{ revision: 5, status: "deployed" }]];
  const answers = { "helm history --output": history([DEPLOYED, pending]) };
  const { told } = await after({ histories, answers });
  assert.deepEqual(told, [
    "confirm: cap-operator is pending-upgrade, and Helm does not change it. [Roll Back to Revision 3]",
    "  Context: dev (user ada)",
    "  Server: https://dev:6443",
    "  Namespace: cap-operator-system",
    "  Release: cap-operator",
    "  Revision 4 has been in this state since 2026-02-03\u00a010:11.",
    "  Either someone is working on it right now, or Helm was stopped before it finished.",
    "  Continue only if nobody is working on it. Rolling back creates a new revision with the content of revision 3 (c-1).",
  ]);
  const freed = await after({ histories, answers }, CONFIRM);
  const changes = freed.told.filter((line) => /^(run|confirm):/.test(line));
  assert.deepEqual(changes.slice(0, 3), [
    "confirm: cap-operator is pending-upgrade, and Helm does not change it. [Roll Back to Revision 3]",
    "run: helm rollback --kube-context dev --namespace cap-operator-system --wait --timeout 5m0s -- cap-operator 3",
    "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details] [Change Context...]",
  ]);
  assert.ok(
    freed.told.includes("  Release: cap-operator, now revision 5 (deployed, cap-operator-chart-0.11.0)"),
  );
  assert.match(changes[3] ?? "", /^run: helm upgrade --install --kube-context dev /);
});

function history(revisions: readonly { revision: number; status: string }[]): string {
  return JSON.stringify(
    revisions.map((revision) => ({ ...revision, updated: "", chart: "c-1", description: "" })),
  );
}

test("cancelling waits for Helm's end, says what the release is now, and offers the way out", async () => {
  const histories = [[DEPLOYED], [DEPLOYED], [DEPLOYED, { revision: 4, status: "pending-upgrade" }]];
  const answers = { ...upgradeFails("UPGRADE FAILED: context canceled") };
  const onCall = (line: string, cancel: () => void) => {
    if (line.includes("--atomic")) cancel();
  };
  const { last, seen } = await after({ histories, answers, onCall }, CONFIRM);
  assert.ok(seen.includes("progress: Helm was interrupted and is cleaning up"));
  assert.equal(
    last,
    "warn: Canceled, and Helm has ended. cap-operator is still pending-upgrade at revision 4. [Roll Back to Revision 3] [Show Status] [Show Output]",
  );
});

test("an installation that Helm could not record as done is reported, although Helm succeeds", async () => {
  const histories = [[], [], [{ revision: 1, status: "pending-install" }]];
  const { last } = await after({ histories }, CONFIRM);
  assert.equal(
    last,
    "warn: Helm made the change, but could not record that it is done. cap-operator is still pending-install at revision 1. [Clean Up] [Show Status] [Show Output]",
  );
});

test("if the cluster is lost in the middle, nobody is told that nothing was changed", async () => {
  const lost = failing('Kubernetes cluster unreachable: Get "https://dev:6443/version": EOF');
  let isLost = false;
  const programs = (line: string) => {
    isLost ||= line.includes("--atomic");
    return isLost ? lost : undefined;
  };
  const { last } = await after({ histories: [[DEPLOYED]] }, { ...CONFIRM, programs });
  assert.equal(
    last,
    "error: The cluster of dev cannot be reached: https://dev:6443 closed the connection. The state of cap-operator could not be read. Check the network, the VPN and the kubeconfig, then try again. [Retry] [Change Context...] [Show Details]",
  );
});

test("a way out that fails leaves the release as it then is, and that is reported", async () => {
  const pending = { revision: 4, status: "pending-upgrade" };
  const histories = [[DEPLOYED, pending], [{ revision: 5, status: "pending-rollback" }]];
  const answers = {
    "helm history --output": history([DEPLOYED, pending]),
    "helm rollback": { exitCode: undefined },
  };
  const { last } = await after({ histories, answers }, CONFIRM);
  assert.equal(
    last,
    "error: Rolling back was interrupted. cap-operator is still pending-rollback. Show Status shows the current state of cap-operator. [Roll Back to Revision 3] [Show Status] [Show Details]",
  );
});

for (const [what, before, now, sentence] of [
  [
    "was rolled back by Helm",
    [DEPLOYED],
    [{ revision: 5, status: "deployed", description: "Rollback to 3" }],
    "cap-operator is deployed at revision 5, which has the content of revision 3.",
  ],
  ["was not touched", [DEPLOYED], [DEPLOYED], "cap-operator is unchanged (revision 3)."],
  ["was removed again", [], [], "No release cap-operator found in the cluster."],
] as const) {
  test(`after cancelling, a release that ${what} is reported as such`, async () => {
    const onCall = (line: string, cancel: () => void) => {
      if (line.includes("--atomic")) cancel();
    };
    const { last } = await after(
      { histories: [before, before, now], answers: upgradeFails("x"), onCall },
      CONFIRM,
    );
    const looks = what === "was removed again" ? "[Show Output]" : "[Show Status] [Show Output]";
    assert.equal(last, `warn: Canceled, and Helm has ended. ${sentence} ${looks}`);
  });
}

test("after cancelling, a release that Helm counts as deployed but began to remove is not reported as intact", async () => {
  // Helm 4.3, install with --rollback-on-failure, interrupted while it waited: most objects of the release were gone.
  const said =
    "an error occurred while uninstalling the release. original install error: context canceled: failed to delete release: cop";
  const onCall = (line: string, cancel: () => void) => {
    if (line.includes("--atomic")) cancel();
  };
  const histories = [[], [], [{ revision: 1, status: "deployed" }]];
  const { last } = await after({ histories, answers: upgradeFails(said), onCall }, CONFIRM);
  assert.equal(
    last,
    "warn: Helm was canceled, and could not undo the change. cap-operator counts as deployed at revision 1, but parts of it may be missing. Upgrade it to restore what is missing. [Upgrade]",
  );
});

test("cancelling while things are only read changes nothing and says nothing", async () => {
  const onCall = (line: string, cancel: () => void) => {
    if (line.startsWith("helm show chart")) cancel();
  };
  const answers = { "helm show chart": failing("interrupted") };
  assert.deepEqual((await after({ answers, onCall }, CONFIRM)).told, []);
});

test("one release is changed by one command at a time", async () => {
  const ports = fakePorts(helmWorld({}, CONFIRM));
  let started: () => void = () => undefined;
  let end: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { run } = ports.programs;
  const slow: typeof run = async (invocation, options) => {
    if (invocation.args.includes("--atomic")) {
      started();
      await held;
    }
    return run(invocation, options);
  };
  const first = install.run({ ...ports, programs: { run: slow } });
  await running;
  const second = await after({}, CONFIRM);
  assert.equal(
    second.last,
    "warn: An installation of cap-operator in dev has not ended yet. Wait for it, or cancel it.",
  );
  assert.ok(!second.told.some((line) => line.startsWith("run:")));
  end();
  await first;
  assert.match((await after({}, CONFIRM)).last ?? "", /is installed/);
});

test("Secrets of the live release, of the dry run and of Helm's words are shown and logged nowhere", async () => {
  const words = `UPGRADE FAILED: cannot patch: {"data":{"token":"c2VzYW1lLW9wZW4="}}`;
  const state: HelmState = {
    histories: [[DEPLOYED]],
    live: SECRET,
    planned: `${SECRET.replace("c2VzYW1lLW9wZW4=", "b3RoZXI=")}---\n${config(2)}`,
    answers: upgradeFails(words),
  };
  for (const pick of ["All", "Secret/"]) {
    const world: World = { choose: ["Preview Changes", "Upgrade"], press: "Upgrade...", pick };
    const { seen } = await after(state, world);
    assert.ok(seen.some((line) => line.startsWith("run: helm upgrade --install --kube")));
    const all = seen.join("\n");
    for (const secret of ["c2VzYW1l", "b3RoZXI", "sesame"])
      assert.ok(!all.includes(secret), `${secret}\n${all}`);
  }
});

test("another release of the operator is pointed out first", async () => {
  const answers = {
    "helm list": JSON.stringify([
      {
        name: "old",
        namespace: "ops",
        revision: "7",
        updated: "",
        status: "deployed",
        chart: "cap-operator-chart-0.9.0",
        app_version: "",
      },
    ]),
  };
  const { told } = await after({ answers });
  assert.equal(
    told[1],
    "  Caution: The operator is already in this cluster as the release old in the namespace ops (cap-operator-chart-0.9.0).",
  );
});

test("a chart of another name is pointed out", async () => {
  const answers = { "helm show chart": "name: web-shop\nversion: 2.0.0\n" };
  const { told, seen } = await after({ answers, histories: [[DEPLOYED]] });
  assert.equal(
    told[1],
    "  Caution: This chart is called web-shop, not cap-operator-chart or cap-operator. (1 more in the details)",
  );
  const other = "- The release was installed from another chart: cap-operator-chart-0.11.0.";
  assert.ok(pageOf(seen).includes(other));
});

test("a chart of another name that brings the operator's along is not", async () => {
  const chart = "name: platform\nversion: 2.0.0\ndependencies:\n- name: cap-operator\n  version: 0.34.0\n";
  const { told } = await after({ answers: { "helm show chart": chart } });
  assert.deepEqual(
    told.filter((line) => line.includes("called")),
    [],
  );
  assert.ok(told.some((line) => line.startsWith("  Chart: platform 2.0.0")));
});

test("a namespace that is being deleted stops it", async () => {
  const namespace = JSON.stringify({
    kind: "Namespace",
    metadata: { name: "n" },
    status: { phase: "Terminating" },
  });
  const { last } = await after(
    {},
    {
      ...CONFIRM,
      missing: [],
      programs: (line) => {
        if (reads(line, "namespaces cap-operator-system")) return namespace;
        return line.startsWith("kubectl") ? { exitCode: 1, stderr: "error: no\n" } : undefined;
      },
    },
  );
  assert.equal(
    last,
    "error: The namespace cap-operator-system is being deleted. Nothing was changed. Wait until it is gone, or use another one (capOperator.namespace). [Retry] [Open Settings] [Show Details]",
  );
});

test("without a wait, success does not say that the components are ready", async () => {
  const { last } = await after({}, { ...CONFIRM, settings: { wait: false, rollbackOnFailure: false } });
  assert.match(
    last ?? "",
    /revision 1, from cap-operator-chart 0\.12\.0\. Helm did not wait for its components\./,
  );
});

test("a cluster that does not answer is reported, with a way to try again", async () => {
  const answers = {
    "helm history": failing(
      'Kubernetes cluster unreachable: Get "https://dev:6443/version": dial tcp 10.0.0.1:6443: connect: connection refused',
    ),
  };
  const { last, seen } = await after({ answers }, CONFIRM);
  assert.match(last ?? "", /\. Nothing was changed\..*\[Retry\] \[Change Context\.\.\.\] \[Show Details\]$/);
  assert.ok(!seen.some((line) => line.includes("--dry-run")));
});

test("if what a successful Helm printed cannot be read, it is not said that nothing was changed", async () => {
  let isRun = false;
  const world = helmWorld({ histories: [[DEPLOYED], [DEPLOYED], [{ ...DEPLOYED, revision: 4 }]] }, CONFIRM);
  const ports = fakePorts({
    ...world,
    programs(line, ...rest) {
      isRun ||= line.startsWith("helm upgrade --install --kube");
      return line.startsWith("helm upgrade --install --kube") ? "Done.\n" : world.programs?.(line, ...rest);
    },
  });
  await install.run(ports);
  assert.ok(isRun);
  const last = told(ports.seen).at(-1) ?? "";
  assert.match(
    last,
    /^error: The output of helm upgrade could not be read: .*\. cap-operator is deployed at revision 4\./,
  );
});
