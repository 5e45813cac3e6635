import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { type Rendered, setting, testWithHelm } from "../helm/with-helm.ts";

const DOMAIN = setting("subscriptionServer.domain", "cop.cluster-a.example.com");
const issuer = (component: string, manager: string, config: object) =>
  setting(`${component}.certificateConfig.${manager}`, config as Record<string, string>);
const managedBy = (component: string, manager: string) => setting(`${component}.certificateManager`, manager);

testWithHelm("Platform: a certificate for the domain beside the gateway, from any issuer", async (helm) => {
  const rendered = await helm.render(...DOMAIN);
  const certificate = ["Certificate", "subscription-server"] as const;
  assert.equal(rendered.at([...certificate, "apiVersion"]), "cert.gardener.cloud/v1alpha1");
  assert.equal(rendered.at([...certificate, "metadata", "namespace"]), "mesh-system");
  assert.deepEqual(rendered.at([...certificate, "spec"]), {
    commonName: "cop.cluster-a.example.com",
    secretName: "cop-subscription-server-certificate",
  });
});

testWithHelm("Platform: a named issuer is referred to, a namespace alone is not", async (helm) => {
  const cases = [
    [
      { issuerName: "one", issuerNamespace: "issuers" },
      { name: "one", namespace: "issuers" },
    ],
    [{ issuerName: "one" }, { name: "one" }],
    [{ issuerNamespace: "issuers" }, undefined],
  ] as const;
  for (const [config, reference] of cases) {
    const rendered = await helm.render(...issuer("subscriptionServer", "platform", config));
    assert.deepEqual(issuerOf(rendered, "subscription-server"), reference);
  }
});

testWithHelm("CertController: each issuer is referred to as far as it is given", async (helm) => {
  for (const [component, name] of [
    ["subscriptionServer", "subscription-server"],
    ["webhook", "webhook"],
  ] as const) {
    const cases = [
      [
        { issuerGroup: "issuers.example.com", issuerKind: "ClusterIssuer", issuerName: "one" },
        { group: "issuers.example.com", kind: "ClusterIssuer", name: "one" },
      ],
      [
        { issuerKind: "Issuer", issuerName: "one" },
        { kind: "Issuer", name: "one" },
      ],
      [{}, undefined],
    ] as const;
    for (const [config, reference] of cases) {
      const rendered = await helm.render(
        ...managedBy(component, "CertController"),
        ...issuer(component, "certController", config),
      );
      assert.equal(rendered.at(["Certificate", name, "apiVersion"]), "cert-manager.io/v1");
      assert.deepEqual(issuerOf(rendered, name), reference);
    }
  }
});

testWithHelm("only the configuration of the chosen manager counts", async (helm) => {
  const both = [
    ...issuer("subscriptionServer", "platform", { issuerName: "of-the-platform" }),
    ...issuer("subscriptionServer", "certController", { issuerKind: "Issuer", issuerName: "other" }),
  ];
  const platform = await helm.render(...both);
  assert.deepEqual(issuerOf(platform, "subscription-server"), { name: "of-the-platform" });
  const controller = await helm.render(...both, ...managedBy("subscriptionServer", "CertController"));
  assert.deepEqual(issuerOf(controller, "subscription-server"), { kind: "Issuer", name: "other" });
});

testWithHelm("the gateway uses the certificate's Secret and asks for the DNS entry", async (helm) => {
  const target = "ingress.cluster-a.example.com";
  const given = [...DOMAIN, ...setting("subscriptionServer.dnsTarget", target)];
  const annotations = {
    Platform: {
      "dns.gardener.cloud/class": "garden",
      "dns.gardener.cloud/dnsnames": "cop.cluster-a.example.com",
      "dns.gardener.cloud/targets": target,
    },
    CertController: {
      "external-dns.kubernetes.io/target": target,
      "external-dns.alpha.kubernetes.io/target": target,
    },
  };
  for (const [manager, expected] of Object.entries(annotations)) {
    const rendered = await helm.render(...given, ...managedBy("subscriptionServer", manager));
    const gateway = ["Gateway", "subscription-server"] as const;
    assert.deepEqual(rendered.at([...gateway, "metadata", "annotations"]), expected);
    assert.equal(
      rendered.at([...gateway, "spec", "servers", 0, "tls", "credentialName"]),
      rendered.at(["Certificate", "subscription-server", "spec", "secretName"]),
    );
  }
});

testWithHelm("Default: the webhook gets a certificate that the API server trusts", async (helm) => {
  const rendered = await helm.render();
  const secret = ["Secret", "webhook-default-certificate"] as const;
  assert.equal(rendered.at([...secret, "type"]), "kubernetes.io/tls");
  const data = (name: string) => Buffer.from(String(rendered.at([...secret, "data", name])), "base64");
  const authority = new X509Certificate(data("ca.crt"));
  const certificate = new X509Certificate(data("tls.crt"));
  assert.ok(authority.ca && certificate.verify(authority.publicKey));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(data("tls.key"))));
  assert.equal(certificate.checkHost("cop-webhook.operators.svc"), "cop-webhook.operators.svc");
  assert.equal(clientConfig(rendered, "caBundle"), data("ca.crt").toString("base64"));
  assert.equal(mountedSecret(rendered), "cop-webhook-default-certificate");
  assert.deepEqual(rendered.names("Certificate"), ["cop-subscription-server"]);
});

testWithHelm(
  "CertController: the webhook's authority is injected, and the chart makes no Secret",
  async (helm) => {
    const rendered = await helm.render(...managedBy("webhook", "CertController"));
    assert.deepEqual(rendered.names("Secret"), []);
    assert.equal(clientConfig(rendered, "caBundle"), undefined);
    assert.deepEqual(rendered.at(["ValidatingWebhookConfiguration", "webhook", "metadata", "annotations"]), {
      "cert-manager.io/inject-ca-from": "operators/cop-webhook",
    });
    const spec = ["Certificate", "webhook", "spec"] as const;
    assert.deepEqual(rendered.at([...spec, "dnsNames"]), [
      "cop-webhook.operators.svc",
      "cop-webhook.operators.svc.cluster.local",
    ]);
    assert.equal(rendered.at([...spec, "secretName"]), mountedSecret(rendered));
  },
);

function issuerOf(rendered: Rendered, name: string): unknown {
  return rendered.at(["Certificate", name, "spec", "issuerRef"]);
}

function clientConfig(rendered: Rendered, field: string): unknown {
  return rendered.at(["ValidatingWebhookConfiguration", "webhook", "webhooks", 0, "clientConfig", field]);
}

function mountedSecret(rendered: Rendered): unknown {
  const volume = ["Deployment", "webhook", "spec", "template", "spec", "volumes", "certificate"] as const;
  return rendered.at([...volume, "secret", "secretName"]);
}
