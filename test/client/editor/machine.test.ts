import assert from "node:assert/strict";
import { homedir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import {
  expandHome,
  fromHome,
  kubeconfigPaths,
  ownCluster,
} from "../../../client/editor/processes/machine.ts";
import { machineEnvironment } from "../../../server/programs/surroundings.ts";

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

test("without a setting, the kubeconfig is where kubectl looks for it", () => {
  const { KUBECONFIG: before } = process.env;
  try {
    process.env.KUBECONFIG = path.join(home, "one");
    assert.deepEqual(kubeconfigPaths(""), [path.join(home, "one")]);
    process.env.KUBECONFIG = [path.join(home, "one"), path.join(home, "two")].join(path.delimiter);
    assert.deepEqual(kubeconfigPaths(""), [path.join(home, "one"), path.join(home, "two")]);
    delete process.env.KUBECONFIG;
    assert.deepEqual(kubeconfigPaths(""), [path.join(home, ".kube", "config")]);
  } finally {
    if (before === undefined) delete process.env.KUBECONFIG;
    else process.env.KUBECONFIG = before;
  }
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

describe("the environment of helm and kubectl", () => {
  const passedOn = (name: string) => machineEnvironment({ [name]: "1" }).variables[name] === "1";

  for (const name of [
    ...["HELM_DEBUG", "HELM_PLUGINS", "HELM_NO_PLUGINS", "HELM_BIN", "HELM_KUBECONTEXT", "HELM_KUBETOKEN"],
    ...["HELM_NAMESPACE", "HELM_ANYTHING", "helm_debug", "KUBERC", "KUBECTL_EXTERNAL_DIFF"],
    ...["KUBECTL_COMMAND_HEADERS", "KUBE_EDITOR", "EDITOR", "VISUAL", "PAGER", "LD_PRELOAD", "LD_AUDIT"],
    ...["DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "BASH_ENV", "ENV", "PERL5OPT", "RUBYOPT"],
  ]) {
    test(`has no ${name}`, () => assert.ok(!passedOn(name)));
  }

  for (const name of [
    ...["PATH", "HOME", "USERPROFILE", "SystemRoot", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "LANG"],
    ...["HTTPS_PROXY", "https_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"],
    ...["HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME", "HELM_REGISTRY_CONFIG", "HELM_DRIVER"],
    ...["HELM_DRIVER_SQL_CONNECTION_STRING", "HELM_BURST_LIMIT", "DOCKER_CONFIG", "XDG_CONFIG_HOME"],
    ...["AWS_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE", "AZURE_CONFIG_DIR"],
    ...["AAD_SERVICE_PRINCIPAL_CLIENT_ID", "GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG"],
    ...[
      "USE_GKE_GCLOUD_AUTH_PLUGIN",
      "KUBERNETES_SERVICE_HOST",
      "OIDC_ISSUER",
      "VAULT_ADDR",
      "TELEPORT_HOME",
    ],
    ...["SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "BROWSER", "GODEBUG", "KUBECACHEDIR"],
    ...["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"],
  ]) {
    test(`has ${name}, which a login or a connection may need`, () => assert.ok(passedOn(name)));
  }
});
