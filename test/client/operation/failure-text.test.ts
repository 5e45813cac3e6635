import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { explainFailure } from "../../../client/cli/failure.ts";
import type { Failure } from "../../../client/cli/failures/row.ts";
import { RECOVERY_COMMANDS } from "../../../client/cli/recovery.ts";
import { md } from "../../../client/markdown.ts";
import { continued, failureMessage, failurePage } from "../../../client/operation/failure-text.ts";
import { readManifest } from "../../../publish/readable-manifest.ts";
import { repository } from "../../support/repository.ts";
import { explainRecorded } from "../cli/explain-recorded.ts";
import { readScenes } from "../cli/failure-recording.ts";
import { recoveryWords } from "../cli/recovery-words.ts";

const manifest: { contributes: { commands: { command: string; title: string }[] } } =
  readManifest(repository);
const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]));

const recorded = [...readScenes()].flatMap(([name, runs]) =>
  runs.map((run) => ({ name: `${name}, ${run.program} ${run.version}`, failure: explainRecorded(run) })),
);

/** Failures that no scene plays, in Helm's, Go's and the API server's own words. */
const UNRECORDED: readonly (readonly [stderr: string, next: RegExp])[] = [
  [missing("ServiceMonitor", "monitoring.coreos.com/v1"), /CRDs of Prometheus Operator.*monitoring off/],
  [
    missing("Certificate", "cert-manager.io/v1"),
    /Install cert-manager, or choose the certificate management/,
  ],
  [missing("Gateway", "networking.istio.io/v1"), /Install Istio/],
  [
    missing("ServiceMonitor", "monitoring.coreos.com/v1") + missing("Gateway", "networking.istio.io/v1"),
    /Check Prerequisites/,
  ],
  [missing("CronJob", "batch/v1beta1"), /version of the chart/],
  ["write /tmp/x: no space left on device", /Free some space/],
  [
    'Get "https://charts.example.org/index.yaml": tls: failed to verify certificate: x509: certificate signed by unknown authority',
    /CA of the registry/,
  ],
  [
    'Get "https://charts.example.org/index.yaml": dial tcp 10.0.0.1:443: i/o timeout',
    /network and the proxy/,
  ],
  ["failed to fetch https://charts.example.org/c-1.tgz : 401 Unauthorized", /credentials/],
  ['Kubernetes cluster unreachable: Get "https://dev:6443/version": getaddrinfo ENOTFOUND dev', /network/],
  ['namespaces "mesh-system" not found', /^Correct the name in the values/],
  ["context canceled", /Show Status/],
];

function missing(kind: string, apiVersion: string): string {
  return `no matches for kind "${kind}" in version "${apiVersion}"\n`;
}

for (const [stderr, expected] of UNRECORDED) {
  test(`the step fits, and has its button: ${stderr.trim()}`, () => {
    const run = { program: "helm", args: ["upgrade"], exitCode: 1, stdout: "", interrupted: false } as const;
    const at = { context: "dev", server: "https://dev:6443", namespace: "ops", release: "cop" };
    const failure = explainFailure({ ...run, stderr: `Error: ${stderr}\n` }, { at, doing: "installing" });
    assert.match(failure.next, expected);
    assert.deepEqual(unnamed(failure), []);
    assert.doesNotMatch(failure.sentence, /ENOTFOUND|dial tcp|x509/);
  });
}

/** What commands themselves add: nothing, or what became of the release. */
const OUTCOMES = [undefined, "and nothing was changed", "which leaves revision 12 failed"] as const;

describe("every recorded failure", () => {
  for (const { name, failure } of recorded) {
    test(`${name}: one sentence and the next step, no longer than a message can be`, () => {
      for (const outcome of OUTCOMES) {
        const message = failureMessage(failure, failure.outcome ?? outcome);
        assert.ok(message.length <= 200, `${message.length}: ${message}`);
        assert.ok(message.endsWith(failure.next), message);
        assert.doesNotMatch(message, /\n/);
        const parts = message.split(/[,;:.] /);
        assert.equal(new Set(parts).size, parts.length, `nothing is said twice: ${message}`);
      }
    });

    test(`${name}: what the next step names has its button`, () => {
      assert.deepEqual(unnamed(failure), []);
    });

    test(`${name}: the page has all of it`, () => {
      const page = failurePage(failure, "It is as it was.", [md`## Components`]).source;
      for (const text of ["It is as it was.", "## Components", failure.said ?? ""]) {
        assert.ok(page.includes(text), `${text}\n${page}`);
      }
      assert.doesNotMatch(page, /48151623|Sup3rS3cret/);
    });
  }
});

/** What the next step names without a button for it. */
function unnamed({ next, recovery }: Failure): readonly string[] {
  const buttons = recovery.map(recoveryWords);
  return named(next).filter((one) => !buttons.some((button) => button.startsWith(one)));
}

/** The commands and settings that a piece of advice names, as the beginning of a recovery action in a word. */
function named(advice: string): string[] {
  const commands = [...titles].filter(([, title]) => advice.includes(title.replace(/\.\.\.$/, "")));
  const settings = advice.match(/capOperator\.\w+(\.\w+)*/g) ?? [];
  const lines = advice.match(/\b(?:helm|kubectl) [a-z]+/g) ?? [];
  return [
    ...commands.map(([command]) => command),
    ...settings.map((setting) => `setting ${setting}`),
    ...lines.map((line) => `$ ${line}`),
    ...(/in a terminal/.test(advice) ? ["$ "] : []),
    ...(/try again/.test(advice) ? ["retry"] : []),
    ...(/^Correct (these|this|the) values?/.test(advice) ? ["edit-values"] : []),
  ];
}

test("the buttons for commands have the commands' names", () => {
  for (const [command, title] of Object.entries(RECOVERY_COMMANDS))
    assert.equal(titles.get(command), title());
});

const failure: Failure = {
  kind: "admission-denied",
  sentence: `The policy refuses it: ${"a very long reason ".repeat(20)}.`,
  next: "Change the values.",
  recovery: [],
};

test("what is too long is cut in the sentence; what became of it and the step stay", () => {
  const message = failureMessage(failure, "and nothing was changed");
  assert.ok(message.length <= 200 && message.length > 150, message);
  assert.match(message, / (?:very|long|reason|a)…, and nothing was changed\. Change the values\.$/);
  assert.match(failureMessage(failure), / (?:very|long|reason|a)… Change the values\.$/);
  assert.ok(failurePage(failure, undefined, []).source.includes(failure.sentence), "the page has all of it");
});

test("what a cluster says is text on the page, whatever it is made of", () => {
  const hostile = { ...failure, details: ["[x](command:y) <img>"], said: "```\n# not a heading\n````" };
  const page = failurePage(hostile, undefined, []).source;
  assert.ok(page.includes("\\[x\\](command:y) \\<img\\>"), page);
  assert.ok(page.includes("`````text\n```\n# not a heading\n````\n`````"), page);
});

test("a sentence can become part of another one", () => {
  assert.equal(continued("The image a:1 cannot be pulled."), "the image a:1 cannot be pulled");
  assert.equal(continued("Deployment x is late."), "Deployment x is late");
});
