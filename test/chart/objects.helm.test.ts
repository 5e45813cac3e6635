import assert from "node:assert/strict";
import path from "node:path";
import { askAll } from "../helm/ask-helm.ts";
import { schemaCases } from "../helm/schema-cases.ts";
import { type Place, Rendered, setting, testWithHelm } from "../helm/with-helm.ts";
import { repository } from "../support/repository.ts";
import { chart } from "./chart.ts";

const COMPONENTS = ["controller", "subscription-server", "webhook"];
const spec = (name: string, ...steps: readonly (string | number)[]): Place => [
  "Deployment",
  name,
  "spec",
  "template",
  "spec",
  ...steps,
];

testWithHelm("three components, with all that they need to run", async (helm) => {
  const rendered = await helm.render();
  const names = COMPONENTS.map((name) => `cop-${name}`);
  for (const kind of ["Deployment", "ServiceAccount", "ClusterRole", "ClusterRoleBinding"]) {
    assert.deepEqual(rendered.names(kind), names, kind);
  }
  for (const name of COMPONENTS) {
    assert.equal(rendered.at(spec(name, "serviceAccountName")), `cop-${name}`);
    assert.equal(rendered.at(["ClusterRoleBinding", name, "roleRef", "name"]), `cop-${name}`);
    const subject = { kind: "ServiceAccount", name: `cop-${name}`, namespace: "operators" };
    assert.deepEqual(rendered.at(["ClusterRoleBinding", name, "subjects", 0]), subject);
  }
});

testWithHelm("services and routes lead to their pods", async (helm) => {
  const rendered = await helm.render(...setting("subscriptionServer.port", 4321));
  assert.deepEqual(rendered.names("Service"), ["cop-subscription-server", "cop-webhook"]);
  for (const name of ["subscription-server", "webhook"]) {
    assert.deepEqual(
      rendered.at(["Service", name, "spec", "selector"]),
      rendered.at(["Deployment", name, "spec", "selector", "matchLabels"]),
    );
  }
  const route = [
    "VirtualService",
    "subscription-server",
    "spec",
    "http",
    0,
    "route",
    0,
    "destination",
  ] as const;
  assert.deepEqual(rendered.at(route), { host: "cop-subscription-server", port: { number: 4321 } });
  const webhook = ["ValidatingWebhookConfiguration", "webhook", "webhooks", 0, "clientConfig"] as const;
  assert.deepEqual(rendered.at([...webhook, "service"]), {
    name: "cop-webhook",
    namespace: "operators",
    port: 443,
    path: "/validate",
  });
});

testWithHelm("version monitoring is off until it has an address", async (helm) => {
  const env = spec("controller", "containers", "controller", "env");
  const names = (rendered: Rendered) => (rendered.at(env) as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names(await helm.render()), ["NAMESPACE"]);
  const address = setting("controller.versionMonitoring.metricsServerAddress", "http://metrics:9090");
  const rendered = await helm.render(...address);
  assert.equal(rendered.at([...env, "METRICS_EVALUATION_INTERVAL", "value"]), "1h");
  assert.equal(rendered.at([...env, "METRICS_CLIENT_ACQUIRE_RETRY_DELAY", "value"]), "1h");
});

testWithHelm("volumes of the values stand beside the webhook's own", async (helm) => {
  const volumes = [{ name: "ca", configMap: { name: "metrics-ca" } }];
  const volumeMounts = [{ name: "ca", mountPath: "/etc/ssl/certs/metrics", readOnly: true }];
  const rendered = await helm.render(
    ...setting("controller.volumes", volumes),
    ...setting("controller.volumeMounts", volumeMounts),
  );
  assert.deepEqual(rendered.at(spec("controller", "volumes")), volumes);
  assert.deepEqual(rendered.at(spec("controller", "containers", 0, "volumeMounts")), volumeMounts);
  assert.equal(rendered.at(spec("subscription-server", "volumes")), undefined);
  assert.deepEqual(rendered.at(spec("webhook", "volumes", 0, "name")), "certificate");
});

