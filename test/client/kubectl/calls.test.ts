import assert from "node:assert/strict";
import { test } from "node:test";
import {
  apiResources,
  apiVersions,
  apply,
  canI,
  clientVersion,
  get,
  readCanI,
  serverVersion,
  tryObjects,
} from "../../../client/kubectl/calls.ts";
import { recorded } from "../cluster/recorded.ts";

const AT = { context: "admin@test", server: "https://127.0.0.1:6443", namespace: "cop" };
const ELSEWHERE = { ...AT, context: "my prod, 'eu'", kubeconfig: "C:\\Users\\A B\\.kube\\config" };

test("the cluster that this machine runs in has no context, and an empty kubeconfig instead", () => {
  // Tried with the real programs in test/cluster/in-cluster.test.ts.
  const inCluster = { ...AT, context: "in-cluster", kubeconfig: "/dev/null" };
  const flags = ["--kubeconfig", "/dev/null"];
  assert.deepEqual(serverVersion(inCluster).args, ["get", "--raw", "/version", ...flags]);
  assert.deepEqual(get(inCluster, "pods").args.slice(0, 6), ["get", ...flags, "--namespace", "cop", "-o"]);
  const tried = tryObjects(inCluster, "apply", "server-side", []);
  assert.deepEqual(tried.args.slice(-4), [...flags, "--namespace", "cop"]);
});

test("every call names context and namespace, and the kubeconfig of the setting", () => {
  assert.deepEqual(get(AT, "deployments,pods", { labels: { app: "a", tier: "b" } }).args, [
    "get",
    "--context",
    "admin@test",
    "--request-timeout",
    "20s",
    "--namespace",
    "cop",
    "--selector",
    "app=a,tier=b",
    "-o",
    "json",
    "--",
    "deployments,pods",
  ]);
  const kubeconfig = ["--kubeconfig", "C:\\Users\\A B\\.kube\\config"];
  const elsewhere = [...kubeconfig, "--context", "my prod, 'eu'", "--request-timeout", "20s"];
  assert.deepEqual(get(ELSEWHERE, "configmaps", { namespace: "kube-system", name: "shoot-info" }).args, [
    "get",
    ...elsewhere,
    "--namespace",
    "kube-system",
    "--ignore-not-found",
    "-o",
    "json",
    "--",
    "configmaps",
    "shoot-info",
  ]);
  assert.deepEqual(get(ELSEWHERE, "services", { everywhere: true }).args, [
    "get",
    ...elsewhere,
    "--all-namespaces",
    "-o",
    "json",
    "--",
    "services",
  ]);
  assert.deepEqual(canI(ELSEWHERE, { verb: "create", resource: "deployments.apps" }).args, [
    "auth",
    "can-i",
    ...elsewhere,
    "--namespace",
    "cop",
    "--",
    "create",
    "deployments.apps",
  ]);
  assert.deepEqual(apiResources(ELSEWHERE, "networking.istio.io/v1").args, [
    "get",
    "--raw",
    "/apis/networking.istio.io/v1",
    ...elsewhere,
  ]);
});

test("a manifest is passed through standard input, and what became of each object is read", () => {
  const { args, stdin, parse } = apply(ELSEWHERE, "kind: Namespace\n", { dryRun: true });
  assert.deepEqual(args, [
    "apply",
    "-f",
    "-",
    "--kubeconfig",
    "C:\\Users\\A B\\.kube\\config",
    "--context",
    "my prod, 'eu'",
    "--request-timeout",
    "20s",
    "--namespace",
    "cop",
    "--dry-run=server",
  ]);
  assert.equal(stdin, "kind: Namespace\n");
  const printed =
    "namespace/cop created (server dry run)\r\ndeployment.apps/manager configured\nWarning: old\n";
  assert.deepEqual(parse(printed), [
    { object: "namespace/cop", change: "created" },
    { object: "deployment.apps/manager", change: "configured" },
  ]);
});

const complete = recorded("complete");
const forNobody = recorded("complete-for-nobody");
const printed = ({ args }: { readonly args: readonly string[] }) =>
  complete[["kubectl", ...args].join(" ")]?.stdout ?? assert.fail(args.join(" "));

test("recorded answers of an API server are read", () => {
  const versions = apiVersions(AT);
  const served = versions.parse(printed(versions));
  assert.deepEqual(
    served.filter((version) => /istio|cert-manager|apps/.test(version)),
    [
      "apps/v1",
      "cert-manager.io/v1",
      "networking.istio.io/v1",
      "networking.istio.io/v1beta1",
      "networking.istio.io/v1alpha3",
      "security.istio.io/v1",
      "security.istio.io/v1beta1",
    ],
  );
  const resources = apiResources(AT, "security.istio.io/v1");
  // Subresources such as gateways/status are not resources of their own.
  assert.deepEqual([...resources.parse(printed(resources))].sort(), [
    "authorizationpolicies",
    "peerauthentications",
  ]);
  assert.equal(serverVersion(AT).parse(printed(serverVersion(AT))), "v1.37.1");
  assert.equal(clientVersion().parse(printed(clientVersion())), "1.37.1");
  const issuers = get(AT, "issuers.cert-manager.io", { everywhere: true });
  const [staging] = issuers.parse(printed(issuers));
  assert.equal(staging?.metadata.namespace, "istio-system");
});

test("what may be done is read from how the run ended", () => {
  const asNobody = { ...AT, context: "nobody@test", namespace: "cap-operator-system" };
  const line = ["kubectl", ...canI(asNobody, { verb: "create", resource: "secrets" }).args].join(" ");
  assert.equal(readCanI(forNobody[line] ?? assert.fail(line)), false);
  const failed = { exitCode: 1, stdout: "", stderr: "error: You must be logged in", interrupted: false };
  assert.equal(readCanI(failed), undefined);
  assert.equal(canI(AT, { verb: "create", resource: "secrets" }).parse("yes\n"), true);
});

test("a missing name is an empty list; what is not an object is an error that says so", () => {
  const { parse } = get(AT, "configmaps", { name: "shoot-info" });
  assert.deepEqual(parse(""), []);
  assert.throws(() => parse("No resources found"), /printed something that is not JSON/);
  assert.throws(() => parse('{"items":[{"kind":"Pod"}]}'), /something other than objects/);
  assert.throws(() => clientVersion().parse('{"clientVersion":{}}'), /does not report its version/);
});

test("the version of kubectl is also read from other people's builds", () => {
  const printed = '{"clientVersion":{"major":"1","minor":"32+","gitVersion":"v1.32.4-dispatcher"}}';
  assert.equal(clientVersion().parse(printed), "1.32.4");
});
