import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import type { CustomResourceDefinition } from "kubernetes-types/apiextensions/v1.js";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import { compareWithCluster } from "../../client/commands/compare-with-cluster.ts";
import { install } from "../../client/commands/install.ts";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { rollBack } from "../../client/commands/roll-back.ts";
import { showStatus } from "../../client/commands/show-status.ts";
import { uninstall } from "../../client/commands/uninstall.ts";
import type { Command } from "../../client/operation/command.ts";
import { told } from "../client/install/helm-world.ts";
import { repository } from "../support/repository.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import type { ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type NodePlayer, playNode } from "./node-player.ts";
import {
  haveNamespace,
  installPrerequisites,
  type Prerequisite,
  removePrerequisites,
} from "./prerequisites.ts";
import { type RealWorld, realPorts } from "./real-ports.ts";
import { DEFINITIONS, operatorTypes, removeAll } from "./removing.ts";
import { until } from "./until.ts";

const CHART = path.join(repository, "examples/chart");
const NEEDED: readonly Prerequisite[] = ["mesh", "platform-certificates"];
const VALUES = `subscriptionServer:
  domain: cop.cluster.example.org
  dnsTarget: gateway.cluster.example.org
`;

for (const major of [3, 4] as const) {
  describe(`installing with Helm ${major}`, () => {
    const namespace = `install-${major}`;
    const release = "cap-operator";
    const deploymentPath = `/apis/apps/v1/namespaces/${namespace}/deployments/${release}-controller`;
    let cluster: Cluster;
    let api: ApiServer;
    let node: NodePlayer;
    let folder: string;
    let valuesFile: string;
    let chart: string;
    /** The archive that was pushed. */
    let archive: string;

    before(async () => {
      cluster = await haveCluster();
      api = cluster.api("admin@test");
      node = playNode(api, (pod) => {
        const image = pod.spec?.containers[0]?.image ?? "";
        return image.startsWith("broken") ? "pull-fails" : image.startsWith("slow") ? "waits" : "runs";
      });
      await installPrerequisites(api, ...NEEDED);
      await haveNamespace(api, "mesh-system");
      folder = mkdtempSync(path.join(tmpdir(), "cap-operator-install-"));
      valuesFile = path.join(folder, "my values.yaml");
      const repositoryPath = `oci://${cluster.registries.open}/install-${major}`;
      chart = `${repositoryPath}/cap-operator-chart`;
      await helm("package", CHART, "--destination", folder);
      archive = path.join(folder, "cap-operator-chart-0.11.0.tgz");
      await helm("push", archive, repositoryPath, "--plain-http");
    });
    after(async () => {
      // A namespace goes slowly when the types of what is in it go at the same time.
      await removeAll(api, "/api/v1/namespaces", [namespace, "mesh-system"]);
      await removeAll(api, DEFINITIONS, await operatorTypes(api));
      await removePrerequisites(api, ...NEEDED);
      rmSync(folder, { recursive: true });
      await node.stop();
      await cluster.stop();
    });

    const helm = async (...args: string[]) => {
      const { code, output } = await runProgram(cluster.programs.helm[major], args, {
        env: cluster.environment,
      });
      assert.equal(code, 0, output);
      return output;
    };
    const controller = async () => {
      const deployment = await api.get<Deployment>(deploymentPath);
      const [container] = deployment?.spec?.template.spec?.containers ?? [];
      return deployment && `${deployment.spec?.replicas} of ${container?.image?.replace(/:.*$/, "")}`;
    };
    const IMAGE = "registry.example.com/cap-operator/controller";

    /** Runs a command on the values file; gives what the person sees and what is changed. */
    async function run(command: Command, world: RealWorld = {}) {
      const ports = realPorts(cluster, major, {
        valuesFile,
        confirm: true,
        ...world,
        settings: { namespace, chart, plainHttp: true, timeout: "60s", ...world.settings },
      });
      await command.run(ports);
      return { seen: ports.seen, told: told(ports.seen), last: told(ports.seen).at(-1) ?? "" };
    }
    /** Starts Helm with the values file, and kills it while it waits for the controller. */
    async function killHelm(...args: readonly string[]) {
      const all = [...args, "--namespace", namespace, "--values", valuesFile, "--wait"];
      const killed = spawn(cluster.programs.helm[major], all, { env: cluster.environment });
      const ended = once(killed, "exit");
      const said = text(killed.stderr);
      await until(async () => killed.exitCode !== null || ((await controller())?.endsWith("slow") ?? false));
      killed.kill("SIGKILL");
      const [exitCode] = await ended;
      assert.equal(exitCode, null, await said);
    }
    const write = (values: string) => writeFileSync(valuesFile, values);
    /** The release as the settings write it down. */
    const theRelease = (kubeContext: string) => ({
      id: release,
      name: release,
      namespace,
      kubeContext,
      values: [`file://${encodeURI(valuesFile)}`],
      sets: [],
    });

    it("installs from a registry what was shown and confirmed", async () => {
      write(VALUES);
      const { told } = await run(install);
      const shown = told.map((line) =>
        line.replace(/https:\/\/127\.0\.0\.1:\d+/, "<server>").replace(/ \/\S+\.tgz$/, " <kept archive>"),
      );
      const pushed = createHash("sha256").update(readFileSync(archive)).digest("hex");
      assert.deepEqual(shown, [
        "confirm: Install cap-operator in admin@test? [Install] [Preview Changes] [Read Details] [Change Context...]",
        "  Context: admin@test",
        "  Server: <server>",
        `  Namespace: ${namespace} (will be created)`,
        "  Release: cap-operator, installed for the first time",
        `  Chart: cap-operator-chart 0.11.0, sha256:${pushed.slice(0, 12)}`,
        shown.find((line) => addsUp(line)),
        `  Not tested: The namespace ${namespace} does not exist yet.`,
        `run: helm upgrade --install --kube-context admin@test --namespace ${namespace} --create-namespace --wait --timeout 60s ` +
          `${major === 3 ? "--atomic" : "--rollback-on-failure"} --hide-notes --values ${valuesFile} -- cap-operator <kept archive>`,
        `info: cap-operator is installed in admin@test, namespace ${namespace}: revision 1, from cap-operator-chart 0.11.0. Its components are ready. [Show Status] [Show Output]`,
      ]);
      assert.equal(await controller(), `1 of ${IMAGE}`);
    });

    it("says that nothing would change, and how the components are", async () => {
      const { last } = await run(previewInstallation);
      assert.equal(last, "info: Nothing would change, according to a dry run in the cluster.");
      const { told } = await run(showStatus);
      assert.ok(told.includes("  | Status | deployed (Install complete) |"), told.join("\n"));
      for (const name of ["controller", "subscriptionServer", "webhook"]) {
        assert.ok(
          told.some((line) => line.startsWith(`  | ${name} | 1 of 1 | 0 |`)),
          told.join("\n"),
        );
      }
    });

    it("shows what is no longer as in a revision in the cluster, and nothing that the API server adds", async () => {
      const address = `cap-operator-rendered:/x.yaml?${encodeURIComponent(JSON.stringify({ release }))}`;
      const shownDrift = async () => {
        const ports = realPorts(cluster, major, {
          valuesFile,
          releases: [theRelease("admin@test")],
          press: "Show Drift",
          settings: { namespace, chart },
        });
        await compareWithCluster.run(ports, address);
        return told(ports.seen).slice(3);
      };
      const revision = "revision 1 of cap-operator in admin@test";
      assert.deepEqual(await shownDrift(), [`info: The objects in admin@test are as in ${revision}.`]);
      // Not the controller: Helm 4 would refuse to change the fields that somebody else has set.
      const webhook = deploymentPath.replace(/controller$/, "webhook");
      await api.patch(webhook, { spec: { replicas: 4 } });
      const [title, before = "", after = "", ...others] = await shownDrift();
      await api.patch(webhook, { spec: { replicas: 1 } });
      assert.equal(title, `diff: "admin@test now ↔ ${revision}"`);
      assert.match(before, /replicas: 4\\n/);
      assert.equal(before.replace("replicas: 4", "replicas: 1").replace("before", "after"), after);
      assert.deepEqual(others, []);
    });

    it("upgrades after the one change was looked at", async () => {
      write(`${VALUES}controller:\n  replicas: 2\n`);
      const { told, last } = await run(install, {
        choose: ["Preview Changes", "Upgrade"],
        press: "Upgrade...",
      });
      const [title, before, after] = told.slice(told.findIndex((line) => line.startsWith("diff:")));
      assert.equal(
        title,
        `diff: "cap-operator in admin@test: revision 1 ↔ dry run: Deployment/cap-operator-controller"`,
      );
      assert.match(before ?? "", /replicas: 1\\n/);
      assert.match(after ?? "", /replicas: 2\\n/);
      assert.match(last, /is upgraded in admin@test, .*: revision 2,/);
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("stops at values that the chart's schema refuses, before anything is asked or changed", async () => {
      write(`${VALUES}controller:\n  replicas: two\n`);
      const { told, last } = await run(install);
      assert.equal(told.length, 1, told.join("\n"));
      assert.match(last, /controller\.replicas|controller\/replicas/);
      assert.match(last, /\. Nothing was changed\. Correct the values\. \[Go to Value\] \[Show Details\]$/);
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("starts nothing when the version that the release pins is not there, wherever the chart comes from", async () => {
      write(`${VALUES}controller:\n  replicas: 2\n`);
      const releases = [{ ...theRelease("admin@test"), version: "9.9.9" }];
      const next =
        "Correct capOperator.chartVersion, or the version of the release in the settings. [Open Settings] [Show Details]";
      const registry = await run(install, { releases });
      assert.deepEqual(registry.told, [`error: ${chart} has no version 9.9.9. Nothing was changed. ${next}`]);
      const folder = await run(install, { releases, settings: { chart: CHART } });
      assert.deepEqual(folder.told, [
        `error: The chart has version 0.11.0, not 9.9.9. Nothing was changed. ${next}`,
      ]);
      const there = [{ ...theRelease("admin@test"), version: "0.11.0" }];
      const pinned = await run(install, { releases: there, confirm: false });
      assert.ok(pinned.seen.some((line) => line.startsWith("run: helm pull --version 0.11.0 ")));
      assert.ok(pinned.told.some((line) => line.startsWith("  Chart: cap-operator-chart 0.11.0, ")));
    });

    it("lets Helm roll back an upgrade that does not get ready, and says why it did not", async () => {
      write(`${VALUES}controller:\n  image:\n    repository: broken\n`);
      const { told } = await run(install, { settings: { timeout: "5s" }, press: "Show Details" });
      assert.equal(
        told.find((line) => line.startsWith("error:")),
        "error: controller is not ready: the image broken:v0.11.0 cannot be pulled. cap-operator was rolled back. Check its name, its tag and the pull secrets. [Open my values.yaml] [Show Status] [Show Details]",
      );
      const page = told.slice(told.indexOf("page: Failure Details")).join("\n");
      assert.match(page, /cap-operator is deployed at revision 4, which has the content of revision 2\./);
      assert.match(page, /\| controller \| 0 of [12] \|/);
      assert.match(page, /Error: UPGRADE FAILED/);
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("without that, leaves the failed revision, and leads back when the person wants it", async () => {
      const { told, last } = await run(install, {
        settings: { timeout: "5s", rollbackOnFailure: false },
        press: "Roll Back to Revision 4",
      });
      const error = told.find((line) => line.startsWith("error:")) ?? "";
      assert.match(error, /cannot be pulled\. Revision 5 is now failed\./);
      assert.match(error, /\[Roll Back to Revision 4\] \[Open my values\.yaml\] \[Show Details\]$/);
      assert.equal(
        last,
        "info: Done. cap-operator is deployed at revision 6, which has the content of revision 4.",
      );
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("cancelled in the middle, waits for Helm and says what the release is then", async () => {
      write(`${VALUES}controller:\n  image:\n    repository: slow\n`);
      const { last, seen } = await run(install, {
        settings: { rollbackOnFailure: false },
        onRun: (line, cancel) => {
          if (line.includes("--create-namespace")) setTimeout(cancel, 2000);
        },
      });
      assert.ok(seen.includes("progress: Helm was interrupted and is cleaning up"));
      assert.match(
        last,
        /^warn: Canceled, and Helm has ended\. Revision 7 of cap-operator is failed; part of it may be in the cluster\. \[Roll Back to Revision 6\] \[Show Status\] \[Show Output\]$/,
      );
    });

    it("cancelled with rollback on failure, is where it was", async () => {
      const { last } = await run(install, {
        onRun: (line, cancel) => {
          if (line.includes("--create-namespace")) setTimeout(cancel, 2000);
        },
      });
      assert.match(
        last,
        /^warn: Canceled, and Helm has ended\. cap-operator is deployed at revision 9, which has the content of revision 6\./,
      );
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("frees a release that a killed Helm left pending, and goes on", async () => {
      await killHelm("upgrade", release, CHART);
      write(VALUES);
      const { told, last } = await run(install);
      const asked = told.filter((line) => /^(confirm|run):/.test(line));
      assert.match(
        asked[0] ?? "",
        /^confirm: cap-operator is pending-upgrade, and Helm does not change it\. \[Roll Back to Revision 9\]$/,
      );
      assert.match(asked[1] ?? "", /^run: helm rollback .* -- cap-operator 9$/);
      assert.match(asked[2] ?? "", /^confirm: Upgrade cap-operator/);
      assert.match(last, /is upgraded in admin@test, .*: revision 12,/);
      assert.equal(await controller(), `1 of ${IMAGE}`);
    });

    it("rolls back to a revision that the person picks", async () => {
      const { last } = await run(rollBack, { pick: "Revision 6" });
      assert.equal(
        last,
        "info: cap-operator in admin@test is rolled back: its newest revision has the content of revision 6. [Show Status] [Show Output]",
      );
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("tells a user without permissions which one is missing, and changes nothing", async () => {
      const { told, last } = await run(install, { releases: [theRelease("nobody@test")] });
      assert.equal(told.length, 1, told.join("\n"));
      assert.match(last, /^error: .*nobody.*\. Nothing was changed\./);
      assert.equal(await controller(), `2 of ${IMAGE}`);
    });

    it("works where the release says, whatever context is current, and says which one", async () => {
      const other = path.join(folder, "other-current.yaml");
      const text = readFileSync(cluster.kubeconfig, "utf8");
      writeFileSync(other, text.replace(/^current-context: .*$/m, "current-context: admin@other"));
      const settings = { kubeconfig: other };
      const wrong = await run(install, { settings, confirm: false });
      assert.ok(
        // The other cluster has no mesh, so that it is better to look first.
        wrong.told.includes(
          "confirm: Install cap-operator in admin@other? [Read Details] [Preview Changes] [Install Anyway] [Change Context...]",
        ),
      );
      assert.equal(wrong.told.filter((line) => line.startsWith("run:")).length, 0);
      const right = await run(install, { settings, releases: [theRelease("admin@test")] });
      assert.match(right.last, /is upgraded in admin@test, /);
      assert.ok(right.told.some((line) => line.includes(`--kubeconfig ${other} --kube-context admin@test`)));
      assert.equal(readFileSync(other, "utf8").includes("current-context: admin@other"), true);
      assert.equal(await cluster.api("admin@other").get(deploymentPath), undefined);
    });

    // Helm 3 creates CRDs, and owns their fields as their creator; Helm 4 applies them, as is done here.
    it("points out CRDs that differ, and applies them only when that is confirmed", async () => {
      const changed = path.join(folder, "chart");
      cpSync(CHART, changed, { recursive: true });
      const file = path.join(changed, "crds/domains.yaml");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace("shortNames: [dom]", "shortNames: [dom, realm]"));
      const settings = { chart: changed };
      const shortNames = async () => {
        const crd = await api.get<CustomResourceDefinition>(`${DEFINITIONS}/domains.sme.sap.com`);
        return crd?.spec.names.shortNames;
      };
      const looked = await run(previewInstallation, { settings });
      assert.match(looked.last, /^warn: Helm never upgrades CRDs, .*\(differs\)/);
      assert.deepEqual(await shortNames(), ["dom"]);
      const { told, last } = await run(previewInstallation, { settings, press: "Apply CRDs..." });
      assert.match(
        told.filter((line) => line.startsWith("confirm")).at(-1) ?? "",
        major === 3
          ? /^confirm: Other tools wrote parts of these CRDs\. Take them over\?/
          : /^confirm: Apply 1 CRD /,
      );
      assert.equal(last, "info: The CRDs in admin@test are now those of cap-operator-chart 0.11.0.");
      assert.deepEqual(await shortNames(), ["dom", "realm"]);
    });

    it("installs the chart that was shown, whatever becomes of its folder and its tag meanwhile", async () => {
      write(`${VALUES}controller:\n  replicas: 2\n`);
      const edited = path.join(folder, "edited");
      cpSync(CHART, edited, { recursive: true });
      const addition = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: came-later\n";
      const change = async (line: string) => {
        if (!line.startsWith("helm upgrade --install --dry-run")) return;
        writeFileSync(path.join(edited, "templates", "came-later.yaml"), addition);
      };
      const { last } = await run(install, { settings: { chart: edited }, onRun: change });
      assert.match(last, /^info: cap-operator is upgraded in admin@test/);
      assert.equal(await api.get(`/api/v1/namespaces/${namespace}/configmaps/came-later`), undefined);
      // With the next installation it is part of what is shown, and so of what runs.
      await run(install, { settings: { chart: edited } });
      assert.ok(await api.get(`/api/v1/namespaces/${namespace}/configmaps/came-later`));
    });

    it("uninstalls after the name was typed, and leaves the namespace and the CRDs", async () => {
      const { told, last } = await run(uninstall, {
        settings: { protectedContexts: ["*@test"] },
        input: [release],
      });
      assert.ok(told.some((line) => line.startsWith("input: Uninstall cap-operator from admin@test?")));
      assert.match(last, /^info: cap-operator is uninstalled from admin@test\./);
      await until(async () => (await controller()) === undefined);
      assert.ok(await api.get(`/api/v1/namespaces/${namespace}`));
      assert.ok((await operatorTypes(api)).length > 0);
    });

    it("cleans up a first installation whose Helm was killed, and installs anew", async () => {
      write(`${VALUES}controller:\n  image:\n    repository: slow\n`);
      await killHelm("upgrade", "--install", release, CHART);
      write(VALUES);
      const { told, last } = await run(install);
      const asked = told.filter((line) => /^(confirm|run):/.test(line));
      assert.match(
        asked[0] ?? "",
        /^confirm: cap-operator is pending-install, and Helm does not change it\. \[Clean Up\]$/,
      );
      assert.match(asked[1] ?? "", /^run: helm uninstall /);
      assert.match(asked[2] ?? "", /^confirm: Install cap-operator/);
      assert.match(last, /is installed in admin@test, .*: revision 1,/);
      await run(uninstall);
    });
  });
}

/** True if the numbers of a first installation agree, in the line of the question about its changes. */
function addsUp(line: string): boolean {
  const numbers =
    /^ {2}Changes: (\d+) objects: (\d+) new(?:, (\d+) unchanged)?; (\d+) would be accepted, (\d+) not tested$/.exec(
      line,
    );
  const [all = 0, fresh = 0, unchanged = 0, accepted = 0, untried = 0] = (numbers ?? [])
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return all > 0 && fresh + unchanged === all && accepted + untried === all;
}