testWithHelm("the webhook's sidecar shares the admission review with it", async (helm) => {
  const containers = async (...args: readonly string[]) =>
    (await helm.render(...args)).at(spec("webhook", "containers")) as { name: string }[];
  assert.deepEqual(
    (await containers()).map(({ name }) => name),
    ["webhook"],
  );
  const rendered = await helm.render(...setting("webhook.sidecar", true));
  const mounted = (name: string) =>
    rendered.at(spec("webhook", "containers", name, "volumeMounts", "admission-review", "mountPath"));
  assert.equal(mounted("webhook"), "/admission-review");
  assert.equal(mounted("admission-review"), "/admission-review");
  assert.deepEqual(rendered.at(spec("webhook", "volumes", "admission-review", "emptyDir")), {});
});

testWithHelm("monitors, dashboards and metrics ports are there only with monitoring", async (helm) => {
  const off = await helm.render();
  assert.deepEqual([...off.names("ServiceMonitor"), ...off.names("ConfigMap")], []);
  const on = await helm.render(...setting("monitoring.enabled", true));
  assert.deepEqual(on.names("ServiceMonitor"), ["cop-controller", "cop-subscription-server"]);
  assert.deepEqual(on.names("ConfigMap"), ["cop-controller-dashboard", "cop-subscription-server-dashboard"]);
  for (const name of ["controller", "subscription-server"]) {
    const labels = on.at(["Service", name, "metadata", "labels"]) as Record<string, string>;
    const wanted = on.at(["ServiceMonitor", name, "spec", "selector", "matchLabels"]) as Record<
      string,
      string
    >;
    assert.deepEqual({ ...labels, ...wanted }, labels, "the monitor selects the service");
    assert.equal(on.at(["Service", name, "spec", "ports", "metrics", "targetPort"]), "metrics");
    const text = on.at(["ConfigMap", `${name}-dashboard`, "data", `${name}.json`]);
    assert.match(JSON.parse(String(text)).title, /^CAP Operator: /);
  }
  assert.equal(on.at(["ConfigMap", "controller-dashboard", "metadata", "labels", "dash_dashboard"]), "1");
});

testWithHelm(
  "names stay the same from one rendering to the next, and short enough for long releases",
  async (helm) => {
    const longest = "r".repeat(53);
    const everything = [...setting("monitoring.enabled", true), ...setting("webhook.sidecar", true)];
    const names = async (release: string) => {
      const text = await helm.run("template", release, chart, ...everything);
      return new Rendered(text).objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    };
    assert.deepEqual(await names("cop"), await names("cop"));
    const long = await names(longest);
    assert.equal(new Set(long).size, (await names("cop")).length);
    for (const name of long) assert.match(name, /^\w+ [a-z][-a-z0-9]*[a-z0-9]$/);
    for (const name of long.filter((found) => found.startsWith("Service "))) {
      assert.ok(name.length <= "Service ".length + 63, name);
    }
  },
);

testWithHelm("a component without values is left out", async (helm) => {
  const rendered = await helm.render(...setting("webhook", null));
  assert.deepEqual(rendered.names("Deployment"), ["cop-controller", "cop-subscription-server"]);
  assert.deepEqual(rendered.names("ValidatingWebhookConfiguration"), []);
});

testWithHelm(
  "what the certificates and routes need of the operator's own types is in crds/",
  async (helm) => {
    const rendered = await helm.render("--include-crds");
    assert.deepEqual(rendered.names("CustomResourceDefinition"), [
      "capapplications.sme.sap.com",
      "capapplicationversions.sme.sap.com",
      "captenantoperations.sme.sap.com",
      "captenants.sme.sap.com",
      "clusterdomains.sme.sap.com",
      "domains.sme.sap.com",
    ]);
    const checked = rendered.at([
      "ValidatingWebhookConfiguration",
      "webhook",
      "webhooks",
      0,
      "rules",
      0,
      "resources",
    ]);
    const defined = rendered
      .names("CustomResourceDefinition")
      .map((name) => name.replace(".sme.sap.com", ""));
    assert.deepEqual((checked as string[]).toSorted(), defined.toSorted());
    assert.deepEqual((await helm.render()).names("CustomResourceDefinition"), []);
  },
);

testWithHelm("every good values file of this repository renders", async (helm) => {
  const files = schemaCases().filter(({ good, onlyHelm3 }) => good && !onlyHelm3);
  assert.ok(files.length > 40);
  await askAll(files, async ({ name }) => {
    const rendered = await helm.render("-f", path.join(repository, name));
    assert.ok(rendered.names("Deployment").includes("cop-controller"), name);
  });
});
