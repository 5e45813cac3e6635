// What people are told about releases, clusters and failures, in a language in which a translated text is recognized by its brackets.
// What is not in such brackets must be a name, or what a program wrote.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as l10n from "@vscode/l10n";
import { explainFailure, explainMissing } from "../../client/cli/failure.ts";
import type { FailedRun } from "../../client/cli/failures/row.ts";
import { readComponents } from "../../client/cluster/components.ts";
import { readKubeconfig } from "../../client/cluster/kubeconfig.ts";
import { prerequisitesPage } from "../../client/cluster/prerequisites/page.ts";
import type { PrerequisiteReadings } from "../../client/cluster/prerequisites/prerequisite.ts";
import { prerequisites } from "../../client/cluster/prerequisites/prerequisites.ts";
import type { Trial } from "../../client/install/rehearsal/rehearse.ts";
import { ACCEPTED, newNamespace, untried, type Verdict } from "../../client/install/rehearsal/verdict.ts";
import { rehearsalLine, rehearsalPart } from "../../client/install/rehearsal/words.ts";
import { readManagerManifest } from "../../client/manager/manager-manifest.ts";
import { manifestDetail, manifestPage } from "../../client/manager/manifest-page.ts";
import { yamlObjects } from "../../client/manifests/objects.ts";
import { failureMessage, failurePage } from "../../client/operation/failure-text.ts";
import { spokenLabel, type ViewItem } from "../../client/view/view-item.ts";
import { viewItems } from "../../client/view/view-items.ts";
import { explainRecorded } from "../client/cli/explain-recorded.ts";
import { readScenes } from "../client/cli/failure-recording.ts";
import { recorded } from "../client/cluster/recorded.ts";
import { MANIFEST } from "../client/manager/manager-release-texts.ts";
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

for (const [name, runs] of readScenes()) {
  test(`a failure is told in the language of the editor: ${name}`, () => {
    for (const run of runs) {
      const failure = explainRecorded(run);
      isWhole(failure.sentence);
      isWhole(failure.next);
      if (failure.outcome !== undefined) isWhole(failure.outcome);
      // What no sentence is known for follows the place in Helm's words.
      for (const { words } of failure.refused ?? []) if (!/^\w+: /.test(words)) isWhole(words);
      const { source } = failurePage({ ...failure, details: [] }, undefined, []);
      hasNoWords(source.replace(/`{3,}[\s\S]*?`{3,}/g, ""));
      assert.match(failureMessage(failure), /^⟦/);
    }
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

  test("stopped, with and without limits", () => {
    const run: FailedRun = { program: "helm", args: ["upgrade"], exitCode: 1, ...NOTHING };
    for (const args of [["upgrade"], ["list"]]) {
      for (const limits of [undefined, { deadline: 90_000, tidyUp: 0 }, { deadline: 120_000, tidyUp: 0 }]) {
        for (const timedOut of [true, false]) {
          const stopped: FailedRun = {
            ...{ ...run, args, interrupted: true },
            ...(timedOut && { timedOut }),
            ...(limits && { limits }),
          };
          const failure = explainFailure(stopped, { at: AT, doing: l10n.t("upgrading") });
          isWhole(failure.sentence);
          isWhole(failure.next);
        }
      }
    }
  });
});

const NOTHING = { stdout: "", stderr: "", interrupted: false } as const;

test("why pods are not ready is told in the language of the editor", () => {
  const { program, args, parse } = readComponents({
    ...AT,
    context: "admin@test",
    namespace: "cop-components",
  });
  const call = [program, ...args].join(" ");
  const troubles = parse(recorded("components")[call]?.stdout ?? "").flatMap((one) => one.troubles);
  assert.ok(troubles.length > 5);
  for (const trouble of troubles) {
    assert.match(trouble, /^⟦/);
    // What the kubelet writes is in round brackets between the sentences.
    hasNoWords(trouble.replace(/ \([^⟦]*\)\./g, ""));
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
    const { source } = prerequisitesPage(all, { at: AT, values: "values.yaml", ...versions });
    for (const line of source.split("\n")) hasNoWords(line);
  });
}

test("what the API server says before an installation is in the language of the editor", () => {
  const [run] = readScenes().get("object-wrong-type") ?? [];
  const refused: Verdict = { is: "refused", failures: [explainRecorded(run ?? assert.fail())] };
  const trial = (verdict: Verdict): Trial => ({
    ...{ key: "Deployment/web", kind: "Deployment", way: "apply", isHook: false, verdict },
  });
  const verdicts = [ACCEPTED, refused, untried(newNamespace("new")), untried(newNamespace("new", true))];
  for (let count = 0; count <= verdicts.length; count++) {
    const rehearsal = { trials: verdicts.slice(0, count).map(trial), drift: [] };
    hasNoWords(rehearsalLine(rehearsal));
    for (const line of rehearsalPart(rehearsal).source.split("\n")) hasNoWords(line);
  }
});

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
    ...viewItems({ settings, snapshot, at: "10:00" }),
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

test("the page of the manager's manifest is in the language of the editor", () => {
  const manifest = readManagerManifest(MANIFEST, "m.yaml");
  const changes = new Map([["deployment/manager", "unchanged"]]);
  const plan = { target: AT, manifest, source: "m.yaml", remarks: [], changes };
  const [title, ...page] = manifestPage(plan).source.split("\n");
  assert.equal(title, "# CAP Operator Manager");
  for (const line of [...page, ...manifestDetail(plan).split("\n")]) hasNoWords(line);
});

for (const text of ["", "a: 1", "a: 1\n---\nb: 2", "kind: Pod\napiVersion: v1\n", "a: *b", "a: {"]) {
  test(`a manifest that is refused is refused in the language of the editor: ${JSON.stringify(text)}`, () => {
    assert.throws(
      () => yamlObjects(text, "m.yaml"),
      ({ message }: Error) => {
        isWhole(message);
        return true;
      },
    );
  });
}

test("what is wrong with a kubeconfig is told in the language of the editor", () => {
  const twice = "clusters: [{ name: a, cluster: {} }, { name: a, cluster: {} }]\n";
  const contexts =
    "contexts: [{ name: one, context: {} }, { name: two, context: { cluster: a } }, { name: three, context: { cluster: b } }]\n";
  const { problems, contexts: found } = readKubeconfig([
    { path: "/a", text: "- 1" },
    { path: "/b", text: "a: [" },
    { path: "/c", text: twice + contexts },
  ]);
  const all = [...problems, ...found.flatMap(({ problem }) => problem ?? [])];
  assert.equal(all.length, 6);
  for (const problem of all) isWhole(problem);
});
