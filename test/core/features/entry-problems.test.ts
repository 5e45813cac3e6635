import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEFAULT_SETTINGS, type Settings } from "../../../server/core/settings.ts";
import type { SetEntry } from "../../../server/core/values/set-entry.ts";
import { createEngine, engine } from "../support/engine.ts";
import { stackOf } from "../support/release.ts";

type Entries = readonly (string | SetEntry)[];

async function found(sets: Entries, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const problems = await engine.entryProblems(stackOf({ files, sets }));
  return problems.map(({ set, severity, code }) => `#${set} ${severity} ${code}`);
}

const JSON_ENTRY = (text: string): SetEntry => ({ flag: "set-json", text });
const TEXT_ENTRY = (text: string): SetEntry => ({ flag: "set-string", text });

describe("entries of a release", () => {
  const alone: readonly [string, Entries, readonly string[]][] = [
    ["an unknown key", ["controller.replicaz=3"], ["#0 warning unknown-key"]],
    ["a key above that is unknown", ["controler.replicas=3"], ["#0 warning unknown-key"]],
    ["a string where a number is expected", ["webhook.replicas=abc"], ["#0 error wrong-type"]],
    [
      "a key in the wrong place",
      ["subscriptionServer.certificateConfig.issuerName=a"],
      ["#0 warning misplaced-key"],
    ],
    ["a number out of range", ["webhook.service.port=70000"], ["#0 error out-of-range"]],
    ["a value that is not allowed", ["image.pullPolicy=always"], ["#0 error not-allowed"]],
    ["an invalid host", ["subscriptionServer.domain=https://a.b"], ["#0 error invalid-host"]],
    ["an invalid amount", ["controller.resources.limits.cpu=x"], ["#0 error invalid-quantity"]],
    ["a placeholder", ["subscriptionServer.domain=<x>.y"], ["#0 error placeholder-value"]],
    [
      "a required value that is left empty",
      ["subscriptionServer.domain="],
      ["#0 warning required-for-install"],
    ],
    ["a default that a null removes", ["controller.replicas=null"], ["#0 hint null-removes-default"]],
    [
      "a request above the limit",
      ["controller.resources.requests.memory=2Gi"],
      ["#0 error request-exceeds-limit"],
    ],
    ["an item of a list", ["imagePullSecrets[0].nam=a"], ["#0 warning unknown-key"]],
    ["a part of JSON", [JSON_ENTRY('webhook={"replicas": 1, "sidecar": "yes"}')], ["#0 error wrong-type"]],
  ];
  for (const [what, sets, expected] of alone) {
    test(`are checked like a file: ${what}`, async () => assert.deepEqual(await found(sets), expected));
  }

  test("that are right pass", async () => {
    const sets = [
      "controller.replicas=3,image.tag=1.10",
      "webhook.sidecar=true",
      "subscriptionServer.domain=a.b.internal",
      "controller.resources.limits.cpu=0.5",
      TEXT_ENTRY("podLabels.a=true"),
      JSON_ENTRY('nodeSelector={"a": "b"}'),
    ];
    assert.deepEqual(await found(sets), []);
  });

  test("have the types that Helm gives them, flag by flag", async () => {
    assert.deepEqual(await found([TEXT_ENTRY("controller.replicas=3")]), ["#0 error wrong-type"]);
    // Of two entries for one key, the one whose flag Helm reads last wins.
    assert.deepEqual(await found([TEXT_ENTRY("controller.replicas=3"), "controller.replicas=3"]), [
      "#0 error wrong-type",
    ]);
    const [problem] = await engine.entryProblems(stackOf({ files: {}, sets: ["podLabels.a=true"] }));
    assert.equal(problem?.code, "invalid-label");
    assert.match(problem.message, /setString/, "quotes would be part of the value");
  });

  test("are checked together with the files", async () => {
    const manager = "subscriptionServer.certificateManager=CertController";
    assert.deepEqual(await found([manager]), ["#0 error certificate-config-incomplete"]);
    const issuer = "certController: {issuerGroup: a.b, issuerKind: C, issuerName: x}";
    const files = { "a.yaml": `subscriptionServer:\n  certificateConfig:\n    ${issuer}\n` };
    assert.deepEqual(await found([manager], files), []);
  });

  test("are not blamed for what is wrong in a file", async () => {
    const files = {
      "a.yaml": "controler: {replicas: 1}\ncontroller:\n  tolerations:\n    - key: a\n      effect: Foo\n",
    };
    assert.deepEqual(await found(["controler.image=1"], files), []);
    assert.deepEqual(await found(["controller.tolerations[0].operator=Exists"], files), []);
    assert.deepEqual(await found(["controller.tolerations[0].operator=Foo"], files), [
      "#0 error not-allowed",
    ]);
  });

  test("report only the entry that takes effect", async () => {
    assert.deepEqual(await found(["webhook.replicas=abc", "webhook.replicas=2", "foo=1"]), [
      "#2 warning unknown-key",
    ]);
  });

  test("follow the settings, and link to the rule", async () => {
    const loud = async (diagnostics: Partial<Settings["diagnostics"]>) => {
      const settings = {
        ...DEFAULT_SETTINGS,
        diagnostics: { ...DEFAULT_SETTINGS.diagnostics, ...diagnostics },
      };
      return (await createEngine(settings)).entryProblems(stackOf({ files: {}, sets: ["foo=1"] }));
    };
    const [problem] = await loud({ severity: { "unknown-key": "error" } });
    assert.equal(problem?.severity, "error");
    assert.equal(problem.href, "https://docs.example/reference/rules/unknown-key.md");
    assert.deepEqual(await loud({ severity: { "unknown-key": "off" } }), []);
    assert.deepEqual(await loud({ enable: false }), []);
  });
});
