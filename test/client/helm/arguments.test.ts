import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { showChart, showCrds } from "../../../client/charts/chart.ts";
import {
  capabilitiesOf,
  type HelmCapabilities,
  helmVersion,
  readHelmVersion,
} from "../../../client/helm/capabilities.ts";
import {
  rollback,
  type UpgradePlan,
  uninstall,
  upgradeInstall,
} from "../../../client/helm/changing-commands.ts";
import {
  dryRun,
  getManifest,
  history,
  list,
  status,
  template,
} from "../../../client/helm/reading-commands.ts";
import type { ReleaseRef } from "../../../client/helm/release.ts";

const target: ReleaseRef = {
  context: "dev cluster",
  server: "https://cluster.example.org",
  namespace: "cap-operator-system",
  release: "cap-operator",
};
const withKubeconfig: ReleaseRef = { ...target, kubeconfig: "C:\\Users\\Jo Do\\.kube\\config" };
const helm = (text: string): HelmCapabilities => capabilitiesOf(readHelmVersion(text));
const helm3 = helm("v3.18.4");
const helm4 = helm("v4.0.1");

const plan: UpgradePlan = {
  target,
  chart: { ref: "oci://registry.example.org/charts/cap-operator-chart", version: "0.11.0" },
  valuesFiles: ["/home/me/my deploy/values.yaml", "/home/me/deploy/values-production.yaml"],
  sets: [
    { flag: "set", text: "controller.replicas=3,webhook.sidecar=true" },
    { flag: "set-string", text: "podLabels.note=one\\, two" },
  ],
  createNamespace: true,
  wait: true,
  rollbackOnFailure: true,
  timeout: "5m0s",
};

/** The flags that every call has. */
const TARGET = ["--kube-context", "dev cluster", "--namespace", "cap-operator-system"];
const SOURCE = [
  ...["--version", "0.11.0"],
  ...["--values", "/home/me/my deploy/values.yaml", "--values", "/home/me/deploy/values-production.yaml"],
  ...["--set", "controller.replicas=3,webhook.sidecar=true", "--set-string", "podLabels.note=one\\, two"],
  ...["--", "cap-operator", "oci://registry.example.org/charts/cap-operator-chart"],
];

