// Texts about releases, clusters and failures in a language in which translated text is in brackets. Text outside of brackets
// must be a name, or the output of a program.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { prerequisitesPage } from "../../client/cluster/prerequisites/page.ts";
import type { PrerequisiteReadings } from "../../client/cluster/prerequisites/prerequisite.ts";
import { prerequisites } from "../../client/cluster/prerequisites/prerequisites.ts";
import { explainMissing } from "../../client/helm/failures/missing-program.ts";
import { failureMessage, failurePage } from "../../client/operation/failure-text.ts";
import { spokenLabel, type ViewItem } from "../../client/views/view-item.ts";
import { viewItems } from "../../client/views/view-items.ts";
import { explainCase, failureCases } from "../client/helm/failure-cases.ts";
import { DEFAULT_FACTS } from "../cluster/scenes.ts";
import { pseudo, speakPseudo, withoutTranslations } from "./pseudo-language.ts";

speakPseudo();

/** Asserts that a sentence is translated from its first character to its last. */
function isWhole(text: string): void {
  assert.match(text, /^⟦[\s\S]*⟧$/);
  assert.equal(withoutTranslations(text), "", text);
}

/** Asserts that what is not translated consists of names and punctuation: two words in a row are a sentence. */
function hasNoWords(text: string): void {
  assert.doesNotMatch(withoutTranslations(text), /\p{L}{2,} \p{L}{2,}/u, text);
}

const AT = { context: "dev", server: "https://dev:6443", namespace: "ops", release: "cop" };

for (const failureCase of failureCases) {
  test(`a failure is told in the language of the editor: ${failureCase.name}`, () => {
    const failure = explainCase(failureCase);
    isWhole(failure.sentence);
    isWhole(failure.next);
    if (failure.outcome !== undefined) isWhole(failure.outcome);
    const { source } = failurePage({ ...failure, details: [] }, undefined, []);
    hasNoWords(source.replace(/`{3,}[\s\S]*?`{3,}/g, ""));
    assert.match(failureMessage(failure), /^⟦/);
  });
}

describe("a program that did not run is explained in the language of the editor", () => {
  for (const reason of ["not-found", "not-runnable", "other-system", "folder", "shell-script"] as const) {
    for (const configured of [undefined, "/opt/helm"]) {
      test(`${reason}, ${configured ?? "on the PATH"}`, () => {
        const lookup = configured === undefined ? { reason } : { reason, configured };
        const { sentence, next } = explainMissing("helm", lookup);
        isWhole(sentence);
        isWhole(next);
      });
    }
  }
});

const UNREAD = { unread: pseudo("It was too slow.") };

const MISSING: PrerequisiteReadings = {
  apiVersions: { answer: ["networking.istio.io/v1beta1", "cert-manager.io/v1"] },
  resources: { "networking.istio.io/v1": { answer: [] }, "security.istio.io/v1": { answer: [] } },
  controlPlanes: { answer: [] },
  gateways: {
    answer: [
      {
        service: { kind: "Service", metadata: { name: "gateway", namespace: "edge" } },
        labels: { istio: "edge" },
        isNamed: false,
      },
    ],
  },
  issuers: { "cert-manager.io": { answer: [] } },
  permissions: [
    { permission: { verb: "create", resource: "secrets" }, allowed: { answer: false } },
    { permission: { verb: "create", resource: "services" }, allowed: UNREAD },
  ],
};

const UNANSWERED: PrerequisiteReadings = {
  apiVersions: UNREAD,
  resources: {},
  controlPlanes: UNREAD,
  gateways: UNREAD,
  issuers: {},
  permissions: [{ permission: { verb: "create", resource: "secrets" }, allowed: UNREAD }],
};

for (const [what, readings] of [
  ["missing", MISSING],
  ["without an answer", UNANSWERED],
] as const) {
  test(`the page of prerequisites is in the language of the editor: ${what}`, () => {
    const certificates = [
      { component: "webhook", manager: "CertController", issuerName: "le", issuerKind: "Issuer" },
      { component: "subscriptionServer", manager: "Platform", issuerName: "le" },
    ];
    const needs = { ...DEFAULT_FACTS, namespace: "cop", monitoringEnabled: true, certificates };
    const all = prerequisites(readings, needs);
    for (const { title, why, found, next } of all) {
      for (const text of [title, why, next ?? title]) isWhole(text);
      hasNoWords(found);
    }
    const versions = { kubectl: "1.30.1", apiServer: "v1.33.2" };
    const { source } = prerequisitesPage(all, { target: AT, values: "values.yaml", ...versions });
    for (const line of source.split("\n")) hasNoWords(line);
  });
}

test("the view is in the language of the editor", () => {
  const component = { name: "controller", namespace: "ops", deployment: "cop-controller", restarts: 1 };
  const snapshot = {
    target: AT,
    serverVersion: { answer: "v1.33.1" },
    releases: { answer: [{ release: "cop", namespace: "ops" }] },
    resources: [{ namespace: "ops", name: "mine" }],
    components: { answer: [{ ...component, ready: 0, desired: 2, image: "controller", troubles: [] }] },
    prerequisites: { answer: prerequisites(MISSING, { ...DEFAULT_FACTS, namespace: "ops" }) },
    notChecked: [pseudo("Nobody knows.")],
  };
  const settings = [
    { id: "a", name: "a", values: [], sets: [] },
    { id: "b", name: "b", kubeContext: "prod", namespace: "x", from: "file:///b.yaml", values: [], sets: [] },
  ];
  const all = [
    ...viewItems({ settings, problem: pseudo("Too slow.") }),
    ...viewItems({ settings, snapshot, time: "10:00" }),
    ...viewItems({
      settings: [],
      snapshot: { ...snapshot, releases: { answer: [] }, components: { answer: [] }, prerequisites: UNREAD },
    }),
  ].flatMap(withChildren);
  assert.ok(all.length > 25, String(all.length));
  const names = ["controller", "webhook", "cop", "ops", "dev", "mine", "a", "b", "v1.33.1", "prod", "x"];
  for (const item of all) {
    for (const text of [item.label, item.description ?? "", item.tooltip ?? "", spokenLabel(item)]) {
      hasNoWords(text);
    }
    const left = withoutTranslations(item.label);
    assert.ok(left === "" || names.includes(left), left);
    if (item.command) isWhole(item.command.title);
  }
});

function withChildren(item: ViewItem): readonly ViewItem[] {
  return [item, ...(item.children ?? []).flatMap(withChildren)];
}
