import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { type Cluster, haveCluster } from "../../cluster/cluster.ts";
import { type NodePlayer, playNode } from "../../cluster/node-player.ts";
import { clusterPrograms } from "../../cluster/programs.ts";
import { type Desk, sitDown } from "./desk.ts";
import { CHART, prepareCluster, pushChart, VALUES, variables } from "./example-chart.ts";

const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: somewhere
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: u, user: {}}]
contexts: [{name: somewhere, context: {cluster: c, user: u}}]
`;

describe("a person whose Helm is not where the setting says", () => {
  let desk: Desk;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "cap-operator-kubeconfig-"));
    await writeFile(path.join(folder, "config"), KUBECONFIG);
    desk = await sitDown({
      ready: true,
      files: { "cluster-values.yaml": VALUES },
      settings: { "capOperator.chart": "oci://registry.example/charts/cap-operator-chart" },
      machineSettings: {
        "capOperator.helmPath": "/no/such/helm",
        "capOperator.kubectlPath": "/no/such/kubectl",
      },
      env: { KUBECONFIG: path.join(folder, "config") },
    });
  });
  after(async () => {
    await desk?.leave();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach((test) => desk.tidyUp(test));

  it("reads which path was tried, and gets to the setting", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    const message = "/no/such/helm (capOperator.helmPath) was not found.";
    await person.readsNotification(message);
    await person.keepsPicture("failure-no-helm");
    await person.pressesOn(message, "Open Settings");
    await person.page.locator(".settings-editor .setting-item-contents").first().waitFor();
    await person.page.locator(".settings-editor").getByText("Helm Path").first().waitFor();
    await person.keepsPicture("failure-no-helm-setting");
  });
});

const programs = await clusterPrograms();
const skip = programs === undefined && "Go is not installed, so there is no cluster to install into";
if (skip) console.log(`${skip}.`);

/** Releases with a chart each: one that Helm has fetched is read before it is installed again, and its problems are shown then. */
const STRICT = ["strict-1", "strict-2", "strict-3"] as const;

describe("a person whose installation fails", { skip }, () => {
  let cluster: Cluster;
  let node: NodePlayer;
  let desk: Desk;
  let charts: string;
  before(async () => {
    cluster = await haveCluster();
    const api = cluster.api("admin@test");
    await prepareCluster(api);
    node = playNode(api, (pod) => {
      const image = pod.spec?.containers[0]?.image ?? "";
      return image.startsWith("broken") ? "pull-fails" : "runs";
    });
    charts = await mkdtemp(path.join(tmpdir(), "cap-operator-charts-"));
    const registry = `oci://${cluster.registries.open}`;
    await pushChart(cluster, CHART, `${registry}/charts`);
    const strictFolder = await strictChart(path.join(charts, "strict"));
    for (const name of STRICT) await pushChart(cluster, strictFolder, `${registry}/${name}`);
    await pushChart(cluster, await hostileChart(path.join(charts, "hostile")), `${registry}/hostile`);
    const strict = STRICT.map((name) => ({
      name,
      namespace: name,
      chart: `${registry}/${name}/cap-operator-chart`,
      values: [`${name}-values.yaml`],
      set: ["webhook.replicas=8"],
    }));
    const hostile = {
      name: "hostile",
      namespace: "hostile",
      chart: `${registry}/hostile/cap-operator-chart`,
      values: ["hostile-values.yaml"],
    };
    desk = await sitDown({
      ready: true,
      files: {
        "cluster-values.yaml": `${VALUES}controller:\n  image:\n    repository: broken\n`,
        "monitored-values.yaml": `${VALUES}monitoring:\n  enabled: true\n`,
        "hostile-values.yaml": VALUES,
        ...Object.fromEntries(
          STRICT.map((name) => [`${name}-values.yaml`, `${VALUES}controller:\n  replicas: 7\n`]),
        ),
        ".vscode/settings.json": JSON.stringify(
          { "capOperator.releases": [...strict, hostile] },
          undefined,
          2,
        ),
      },
      settings: {
        "capOperator.chart": `${registry}/charts/cap-operator-chart`,
        "capOperator.install.timeout": "10s",
      },
      machineSettings: {
        "capOperator.install.plainHttp": true,
        "capOperator.helmPath": cluster.programs.helm[4],
        "capOperator.kubectlPath": cluster.programs.kubectl,
      },
      env: variables(cluster),
    });
  });
  after(async () => {
    await desk?.leave();
    await node?.stop();
    await cluster?.stop();
    await rm(charts, { recursive: true, force: true });
  });
  afterEach((test) => desk.tidyUp(test));

  it("does not install with Enter what is known to fail, but reads what is missing", async () => {
    const { person } = desk;
    await person.opensFile("monitored-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    const question = await person.readsQuestion("Install cap-operator in admin@test?");
    assert.match(
      question,
      /This will fail: The API server does not serve ServiceMonitor \(monitoring\.coreos\.com\/v1\)\. Install what is missing, or turn it off in the values\./,
    );
    await person.keepsPicture("failure-known");
    // The first button is the one that Enter presses.
    await person.presses("Enter");
    await person.readsPage("Metrics monitors");
    await person.readsPage("monitored-values.yaml");
    await person.pressesOn("Install cap-operator in admin@test?", "Install Anyway...");
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Cancel");
    const namespace = await cluster.api("admin@test").get("/api/v1/namespaces/cap-operator-system");
    assert.equal(namespace, undefined, "nothing was installed");
  });

  it("reads in one sentence why an installation failed, and the rest on a page", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Install");
    const message =
      "controller is not ready: the image broken:v0.11.0 cannot be pulled. cap-operator was uninstalled. Check its name, its tag and the pull secrets.";
    const shown = await person.readsNotification(message);
    assert.deepEqual(
      ["Open cluster-values.yaml", "Show Status", "Show Details"].filter((button) => !shown.includes(button)),
      [],
      shown,
    );
    await person.keepsPicture("failure-message");
    await person.hearsNotification("Error", message);
    await person.pressesOn(message, "Show Details");
    await person.readsHeading("controller is not ready: the image broken:v0.11.0 cannot be pulled.");
    await person.readsPage("Components that were not ready");
    await person.readsPage("has been uninstalled due to rollback-on-failure being set");
    await person.keepsPicture("failure-details");
  });

  it("finds no link in what a chart says", async () => {
    const { person } = desk;
    await person.opensFile("hostile-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    await person.readsNotification("[Click here] (command:workbench.action.files.newUntitledFile)");
    assert.equal(await person.page.locator(".notification-list-item-message a").count(), 0);
  });

  it("is led to what the chart rejects: in a file, in the settings and among the chart's defaults", async () => {
    const { person } = desk;
    const message =
      "The chart rejects the values in 3 places: controller.replicas, subscriptionServer.replicas and webhook.replicas. Nothing was changed.";
    const places = [
      ["strict-1", "controller.replicas: maximum: got 7, want 3", "strict-1-values.yaml:5", "replicas: 7"],
      [
        "strict-2",
        "webhook.replicas: maximum: got 8, want 3",
        "--set #1 webhook.replicas=8",
        '"webhook.replicas=8"',
      ],
      ["strict-3", "subscriptionServer.replicas: minimum: got 1, want 2", "chart default", "replicas: 1"],
    ] as const;
    for (const [name, place, from, text] of places) {
      await person.opensFile(`${name}-values.yaml`);
      await person.runsCommand("CAP Operator: Install CAP Operator...");
      await person.readsNotification(message);
      await person.pressesOn(message, "Show Places");
      await person.quickPick(place).filter({ hasText: from }).waitFor();
      await person.keepsPicture("failure-places");
      await person.picks(place);
      await person.seesText(person.activeEditor(), text);
      // This file was in front before, so only the cursor shows that the choice went there.
      if (name === "strict-1") await person.readsPlace("Ln 5,");
      await person.closesEverything();
    }
  });
});

/** A copy of the example chart that says in its error what would be a link to a command. */
async function hostileChart(folder: string): Promise<string> {
  const chart = path.join(folder, "cap-operator-chart");
  await cp(CHART, chart, { recursive: true });
  const text = `{{ fail "[Click here](command:workbench.action.files.newUntitledFile)" }}`;
  await writeFile(path.join(chart, "templates/hostile.yaml"), text);
  return chart;
}

/** A copy of the example chart whose schema wants other numbers of replicas than anybody would write. */
async function strictChart(folder: string): Promise<string> {
  const chart = path.join(folder, "cap-operator-chart");
  await cp(CHART, chart, { recursive: true });
  const replicas = (limit: object) => ({ properties: { replicas: limit } });
  const schema = {
    type: "object",
    properties: {
      controller: replicas({ maximum: 3 }),
      webhook: replicas({ maximum: 3 }),
      subscriptionServer: replicas({ minimum: 2 }),
    },
  };
  await writeFile(path.join(chart, "values.schema.json"), JSON.stringify(schema));
  return chart;
}
