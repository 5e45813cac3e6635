import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, afterEach, before, describe, it } from "node:test";
import { type Cluster, haveCluster } from "../../cluster/cluster.ts";
import { type NodePlayer, playNode } from "../../cluster/node-player.ts";
import { installMesh, installPrerequisites } from "../../cluster/prerequisites.ts";
import { clusterPrograms } from "../../cluster/programs.ts";
import { type ReleaseServer, startReleaseServer } from "../../cluster/release-server.ts";
import { hearsInView, menuInView } from "../../support/workbench/cluster-view.ts";
import { readChanges, seesChanged } from "../../support/workbench/shown-changes.ts";
import { WalkthroughPage } from "../../support/workbench/walkthrough-page.ts";
import { type Desk, sitDown } from "./desk.ts";
import { CHART, MESH, pushChart, VALUES, variables } from "./example-chart.ts";

const PINNED = { name: "pinned", version: "9.9.9", values: ["pinned-values.yaml"] };

const programs = await clusterPrograms();
const skip = programs === undefined && "Go is not installed, so there is no cluster to install into";
if (skip) console.log(`${skip}.`);

describe("a person who installs", { skip }, () => {
  let cluster: Cluster;
  let node: NodePlayer;
  let releases: ReleaseServer;
  let desk: Desk;
  before(async () => {
    cluster = await haveCluster();
    const api = cluster.api("admin@test");
    await installPrerequisites(api, "mesh", "platform-certificates", "btp-service-operator");
    await installMesh(api, MESH);
    node = playNode(api);
    releases = await startReleaseServer();
    const repositoryPath = `oci://${cluster.registries.open}/charts`;
    await pushChart(cluster, CHART, repositoryPath);
    desk = await sitDown({
      ready: true,
      files: {
        "cluster-values.yaml": VALUES,
        "pinned-values.yaml": VALUES,
        ".vscode/settings.json": JSON.stringify({ "capOperator.releases": [PINNED] }),
        "empty-values.yaml": "# cap-operator: values\n",
      },
      settings: {
        "capOperator.chart": `${repositoryPath}/cap-operator-chart`,
        "capOperator.managerReleaseUrl": releases.releaseFor("operator-of-manager"),
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
    await releases?.stop();
    await node?.stop();
    await cluster?.stop();
  });
  afterEach((test) => desk.tidyUp(test));

  it("looks at what an installation would bring, and goes on from there", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Preview Installation");
    await person.picks("changes");
    const changes = await readChanges(person.page);
    for (const { title, ...marked } of changes) {
      assert.match(title, /^[a-z.-]+\.yaml\s*[A-Z][A-Za-z]+$/);
      assert.deepEqual(marked, { mark: "A", isStruckThrough: false }, title);
    }
    await person.pressesInTitle("Check Prerequisites");
    await person.readsPage("All prerequisites are met.");
    await person.keepsPicture("prerequisites-of-preview");
    assert.ok((await person.tabs()).includes("Prerequisites in admin@test"), String(await person.tabs()));
    await person.goesToTab("nothing yet");
    await person.pressesInTitle("Install CAP Operator...");
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Cancel");
    await person.keepsPicture("preview-of-new-objects");
  });

  it("keeps a preview of one cluster as it is while another one is looked at", async () => {
    const { person } = desk;
    const kubeconfig = cluster.environment.KUBECONFIG ?? "";
    const contexts = await readFile(kubeconfig, "utf8");
    const previewHere = async () => {
      await person.runsCommand("CAP Operator: Preview Installation");
      // The list is long, so a row of it is there only when its name has been typed.
      await person.page.getByPlaceholder(" objects: ").waitFor();
      await person.types("Deployment/cap-operator-c");
      await person.picks("Deployment/cap-operator-controller");
    };
    await person.opensFile("cluster-values.yaml");
    await previewHere();
    await seesChanged(person.page, "replicas: 1");
    await person.goesToTab("cap-operator in admin@test", true);
    try {
      await writeFile(
        kubeconfig,
        contexts.replace("current-context: admin@test", "current-context: admin@other"),
      );
      await person.opensFile("cluster-values.yaml");
      await person.presses("Control+End");
      await person.types("controller:\n  replicas: 7");
      await person.saves();
      await previewHere();
      await seesChanged(person.page, "replicas: 7");
    } finally {
      await writeFile(kubeconfig, contexts);
    }
    await person.goesToTab("cap-operator in admin@test");
    await seesChanged(person.page, "replicas: 1");
  });

  it("is told that the version that the release pins is not there, and nothing starts", async () => {
    const { person } = desk;
    await person.opensFile("pinned-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    const said = await person.readsNotification("has no version 9.9.9. Nothing was changed.");
    assert.match(said, /oci:\/\/\S+\/cap-operator-chart has no version 9\.9\.9/);
    await person.keepsPicture("pinned-version");
    await person.pressesOn("has no version 9.9.9", "Open Settings");
    await person.readsSettings("Releases");
  });

  it("reads what will happen, accepts it, and sees that it succeeded", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    const question = await person.readsQuestion("Install cap-operator in admin@test?");
    for (const line of [
      /Context: admin@test/,
      /Server: https:\/\/127\.0\.0\.1:\d+/,
      /Namespace: cap-operator-system \(will be created\)/,
      /Release: cap-operator, installed for the first time/,
      /Chart: cap-operator-chart \d+\.\d+\.\d+, sha256:[0-9a-f]{12}$/m,
      /Changes: \d+ objects: \d+ new; \d+ would be accepted, \d+ not tested$/m,
    ]) {
      assert.match(question, line);
    }
    assert.ok((await person.tabs()).includes("Install cap-operator in admin@test"));
    await person.keepsPicture("install-confirmation");
    await person.answers("Read Details");
    await person.readsHeading("Install cap-operator in admin@test");
    await person.readsPage("cluster-values.yaml");
    await person.readsPage("Deployment/cap-operator-controller");
    await person.keepsPicture("install-page");
    await person.pressesOn("Install cap-operator in admin@test?", "Install...");
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Install");
    await person.readsNotification("cap-operator is installed in admin@test");
    await person.keepsPicture("install-success");
  });

  it("looks at what an edit would change", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.presses("Control+End");
    await person.types("controller:\n  replicas: 2");
    await person.saves();
    await person.runsCommand("CAP Operator: Preview Installation");
    await person.seesText(person.diffSide("modified"), "replicas: 2");
    // From a field of the new object to the key that makes it.
    const replicas = person.diffSide("modified").locator(".view-line").filter({ hasText: "replicas:" });
    await replicas.first().click();
    await person.presses("F12");
    await person.isIn("cluster-values.yaml");
    await person.readsPlace("Ln 5, Col 5");
    await person.goesToTab("cap-operator in admin@test");
    await person.pressesInTitle("Install CAP Operator...");
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Cancel");
    await person.keepsPicture("install-preview");
  });

  /** Answers the questions for the names that were read from the cluster. */
  async function choosesNames(): Promise<void> {
    const { person } = desk;
    // The name of the load balancer comes first, and is chosen with Enter; nothing of a proposal is cut.
    const targets = await person.readsChoices("public-ingress.cluster-t.landscape.internal");
    assert.deepEqual(targets.cut, []);
    assert.deepEqual(targets.rows, [
      [
        "public-ingress.cluster-t.landscape.internal",
        "load balancer",
        "Service mesh-system/istio-ingressgateway",
      ],
      [
        "x.cluster-t.landscape.internal",
        "any name in the domain",
        "external-dns.alpha.kubernetes.io/hostname of mesh-system/istio-ingressgateway",
      ],
      ["Enter another..."],
    ]);
    await person.keepsPicture("fill-domain");
    await person.presses("Enter");
    const domains = await person.readsChoices("cop.cluster-t.landscape.internal");
    assert.deepEqual(domains.cut, []);
    assert.deepEqual(domains.rows[0]?.slice(1), [
      "annotation",
      "external-dns.alpha.kubernetes.io/hostname of mesh-system/istio-ingressgateway",
    ]);
    await person.keepsPicture("fill-domain-of-server");
    await person.presses("Enter");
  }

  it("fills in domain and DNS target from the cluster", async () => {
    const { person } = desk;
    await person.opensFile("empty-values.yaml");
    await person.runsCommand("CAP Operator: Fill Domain and DNS Target from Cluster...");
    await choosesNames();
    const editor = person.editor("empty-values.yaml");
    await person.seesText(editor, "dnsTarget: public-ingress.cluster-t.landscape.internal");
    await person.seesText(editor, "domain: cop.cluster-t.landscape.internal");
  });

  it("installs without a file with what the cluster proposes, as far as the question", async () => {
    const { person } = desk;
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    await person.picks("Enter domain and DNS target");
    await person.readsChoices("public-ingress.cluster-t.landscape.internal");
    await person.presses("Enter");
    await person.readsChoices("cop.cluster-t.landscape.internal");
    await person.presses("Enter");
    assert.deepEqual((await person.readsChoices("Install with them")).cut, []);
    await person.presses("Enter");
    await person.readsQuestion("cap-operator in admin@test?");
    await person.answers("Read Details");
    await person.readsPage("Set in addition: subscriptionServer.dnsTarget, subscriptionServer.domain");
    await person.pressesOn("cap-operator in admin@test?", "Upgrade...");
    await person.readsQuestion("cap-operator in admin@test?");
    await person.answers("Cancel");
  });

  it("reads what the cluster has of what an installation needs", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Check Prerequisites");
    await person.readsPage("All prerequisites are met.");
    await person.keepsPicture("prerequisites");
  });

  it("sees release and components in the view, after a refresh", async () => {
    const { person } = desk;
    await person.runsCommand("CAP Operator: Refresh Cluster View");
    await person.page.locator('.activitybar [aria-label^="CAP Operator"]').first().click();
    for (const line of ["admin@test", "cap-operator", "controller", "all met"]) {
      await person.seesInView(line);
    }
    await hearsInView(person.page, /^controller, 1 of 1 ready/);
    await hearsInView(person.page, /^admin@test, read at \d/);
    await person.page.mouse.move(700, 600);
    await person.keepsPicture("view");
    assert.deepEqual(await menuInView(person.page, "deployed"), [
      "Show Status",
      "Show History",
      "Values File from Release...",
      "Preview Installation",
      "Upgrade CAP Operator...",
      "Roll Back...",
      "Uninstall...",
    ]);
    await person.presses("Control+Shift+e");
  });

  it("reads status and history on pages that are called so", async () => {
    const { person } = desk;
    const subject = "of cap-operator in admin@test";
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Show Status");
    await person.readsPage("controller");
    await person.keepsPicture("status");
    await person.goesToTab("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Show History");
    await person.readsPage("What happened");
    await person.keepsPicture("history");
    const pages = (await person.tabs()).filter((title) => title.endsWith("admin@test"));
    assert.deepEqual(pages.sort(), [`History ${subject}`, `Status ${subject}`]);
  });

  it("goes from the walkthrough to a new file, fills it in, saves it on the way, and installs with it", async () => {
    const { person, onDisk } = desk;
    const walkthrough = new WalkthroughPage(person.page);
    await person.runsCommand("CAP Operator: Get Started");
    await walkthrough.presses("create", "Fill Domain and DNS Target from Cluster...");
    await person.quickPick("New Values File").first().click();
    await choosesNames();
    await person.picksChart("cap-operator-chart");
    const editor = person.editor("cap-operator-values.yaml");
    await person.seesText(editor, "domain: cop.cluster-t.landscape.internal");
    await person.returnsTo("cap-operator-values.yaml");
    await person.presses("Control+End");
    await person.types("webhook: { replicas: 2 }");

    await walkthrough.comesToFront();
    await walkthrough.presses("install", "Check Prerequisites");
    await person.readsPage("All prerequisites are met.");

    await walkthrough.comesToFront();
    await walkthrough.presses("install", "Preview Installation");
    await person.readsQuestion("cap-operator-values.yaml has not been saved yet.");
    await person.answers("Save and Continue");
    await person.seesText(person.diffSide("modified"), "replicas: 2");
    assert.match(await onDisk("cap-operator-values.yaml"), /^webhook: \{ replicas: 2 \}$/m);

    await walkthrough.comesToFront();
    await walkthrough.presses("install", "Install CAP Operator...");
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Read Details");
    await person.readsPage("cap-operator-values.yaml");
    await person.pressesOn("Upgrade cap-operator in admin@test?", "Upgrade...");
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Upgrade");
    await person.readsNotification("cap-operator is upgraded in admin@test");
    await walkthrough.comesToFront();
    for (const step of ["create", "install"]) {
      await walkthrough.seesTicked(step);
    }
    await person.keepsPicture("walkthrough-to-the-end");
  });

  it("uninstalls, after reading what stays", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Uninstall...");
    const question = await person.readsQuestion("Uninstall cap-operator from admin@test?");
    assert.match(question, /CRDs/);
    await person.keepsPicture("uninstall-question");
    await person.answers("Uninstall");
    await person.readsNotification("cap-operator is uninstalled");
    await person.page.locator('.activitybar [aria-label^="CAP Operator"]').first().click();
    await person.seesInView("No components found");
    await person.keepsPicture("view-after-uninstall");
    await person.presses("Control+Shift+e");
  });

  it("installs with the manager, and applies an operator resource with the gateway's labels", async () => {
    const { person } = desk;
    await person.runsCommand("CAP Operator: Install with Manager...");
    await person.readsQuestion(
      "Install CAP Operator Manager into the namespace operator-of-manager of admin@test?",
    );
    await person.keepsPicture("manager-question");
    await person.answers("Install");
    const offer = "A new operator resource with the gateway's labels is open.";
    await person.readsNotification(offer);
    await person.seesText(person.activeEditor(), "value: mesh-ingressgateway");
    await person.keepsPicture("manager-offer");
    await person.pressesOn(offer, "Apply...");
    await person.readsQuestion("cap-operator");
    await person.answers("Apply");
    await person.readsNotification(
      "the operator resource cap-operator in the namespace operator-of-manager was created",
    );
    const applied = await cluster
      .api("admin@test")
      .get<{ spec: { ingressGatewayLabels: unknown } }>(
        "/apis/operator.sme.sap.com/v1alpha1/namespaces/operator-of-manager/capoperators/cap-operator",
      );
    assert.deepEqual(applied?.spec.ingressGatewayLabels, [
      { name: "app", value: "mesh-ingressgateway" },
      { name: "mesh", value: "ingressgateway" },
    ]);
  });
});
