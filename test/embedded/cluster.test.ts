// The Helm release in the cluster that a document makes, and the places where it is offered.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import type { CodeLens } from "vscode-languageserver-types";
import type { EffectiveValuesDocument } from "../../server/lsp/protocol.ts";
import { asked, embeddedClient, ROOT } from "./client.ts";

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
const SET = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: cop}
spec:
  template:
    spec:
      source:
        chart: cap-operator
        targetRevision: 0.34.0
        helm: {valuesObject: {subscriptionServer: {domain: cop.corp.internal, dnsTarget: in.corp.internal}}}
`;

const flux = (line: string) => FLUX.replace("spec:\n", `spec:\n  ${line}\n`);

function application(name: string, namespace: string) {
  return { resource: "applications.argoproj.io", kind: "Application", name, namespace };
}

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
  ["Argo CD has Helm render only, so it is the document", ARGO, application("cop", "argocd")],
  [
    "an Application with a namespace",
    ARGO.replace("{name: cop}", "{name: cop, namespace: gitops}"),
    application("cop", "gitops"),
  ],
  ["a name that something else writes", ARGO.replace("name: cop", 'name: "{{ .name }}"'), "rendered"],
  ["an ApplicationSet makes several Applications", SET, "rendered"],
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

  test("values that are only in files or texts in quotes have lenses at their key", async () => {
    const helm = `helm: {values: "controller: {replicas: 2}"}`;
    const quoted = ARGO.replace(/helm:[\s\S]*$/, `${helm}\n`);
    const named = ARGO.replace(/helm:[\s\S]*$/, "helm:\n      valueFiles: [$a/a.yaml]\n");
    for (const [text, position] of [
      [quoted, { line: 7, character: 11 }],
      [named, { line: 8, character: 6 }],
    ] as const) {
      const { uri } = await asked(client, "cop.yaml", text);
      const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } });
      assert.deepEqual(
        lenses.map(({ command, range }) => [command?.title, range.start]),
        [
          ["Effective values", position],
          ["Compare with Cluster...", position],
        ],
      );
    }
  });

  const live = (helm: string, version = "0.34.0") =>
    `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: cop}, spec: {source: {chart: cap-operator, targetRevision: ${version}, helm: ${helm}}}}`;
  const LIVE: readonly (readonly [what: string, text: string, expected: string])[] = [
    ["its values", live("{valuesObject: {controller: {replicas: 7}}}"), "replicas: 7"],
    ["a text", live(String.raw`{values: "controller:\n  replicas: 7\n"}`), "replicas: 7"],
    [
      "parameters over them",
      live(
        '{valuesObject: {controller: {replicas: 7}}, parameters: [{name: controller.replicas, value: "8"}]}',
      ),
      "replicas: 8",
    ],
    [
      "a values file of the workspace",
      `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: cop}, spec: {sources: [{repoURL: "https://git.corp.internal/a.git", ref: a}, {chart: cap-operator, targetRevision: 0.34.0, helm: {valueFiles: [$a/live.yaml], valuesObject: {}}}]}}`,
      "replicas: 9",
    ],
  ];
  for (const [what, text, expected] of LIVE) {
    test(`the document in the cluster: ${what}`, async () => {
      const { status } = await asked(client, "cop.yaml", ARGO);
      client.open(`${ROOT}/live.yaml`, "controller: {replicas: 9}\n");
      const target = { uri: status.embedded?.[0]?.address };
      const shown = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", {
        of: target,
        form: "plain",
        live: text,
      });
      assert.equal(shown.problem, undefined);
      const { controller } = load(shown.text) as { controller: { replicas: number } };
      assert.equal(`replicas: ${controller.replicas}`, expected);
    });
  }

  test("the document in the cluster may be about another chart", async () => {
    const { status } = await asked(client, "cop.yaml", ARGO);
    const target = { uri: status.embedded?.[0]?.address };
    const text = live("{valuesObject: {}}").replace("cap-operator", "redis");
    const { problem } = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", {
      of: target,
      form: "plain",
      live: text,
    });
    assert.equal(problem, "The document in the cluster has no values of the operator's chart.");
  });
});
