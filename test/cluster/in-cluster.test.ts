// Programs in a pod, without a kubeconfig: with the service account that the pod has.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { resolveTarget } from "../../client/cluster/resolve-target.ts";
import { kubeconfigPaths, machineFiles, ownCluster } from "../../client/editor/processes/machine.ts";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import { list } from "../../client/helm/reading-commands.ts";
import { get, serverVersion } from "../../client/kubectl/calls.ts";
import type { ClusterTarget } from "../../client/kubectl/target.ts";
import type { Ports } from "../../client/operation/command.ts";
import { fakePorts } from "../client/fake-ports.ts";
import { inOperation, stepOver } from "../client/operations.ts";
import { type Cluster, haveCluster } from "./cluster.ts";

/** A file system of its own for one program, as a pod has one, is something of Linux that not every machine allows. */
const UNSHARE = ["--map-root-user", "--mount"];
const skip = spawnSync("unshare", [...UNSHARE, "true"]).status !== 0 && "no mount namespaces here";

for (const major of [3, 4] as const) {
  describe(`in a pod, with Helm ${major}`, { skip }, () => {
    let cluster: Cluster;
    let folder: string;
    let ports: Ports;
    let target: ClusterTarget;
    const environment = { ...process.env };

    before(async () => {
      cluster = await haveCluster();
      folder = mkdtempSync(path.join(tmpdir(), "cap-operator-pod-"));
      const { address, ca, token } = cluster.contexts["admin@test"];
      const account = path.join(folder, "account");
      mkdirSync(account);
      for (const [name, text] of Object.entries({ "ca.crt": ca, token, namespace: "default" })) {
        writeFileSync(path.join(account, name), text);
      }
      const { hostname, port } = new URL(address);
      Object.assign(process.env, cluster.environment, {
        KUBERNETES_SERVICE_HOST: hostname,
        KUBERNETES_SERVICE_PORT: port,
        KUBECONFIG: path.join(folder, "none"),
      });
      ports = {
        ...fakePorts({}),
        programs: createProgramRunner((program) => inPod(program, account)),
      };
      const files = {
        ...ports.files,
        ...machineFiles,
        kubeconfigPaths: () => kubeconfigPaths(""),
        inCluster: () => ownCluster(process.env, path.join(account, "token")),
      };
      const found = await inOperation({ ...ports, files }, (running) => resolveTarget(running));
      assert.ok(found);
      target = found;
    });
    after(async () => {
      process.env = environment;
      rmSync(folder, { recursive: true });
      await cluster.stop();
    });

    /** A program that finds the service account where a pod has it; its path. */
    function inPod(program: "helm" | "kubectl", account: string): string {
      const real = program === "helm" ? cluster.programs.helm[major] : cluster.programs.kubectl;
      const place = "/var/run/secrets/kubernetes.io/serviceaccount";
      const file = path.join(folder, program);
      const script = `mount -t tmpfs tmpfs "$(readlink -f /var/run)" && mkdir -p ${place} && cp ${account}/* ${place} && exec ${real} "$@"`;
      writeFileSync(file, `#!/bin/sh\nexec unshare ${UNSHARE.join(" ")} sh -c '${script}' sh "$@"\n`);
      chmodSync(file, 0o755);
      return file;
    }

    it("is the cluster of the pod", () => {
      const { address } = cluster.contexts["admin@test"];
      assert.deepEqual([target.context, target.server], ["in-cluster", address]);
    });

    it("is asked by kubectl and by Helm", async () => {
      const step = stepOver(ports);
      const [namespace] = await step.call(get(target, "namespaces", { name: "kube-system" }));
      assert.equal(namespace?.metadata.name, "kube-system");
      assert.match(await step.call(serverVersion(target)), /^v1\./);
      assert.deepEqual(await step.call(list({ ...target, namespace: "in-a-pod" })), []);
    });

    it("stays the one that is asked when a kubeconfig comes up that leads elsewhere", async () => {
      const elsewhere = path.join(folder, "elsewhere");
      writeFileSync(
        elsewhere,
        `current-context: else
clusters: [{ name: else, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: else, user: { token: none } }]
contexts: [{ name: else, context: { cluster: else, user: else } }]
`,
      );
      process.env.KUBECONFIG = elsewhere;
      const step = stepOver(ports);
      assert.match(await step.call(serverVersion(target)), /^v1\./);
      assert.deepEqual(await step.call(list({ ...target, namespace: "in-a-pod" })), []);
    });
  });
}
