import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Pod } from "kubernetes-types/core/v1.js";
import { type Cluster, haveCluster } from "../../cluster/cluster.ts";
import { kubeconfig } from "../../cluster/kubeconfig.ts";
import { type Fate, type NodePlayer, playNode } from "../../cluster/node-player.ts";
import { clusterPrograms } from "../../cluster/programs.ts";
import { type ReleaseServer, startReleaseServer } from "../../cluster/release-server.ts";
import { patiently } from "../../support/workbench/patience.ts";
import { runProgram } from "../../support/workbench/run-program.ts";
import { type Desk, sitDown } from "./desk.ts";
import { CHART, prepareCluster, VALUES, variables } from "./example-chart.ts";
import { type HeldPrograms, holdPrograms } from "./held-programs.ts";

const INSTALL = "CAP Operator: Install CAP Operator...";
const ROLL_BACK = "CAP Operator: Roll Back...";
const WITH_MANAGER = "CAP Operator: Install with Manager...";

/** The same cluster as `admin@test`, by a name that is protected by default. */
const PROTECTED = "admin@prod";
const GUARDED = {
  name: "guarded",
  namespace: "guarded",
  kubeContext: PROTECTED,
  values: ["guarded-values.yaml"],
};
const MANAGER_NAMESPACE = "operator-of-manager";

const programs = await clusterPrograms();
const skip = programs === undefined && "Go is not installed, so there is no cluster to install into";
if (skip) console.log(`${skip}.`);

