// Which Helm release in the cluster a document makes, and where that is offered.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { CodeLens } from "vscode-languageserver-types";
import { asked, embeddedClient } from "./client.ts";

const FLUX = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop, namespace: flux-system}
spec:
  chart: {spec: {chart: cap-operator, version: 0.34.0}}
  values: {subscriptionServer: {domain: cop.corp.internal, dnsTarget: in.corp.internal}}
`;
const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: cop}
spec:
  source:
    chart: cap-operator
    targetRevision: 0.34.0
    helm:
      valuesObject: {subscriptionServer: {domain: cop.corp.internal, dnsTarget: in.corp.internal}}
`;
const flux = (line: string) => FLUX.replace("spec:\n", `spec:\n  ${line}\n`);

/** `releaseName`, `targetNamespace` and `storageNamespace`: https://fluxcd.io/flux/components/helm/helmreleases/#release-configuration. Argo CD: https://argo-cd.readthedocs.io/en/stable/faq/. */
const DOCUMENTS: readonly (readonly [what: string, text: string, inCluster: unknown])[] = [
  ["the name and namespace of the document", FLUX, { release: "cop", namespace: "flux-system" }],
  ["a name of its own", flux("releaseName: operator"), { release: "operator", namespace: "flux-system" }],
  [
    "a name of its own in another namespace",
    flux("releaseName: operator\n  targetNamespace: apps"),
    { release: "operator", namespace: "flux-system" },
  ],
  ["another namespace", flux("targetNamespace: apps"), { release: "apps-cop", namespace: "flux-system" }],
  ["kept elsewhere", flux("storageNamespace: helm"), { release: "cop", namespace: "helm" }],
  ["a namespace that is not written", FLUX.replace(", namespace: flux-system", ""), { release: "cop" }],
  ["a name that Flux writes later", FLUX.replace("name: cop,", 'name: "${name}",'), undefined],
  ["a name that Flux shortens", flux(`targetNamespace: ${"a".repeat(50)}`), undefined],
  ["Argo CD has Helm render only", ARGO, "rendered"],
];

suite("the release in the cluster", async () => {
  const commands = ["capOperator.showEffectiveValues", "capOperator.compareWithCluster"];
  const client = await embeddedClient({ initializationOptions: { commands } });
  for (const [what, text, inCluster] of DOCUMENTS) {
    test(what, async () => {
      const { uri, status } = await asked(client, "cop.yaml", text);
      assert.deepEqual(status.embedded?.[0]?.inCluster, inCluster);
      const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } });
      const isOffered = typeof inCluster === "object";
      assert.deepEqual(
        lenses.map(({ command }) => command?.title),
        ["Effective values", ...(isOffered ? ["Compare with Cluster..."] : [])],
      );
      if (isOffered) assert.deepEqual(lenses[1]?.command?.arguments, [status.embedded?.[0]?.address]);
    });
  }
});
