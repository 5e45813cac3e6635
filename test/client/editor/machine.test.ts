import assert from "node:assert/strict";
import { homedir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { expandHome, fromHome, kubeconfigPaths, ownCluster } from "../../../client/editor/machine.ts";

const home = homedir();

test("a tilde is the home folder, as in a shell, and only where a shell reads it so", () => {
  assert.equal(expandHome("~"), path.join(home));
  assert.equal(expandHome("~/.kube/other"), path.join(home, ".kube", "other"));
  for (const same of ["", "helm", "/opt/helm", "~admin/helm", "charts/~/x", "./~"]) {
    assert.equal(expandHome(same), same);
  }
});

test("a relative path in a machine setting is relative to the home folder, where the programs run", () => {
  assert.equal(fromHome(".kube/other"), path.join(home, ".kube", "other"));
  assert.equal(fromHome("~/.kube/other"), path.join(home, ".kube", "other"));
  assert.equal(fromHome(path.resolve("/etc/kubeconfig")), path.resolve("/etc/kubeconfig"));
  assert.deepEqual(kubeconfigPaths("~/.kube/other"), [path.join(home, ".kube", "other")]);
});

test("a machine is in a cluster when it has the variables and the token of a pod", async () => {
  const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const token = import.meta.filename;
  assert.deepEqual(await ownCluster(pod, token), { server: "https://10.0.0.1:443" });
  // As Go's net.JoinHostPort writes it.
  const six = { ...pod, KUBERNETES_SERVICE_HOST: "fd00::1" };
  assert.deepEqual(await ownCluster(six, token), { server: "https://[fd00::1]:443" });
  assert.equal(await ownCluster({ ...pod, KUBERNETES_SERVICE_PORT: "" }, token), undefined);
  assert.equal(await ownCluster({ KUBERNETES_SERVICE_PORT: "443" }, token), undefined);
  assert.equal(await ownCluster(pod, path.dirname(token)), undefined);
  assert.equal(await ownCluster(pod, `${token}.gone`), undefined);
});