describe("what Helm is asked", () => {
  test("of the cluster that this machine runs in, which no context names", () => {
    const inCluster = { ...target, context: "in-cluster", kubeconfig: "/dev/null" };
    assert.deepEqual(history(inCluster).args, [
      ...["history", "--output", "json", "--kubeconfig", "/dev/null", "--namespace", "cap-operator-system"],
      ...["--", "cap-operator"],
    ]);
  });

  test("to install or upgrade", () => {
    const flags = ["--create-namespace", "--wait", "--timeout", "5m0s"];
    assert.deepEqual(upgradeInstall(plan, helm3).args, [
      ...["upgrade", "--install", ...TARGET, ...flags, "--atomic", "--hide-notes", ...SOURCE],
    ]);
    assert.deepEqual(upgradeInstall(plan, helm4).args, [
      ...["upgrade", "--install", ...TARGET, ...flags, "--rollback-on-failure", "--hide-notes", ...SOURCE],
    ]);
    assert.deepEqual(upgradeInstall(plan, helm("v3.15.4")).args, [
      ...["upgrade", "--install", ...TARGET, ...flags, "--atomic", ...SOURCE],
    ]);
  });

  test("to install without waiting, from a folder on Windows, with the least that there can be", () => {
    const least: UpgradePlan = {
      target: withKubeconfig,
      chart: { ref: "C:\\work\\my charts\\cap-operator", version: "" },
      valuesFiles: [],
      sets: [],
      createNamespace: false,
      wait: false,
      rollbackOnFailure: false,
      timeout: "90s",
    };
    for (const can of [helm3, helm4]) {
      assert.deepEqual(upgradeInstall(least, can).args, [
        ...["upgrade", "--install", "--kubeconfig", "C:\\Users\\Jo Do\\.kube\\config", ...TARGET],
        ...["--timeout", "90s", "--hide-notes", "--", "cap-operator", "C:\\work\\my charts\\cap-operator"],
      ]);
    }
  });

  test("for values files whose paths have commas and quotes, which Helm reads as a line of CSV", () => {
    const valuesFiles = [
      "/home/me/a,b/values.yaml",
      '/home/me/the "new" one/values.yaml',
      "C:\\Users\\Do, Jo\\values.yaml",
      "C:\\Users\\Jo Do\\values.yaml",
    ];
    const { args } = upgradeInstall({ ...plan, valuesFiles, sets: [] }, helm4);
    assert.deepEqual(
      args.filter((_arg, index) => args[index - 1] === "--values"),
      [
        '"/home/me/a,b/values.yaml"',
        '"/home/me/the ""new"" one/values.yaml"',
        '"C:\\Users\\Do, Jo\\values.yaml"',
        "C:\\Users\\Jo Do\\values.yaml",
      ],
    );
  });

  test("for a chart whose name looks like a flag", () => {
    const { args } = upgradeInstall({ ...plan, chart: { ref: "--post-renderer=/tmp/x" } }, helm4);
    assert.deepEqual(args.slice(-3), ["--", "cap-operator", "--post-renderer=/tmp/x"]);
  });

  test("never to force anything", () => {
    for (const can of [helm3, helm4]) {
      const all = [
        upgradeInstall(plan, can),
        dryRun(plan, can),
        rollback(target, 1, { wait: true, timeout: "1m" }),
      ];
      for (const call of all) assert.ok(!call?.args.some((arg) => /force|take-ownership/.test(arg)));
    }
  });

  test("for a preview", () => {
    const asked = ["upgrade", "--install", "--dry-run=server", "--output", "json", ...TARGET, ...SOURCE];
    assert.deepEqual(dryRun(plan, helm3)?.args, asked);
    assert.deepEqual(dryRun(plan, helm4)?.args, asked);
    assert.equal(dryRun(plan, helm("v3.12.3")), undefined);
    assert.deepEqual(template(plan).args, ["template", ...TARGET, ...SOURCE]);
    assert.deepEqual(template(plan, true).args, ["template", ...TARGET, "--is-upgrade", ...SOURCE]);
    for (const call of [dryRun(plan, helm4), template(plan)]) assert.equal(call?.confidential, true);
  });

  test("about releases", () => {
    const flags = ["--output", "json", ...TARGET, "--", "cap-operator"];
    assert.deepEqual(status(target).args, ["history", "--max", "1", ...flags]);
    assert.deepEqual(history(target).args, ["history", ...flags]);
    const states = ["--deployed", "--failed", "--pending", "--uninstalling"];
    assert.deepEqual(list(target).args, ["list", "--output", "json", ...states, ...TARGET]);
    assert.deepEqual(list(withKubeconfig, { allNamespaces: true }).args, [
      ...[
        "list",
        "--output",
        "json",
        ...states,
        "--kubeconfig",
        "C:\\Users\\Jo Do\\.kube\\config",
        ...TARGET,
      ],
      "--all-namespaces",
    ]);
    const template =
      '{{.Release.Manifest}}{{range .Release.Hooks}}{{"\\n---\\n"}}{{.Manifest}}{{end}}{{"\\n# end of the release\\n"}}';
    assert.deepEqual(getManifest(target).args, [
      "get",
      "all",
      "--template",
      template,
      ...TARGET,
      "--",
      "cap-operator",
    ]);
    assert.deepEqual(getManifest(target, 2).args, [
      ...["get", "all", "--template", template, ...TARGET, "--revision", "2", "--", "cap-operator"],
    ]);
    assert.equal(getManifest(target).confidential, true);
  });

  test("about charts, without a cluster", () => {
    const { chart } = plan;
    assert.deepEqual(showChart(chart).args, ["show", "chart", "--version", "0.11.0", "--", chart.ref]);
    assert.deepEqual(showCrds({ ref: "./charts/cap operator" }).args, [
      "show",
      "crds",
      "--",
      "./charts/cap operator",
    ]);
    assert.deepEqual(helmVersion().args, ["version", "--template", "{{.Version}}"]);
  });

  test("to roll back and to uninstall", () => {
    const options = { wait: true, timeout: "2m0s" };
    assert.deepEqual(rollback(target, 7, options).args, [
      ...["rollback", ...TARGET, "--wait", "--timeout", "2m0s", "--", "cap-operator", "7"],
    ]);
    assert.deepEqual(rollback(target, 7, { ...options, wait: false }).args, [
      ...["rollback", ...TARGET, "--timeout", "2m0s", "--", "cap-operator", "7"],
    ]);
    for (const can of [helm3, helm4]) {
      assert.deepEqual(uninstall(target, options, can).args, [
        ...["uninstall", ...TARGET, "--wait", "--timeout", "2m0s", "--", "cap-operator"],
      ]);
    }
    assert.deepEqual(uninstall(target, options, helm("v3.6.3")).args, [
      ...["uninstall", ...TARGET, "--timeout", "2m0s", "--", "cap-operator"],
    ]);
  });
});
