import assert from "node:assert/strict";
import { test } from "node:test";
import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import { fakePorts } from "../fake-ports.ts";
import { DEFAULT_RESOURCE, MANIFEST } from "./manager-release-texts.ts";
import {
  gatewayService,
  list,
  managerWorld,
  RELEASE,
  refused,
  said,
  seenWhileInstalling,
} from "./manager-world.ts";

test("if the gateway has other labels, a new resource with them is opened, and applied when the person says so", async () => {
  const service = gatewayService("company-gateway", { app: "company-gateway" });
  const seen = await seenWhileInstalling(
    managerWorld([["-- services", list(service)]], {
      press: "Apply...",
      status: { kind: "operator", strength: "certain", reason: "modeline", explanation: "" },
    }),
  );
  const opened = seen.find((line) => line.startsWith("open: ")) ?? assert.fail("nothing was opened");
  assert.match(
    JSON.parse(opened.slice("open: ".length)),
    /^# cap-operator: operator\n# cap-operator-disable labels-differ-from-default\napiVersion: operator\.sme\.sap\.com\/v1alpha1\nkind: CAPOperator\n[\s\S]* ingressGatewayLabels:\n {4}- name: app\n {6}value: company-gateway\n$/,
  );
  assert.ok(
    seen.includes(
      "info: CAP Operator Manager is running. The ingress gateway istio-system/company-gateway has the labels app=company-gateway, and the default operator resource names istio=ingressgateway, app=istio-ingressgateway. A new operator resource with the gateway's labels is open. Check it, then apply it. [Apply...]",
    ),
  );
  assert.equal(seen.at(-1), "command: capOperator.applyOperatorResource untitled:Untitled-1");
});

test("of several gateways, the person picks one by its host names, and reads that none is the default one", async () => {
  const two = gatewayService("two", { app: "two" });
  const annotations = { "dns.gardener.cloud/dnsnames": "*.c.example.org, c.example.org" };
  const status = { loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } };
  const services = list(gatewayService("one", { app: "one" }), {
    ...two,
    metadata: { ...two.metadata, annotations },
    status,
  });
  const ports = fakePorts(managerWorld([["-- services", services]], { pick: "two" }));
  await installWithManager.run(ports);
  assert.deepEqual(
    ports.choices.map(({ label, description, detail }) => [label, description, detail]),
    [
      ["istio-system/one", undefined, "app=one"],
      ["istio-system/two", "*.c.example.org, c.example.org, 192.0.2.7", "app=two"],
    ],
  );
  const seen = await seenWhileInstalling(managerWorld([["-- services", services]], { pick: "two" }));
  assert.ok(
    seen.includes(
      "pick: CAP Operator: Ingress Gateway | Select the gateway of the applications. None has the default labels istio=ingressgateway, app=istio-ingressgateway",
    ),
  );
  assert.match(seen.find((line) => line.startsWith("open: ")) ?? "", /value: two/);
  const dismissed = await seenWhileInstalling(managerWorld([["-- services", services]], { pick: "none" }));
  assert.match(
    dismissed.at(-1) ?? "",
    /^info: CAP Operator Manager is running, but installs nothing without an operator resource\./,
  );
});

test("without a gateway, or without permission to look, a new resource is opened to be filled in", async () => {
  const none = await seenWhileInstalling(managerWorld([["-- services", list()]]));
  assert.ok(
    none.includes(
      "info: CAP Operator Manager is running. No ingress gateway found in this cluster. A new operator resource is open. Enter the labels of your ingress gateway, then apply it. [Apply...]",
    ),
  );
  const forbidden = refused(
    'Error from server (Forbidden): services is forbidden: User "me" cannot list resource "services" in API group "" at the cluster scope',
  );
  const unread = await seenWhileInstalling(managerWorld([["-- services", forbidden]]));
  assert.match(
    said(unread, "info").join(),
    /The ingress gateway could not be read: User me is not allowed to list services in the whole cluster\. A new operator resource is open\./,
  );
});

test("the default resource can be edited instead of applied", async () => {
  const ports = fakePorts(managerWorld([], { press: "Open It" }));
  const refused: string[] = [];
  const dialogs = {
    ...ports.dialogs,
    async confirm(message: string) {
      refused.push(message);
      return false;
    },
  };
  await installWithManager.run({ ...ports, dialogs });
  assert.match(refused.join(), /^Apply the operator resource cap-operator to [^,]*$/);
  assert.ok(
    ports.seen.includes(
      "info: CAP Operator Manager is running, but installs nothing without an operator resource. You can edit the default one first. [Open It]",
    ),
  );
  assert.match(
    ports.seen.at(-1) ?? "",
    /^open: "# cap-operator: operator\\napiVersion: operator\.sme\.sap\.com/,
  );
});

test("a default resource for another namespace than the manager's says so in the question", async () => {
  const remark = (seen: readonly string[]) => seen.filter((line) => line.includes("It names the namespace"));
  const elsewhere = DEFAULT_RESOURCE.replace("metadata:\n", "metadata:\n  namespace: cop\n");
  const downloads = {
    [`${RELEASE}/manager_manifest.yaml`]: MANIFEST,
    [`${RELEASE}/manager_default_CR.yaml`]: elsewhere,
  };
  assert.deepEqual(remark(await seenWhileInstalling(managerWorld([], { downloads }))), [
    "  It names the namespace cop, but the manager runs in cap-operator-system.",
  ]);
  assert.deepEqual(remark(await seenWhileInstalling(managerWorld())), []);
});