describe("a person who cancels", { skip }, () => {
  let cluster: Cluster;
  let node: NodePlayer;
  let releases: ReleaseServer;
  let folder: string;
  let held: HeldPrograms;
  let desk: Desk;
  /** The fate of pods that are not there yet. */
  let ofNewPods: Fate = "runs";
  const fates = new Map<string, Fate>();
  const fateOf = ({ metadata }: Pod): Fate => {
    const uid = metadata?.uid ?? "";
    const fate = fates.get(uid) ?? ofNewPods;
    fates.set(uid, fate);
    return fate;
  };
  const allPodsRun = () => {
    ofNewPods = "runs";
    fates.clear();
  };

  before(async () => {
    cluster = await haveCluster();
    const api = cluster.api("admin@test");
    await prepareCluster(api);
    node = playNode(api, fateOf);
    releases = await startReleaseServer();
    folder = await mkdtemp(path.join(tmpdir(), "cap-operator-held-"));
    held = await holdPrograms(path.join(folder, "programs"), {
      helm: cluster.programs.helm[4],
      kubectl: cluster.programs.kubectl,
    });
    await usesContext("admin@test");
    desk = await sitDown({
      ready: true,
      files: {
        "cluster-values.yaml": VALUES,
        "guarded-values.yaml": VALUES,
        ".vscode/settings.json": JSON.stringify({ "capOperator.releases": [GUARDED] }),
      },
      arrange: (workspace) => cpSync(CHART, path.join(workspace, "chart"), { recursive: true }),
      settings: {
        "capOperator.chart": "./chart",
        // The calls that are held are those of the commands.
        "capOperator.helmTemplate.enable": false,
        "capOperator.managerReleaseUrl": releases.releaseFor(MANAGER_NAMESPACE),
        // A change that is to be cancelled does not end by itself, however long the person takes.
        "capOperator.install.timeout": "60m0s",
      },
      machineSettings: { "capOperator.helmPath": held.helm, "capOperator.kubectlPath": held.kubectl },
      env: {
        ...variables(cluster),
        KUBECONFIG: path.join(folder, "kubeconfig"),
        // Another namespace than that of any release: this one must reach nothing, and that is reported.
        HELM_NAMESPACE: "elsewhere",
      },
      // A page that is reloaded may be gone before it has said goodbye, as one whose connection is lost.
      reconnectionGrace: 20,
    });
  });
  after(async () => {
    await desk?.leave();
    await releases?.stop();
    await node?.stop();
    await cluster?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  afterEach(async (test) => {
    await held.letGo();
    await desk.tidyUp(test);
  });

  async function usesContext(current: string): Promise<void> {
    const access = cluster.contexts["admin@test"];
    const contexts = ["admin@test", PROTECTED].map((name) => ({ name, access }));
    await writeFile(path.join(folder, "kubeconfig"), kubeconfig(current, contexts), { mode: 0o600 });
  }

  /** Runs a command, and cancels it at a call of a program, in the message with this title. */
  async function cancelsAt(words: string, title: string, goesThere: () => Promise<void>): Promise<void> {
    await held.hold(words);
    await goesThere();
    await held.holds();
    await desk.person.cancels(title);
    await desk.person.seesNoNotification(title);
    await held.letGo();
  }

  /** The messages so far. That a variable is left out is reported once in each window, whatever the first command is. */
  async function told(): Promise<readonly string[]> {
    return (await desk.person.wasTold()).filter((message) => !message.startsWith("HELM_NAMESPACE"));
  }

  const command = (title: string) => () => desk.person.runsCommand(title);

  async function namesOf(list: string): Promise<readonly string[]> {
    const found = await cluster.api("admin@test").get<{ items: { metadata: { name: string } }[] }>(list);
    return found?.items.map(({ metadata }) => metadata.name) ?? [];
  }

  async function helmSays(...args: readonly string[]): Promise<string> {
    const { environment: env } = cluster;
    const said = await runProgram(cluster.programs.helm[4], [...args, "--kube-context", "admin@test"], {
      env,
    });
    assert.equal(said.code, 0, said.output);
    return said.output;
  }

  /** The replicas that the controller is to have. */
  async function replicas(): Promise<number | undefined> {
    const path = "/apis/apps/v1/namespaces/cap-operator-system/deployments/cap-operator-controller";
    const found = await cluster.api("admin@test").get<{ spec: { replicas: number } }>(path);
    return found?.spec.replicas;
  }

  /** The status of the newest revision, when an upgrade has ended and nothing changes any more. */
  async function settledStatus(): Promise<string> {
    let before = "";
    let status = "pending-upgrade";
    await patiently("the end of Helm", async () => {
      before = status;
      await wait(4000);
      const args = ["cap-operator", "--namespace", "cap-operator-system", "--output", "json"];
      status = JSON.parse(await helmSays("history", ...args)).at(-1).status;
      return status === before && status !== "pending-upgrade";
    });
    return status;
  }

  it("cancels an installation while it reads, during the dry run and in the question, and nothing is told or left", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await cancelsAt("helm version", "Checking cap-operator in admin@test", command(INSTALL));
    // It was reported once, by the first call of a program.
    await patiently("what was told by the first call", async () => (await person.wasTold()).length > 0);
    assert.match(
      (await person.wasTold()).join("\n"),
      /^HELM_NAMESPACE from your environment is not passed to helm/,
    );
    const before = (await told()).length;
    await cancelsAt("kubectl get", "Checking cap-operator in admin@test", command(INSTALL));
    await cancelsAt("--dry-run=server", "Working out what would change in admin@test", command(INSTALL));
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Cancel");
    assert.deepEqual((await told()).slice(before), ["Install cap-operator in admin@test?"]);
    const namespace = await cluster.api("admin@test").get("/api/v1/namespaces/cap-operator-system");
    assert.equal(namespace, undefined, "nothing was installed");
  });

  it("cancels an installation while Helm runs, reads what has become of it, and installs at once", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    ofNewPods = "waits";
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Install");
    await patiently("the changed deployment", async () => (await replicas()) === 1);
    await person.keepsPicture("cancel-while-helm-runs");
    await person.cancels("Installing cap-operator in admin@test");
    const said = await person.readsNotification("Canceled, and Helm has ended.");
    assert.match(said, /No release cap-operator found in the cluster\./);
    await person.keepsPicture("cancelled-installation");
    assert.equal((await helmSays("list", "--short", "--namespace", "cap-operator-system")).trim(), "");
    assert.equal(await replicas(), undefined);
    allPodsRun();
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Install cap-operator in admin@test?");
    await person.answers("Install");
    await person.readsNotification("cap-operator is installed in admin@test");
  });

  it("cancels an upgrade at every stage", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.presses("Control+End");
    await person.types("controller:\n  replicas: 2");
    await person.saves();
    const before = (await told()).length;
    await cancelsAt("helm show", "Checking cap-operator in admin@test", command(INSTALL));
    await cancelsAt("--dry-run=server", "Working out what would change in admin@test", command(INSTALL));
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Cancel");
    assert.deepEqual((await told()).slice(before), ["Upgrade cap-operator in admin@test?"]);

    ofNewPods = "waits";
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Upgrade");
    await patiently("the changed deployment", async () => (await replicas()) === 2);
    await person.cancels("Upgrading cap-operator in admin@test");
    const said = await person.readsNotification("Canceled, and Helm has ended.");
    assert.match(said, /cap-operator is deployed at revision 3, which has the content of revision 1\./);
    const history = JSON.parse(
      await helmSays("history", "cap-operator", "--namespace", "cap-operator-system", "--output", "json"),
    );
    assert.equal(history.at(-1).status, "deployed");
    assert.equal(history.at(-1).description, "Rollback to 1");
    assert.equal(await replicas(), 1);
    allPodsRun();
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Cancel");
  });

  it("reloads the window in the middle of an upgrade, and goes on from what Helm left", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.presses("Control+End");
    await person.types("controller:\n  replicas: 2");
    await person.saves();
    ofNewPods = "waits";
    await person.runsCommand(INSTALL);
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Upgrade");
    await patiently("the changed deployment", async () => (await replicas()) === 2);
    await person.reloadsWindow("cluster-values.yaml");
    // Helm was interrupted with its window. It begins to undo the change, and is killed if that takes too long.
    const left = await settledStatus();
    allPodsRun();
    // The window comes back with its editors only if it had time to store them.
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand(INSTALL);
    if (left.startsWith("pending-")) {
      await person.readsQuestion(`cap-operator is ${left}, and Helm does not change it.`);
      await person.answers("Roll Back to Revision 3");
    }
    await person.readsQuestion("Upgrade cap-operator in admin@test?");
    await person.answers("Upgrade");
    await person.readsNotification("cap-operator is upgraded in admin@test");
    assert.equal(await replicas(), 2);
  });

  it("cancels a rollback at every stage", async () => {
    const { person } = desk;
    const file = path.join(folder, "values.yaml");
    await writeFile(file, VALUES);
    const where = ["cap-operator", CHART, "--namespace", "cap-operator-system", "--create-namespace"];
    for (const count of [1, 2]) {
      const values = ["--values", file, "--set", `controller.replicas=${count}`];
      await helmSays("upgrade", "--install", ...where, ...values);
    }
    await person.opensFile("cluster-values.yaml");
    const before = (await told()).length;
    const choosesRevision = async () => {
      await person.runsCommand(ROLL_BACK);
      await person.picks("Revision 1");
    };
    const question = "Roll back cap-operator in admin@test to revision 1?";
    await cancelsAt("helm history", "Reading the history of cap-operator in admin@test", command(ROLL_BACK));
    await person.runsCommand(ROLL_BACK);
    await person.quickPick("Revision 1").first().waitFor();
    // A click beside it does not answer the question.
    await person.page.locator(".monaco-editor .view-lines").first().click();
    await person.quickPick("Revision 1").first().waitFor();
    await person.page.locator(".quick-input-box input").first().focus();
    await person.presses("Escape");
    await person.isAskedNothing();
    await cancelsAt("helm get all", "Comparing revisions of cap-operator in admin@test", choosesRevision);
    await choosesRevision();
    await person.readsQuestion(question);
    await person.answers("Cancel");
    // Each text is noted once, and an earlier test may have been asked this.
    assert.deepEqual(
      (await told()).slice(before).filter((message) => message !== question),
      [],
    );

    await cancelsAt("helm rollback", "Rolling back cap-operator in admin@test", async () => {
      await choosesRevision();
      await person.readsQuestion(question);
      await person.answers("Roll Back");
    });
    const said = await person.readsNotification("Canceled, and Helm has ended.");
    assert.match(said, /cap-operator is unchanged \(revision \d+\)\./);
    await choosesRevision();
    await person.readsQuestion(question);
    await person.answers("Roll Back");
    await person.readsNotification("cap-operator in admin@test is rolled back");
    assert.equal(await replicas(), 1);
  });

  it("types a name before anything changes in a protected context", async () => {
    const { person } = desk;
    const asked = `${PROTECTED} is a protected context. Type the name of the release to continue: guarded`;
    await person.opensFile("guarded-values.yaml");
    const before = (await told()).length;
    const agrees = async () => {
      await person.runsCommand(INSTALL);
      await person.readsQuestion(`Install guarded in ${PROTECTED}?`);
      await person.answers("Install");
    };
    await agrees();
    await person.isAskedToType(asked);
    await person.keepsPicture("protected-context");
    await person.types("cap-operator");
    await person.presses("Enter");
    await person.isAskedToType("This is not guarded.");
    await person.presses("Escape");
    await person.isAskedNothing();
    await agrees();
    await person.isAskedToType(asked);
    assert.deepEqual(await namesOf("/api/v1/namespaces/guarded/secrets"), []);
    await person.types("guarded");
    await person.presses("Enter");
    await person.readsNotification(`guarded is installed in ${PROTECTED}`);
    const [first, second] = (await told()).slice(before);
    assert.equal(first, `Install guarded in ${PROTECTED}?`);
    assert.match(second ?? "", /^guarded is installed/, "nothing was told of what was cancelled");

    const where = ["guarded", CHART, "--namespace", "guarded"];
    await helmSays("upgrade", ...where, "--reuse-values", "--set", "controller.replicas=2");
    // The page of the installation is in front, and says which release is meant.
    await person.runsCommand(ROLL_BACK);
    await person.picks("Revision 1");
    await person.readsQuestion(`Roll back guarded in ${PROTECTED} to revision 1?`);
    await person.answers("Roll Back");
    await person.isAskedToType(asked);
    await person.types("guarded");
    await person.presses("Enter");
    await person.readsNotification(`guarded in ${PROTECTED} is rolled back`);
  });

  it("cancels the manager at every stage, and types its namespace in a protected context", async () => {
    const { person } = desk;
    const question = (context: string) =>
      `Install CAP Operator Manager into the namespace ${MANAGER_NAMESPACE} of ${context}?`;
    const before = (await told()).length;
    const lastTold = async () => (await told()).slice(before).filter((message) => !message.endsWith("?"));
    await releases.hold(async () => {
      await person.runsCommand(WITH_MANAGER);
      await person.readsNotification("Reading the manager's release");
      await person.cancels("Reading the manager's release");
      await person.seesNoNotification("Reading the manager's release");
    });
    await cancelsAt("kubectl", "Checking the cluster", command(WITH_MANAGER));
    await person.runsCommand(WITH_MANAGER);
    await person.readsQuestion(question("admin@test"));
    await person.answers("Cancel");
    await usesContext(PROTECTED);
    await person.runsCommand(WITH_MANAGER);
    await person.readsQuestion(question(PROTECTED));
    await person.answers("Install");
    await person.isAskedToType(
      `${PROTECTED} is a protected context. Type the name of the namespace to continue: ${MANAGER_NAMESPACE}`,
    );
    await person.presses("Escape");
    await person.isAskedNothing();
    await usesContext("admin@test");
    assert.deepEqual(await lastTold(), []);
    assert.equal((await namesOf("/api/v1/namespaces")).includes(MANAGER_NAMESPACE), false);

    const agrees = async () => {
      await person.runsCommand(WITH_MANAGER);
      await person.readsQuestion(question("admin@test"));
      await person.answers("Install");
    };
    await cancelsAt("kubectl apply", "Installing the manager (admin@test)", agrees);
    await person.readsNotification("Applying the manifest was canceled, so part of it may be in");
    ofNewPods = "waits";
    await agrees();
    await person.readsNotification("0 of 1 ready");
    await person.cancels("Installing the manager (admin@test)");
    await person.readsNotification(
      "The manifest was applied to operator-of-manager, but the manager is not running yet.",
    );
    allPodsRun();
    await agrees();
    await person.readsNotification("CAP Operator Manager is running");
  });
});
