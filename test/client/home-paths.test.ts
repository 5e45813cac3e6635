import assert from "node:assert/strict";
import { homedir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { expandHome, fromHome } from "../../client/adapters/home-paths.ts";
import { kubeconfigPaths } from "../../client/adapters/machine-files.ts";

const home = homedir();

test("a tilde is the home folder, as in a shell, and only where a shell reads it so", () => {
  assert.equal(expandHome("~"), path.join(home));
  assert.equal(expandHome("~/.kube/other"), path.join(home, ".kube", "other"));
  for (const same of ["", "helm", "/opt/helm", "~admin/helm", "charts/~/x", "./~"]) {
    assert.equal(expandHome(same), same);
  }
});

test("a relative path of the machine counts from the home folder, where the programs run", () => {
  assert.equal(fromHome(".kube/other"), path.join(home, ".kube", "other"));
  assert.equal(fromHome("~/.kube/other"), path.join(home, ".kube", "other"));
  assert.equal(fromHome(path.resolve("/etc/kubeconfig")), path.resolve("/etc/kubeconfig"));
  assert.deepEqual(kubeconfigPaths("~/.kube/other"), [path.join(home, ".kube", "other")]);
});
