import assert from "node:assert/strict";
import { test } from "node:test";
import { capabilitiesOf, readHelmVersion } from "../../../../client/helm/capabilities.ts";
import { type Asking, type DryRun, rehearse } from "../../../../client/install/rehearsal/rehearse.ts";
import type { ClusterTarget } from "../../../../client/kubectl/target.ts";
import { Manifest } from "../../../../client/manifests/manifest.ts";
import { type Invocation, ProgramMissing, type RunResult } from "../../../../client/ports/programs.ts";

/** The answer of a program to a call; without an answer, the call succeeds. */
type Answer = Partial<RunResult> | Error | undefined;

/** A rehearsal, and the calls that it made: the line of each, and the names of the objects that it was about. */
async function rehearsed(
  manifest: string,
  answer: (line: string, stdin: string) => Answer = () => undefined,
  { helm = "v4.0.1", isUpgrade = false, crds = "" } = {},
) {
  const calls: { line: string; names: readonly string[] }[] = [];
  const attempt = async (invocation: Invocation<unknown>): Promise<RunResult> => {
    const { program, args, stdin = "" } = invocation;
    const line = [program, ...args].join(" ");
    const names = [...stdin.matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name);
    calls.push({ line, names });
    const said = answer(line, stdin);
    if (said instanceof Error) throw said;
    const stdout = names.map((name) => `thing/${name}\n`).join("");
    return { exitCode: 0, stdout, stderr: "", interrupted: false, ...said };
  };
  const asking: Asking = {
    attempt,
    report: () => undefined,
    signal: new AbortController().signal,
    async ask<T>(_target: ClusterTarget, invocation: Invocation<T>) {
      const { exitCode, stdout, stderr } = await attempt(invocation);
      return exitCode === 0 ? { answer: invocation.parse(stdout) } : { unread: stderr };
    },
  };
  const plan = {
    target: { context: "dev", server: "https://dev.example.org", namespace: "cop", release: "cop" },
    chart: { ref: "chart" },
    ...{
      valuesFiles: [],
      sets: [],
      createNamespace: true,
      wait: true,
      rollbackOnFailure: false,
      timeout: "5m",
    },
  };
  const can = capabilitiesOf(readHelmVersion(helm));
  const dryRuns = await rehearse(asking, { plan, can, rendered: new Manifest(manifest), crds, isUpgrade });
  return { dryRuns, calls, lines: calls.map(({ line }) => line) };
}

const object = (kind: string, name: string, rest = "") =>
  `{apiVersion: v1, kind: ${kind}, metadata: {name: ${name}${rest}}}\n---\n`;

/** An answer to each call about an object of this name. */
const saying =
  (name: string, stderr: string, exitCode = 1) =>
  (_line: string, stdin: string) =>
    stdin.includes(`"name":"${name}"`) ? { exitCode, stderr } : undefined;

const verdictOf = (dryRuns: readonly DryRun[], key: string) =>
  dryRuns.find((trial) => trial.key === key)?.verdict;

const REFUSED = `Error from server (Forbidden): error when creating "STDIN": configmaps "b" is forbidden: exceeded quota: small, requested: configmaps=1, used: configmaps=2, limited: configmaps=2`;

test("objects that are accepted together are tried in one call for each namespace", async () => {
  const { dryRuns, calls } = await rehearsed(
    object("ConfigMap", "a") + object("ConfigMap", "b") + object("ConfigMap", "c", ", namespace: other"),
  );
  assert.deepEqual(
    calls.map(({ line, names }) => [/--namespace (\S+)/.exec(line)?.[1], names]),
    [
      ["cop", ["a", "b"]],
      ["other", ["c"]],
    ],
  );
  assert.deepEqual(
    dryRuns.map(({ key, verdict }) => [key, verdict]),
    ["ConfigMap/a", "ConfigMap/b", "ConfigMap/other/c"].map((key) => [key, { is: "accepted", warnings: [] }]),
  );
});

test("where one is refused, each is tried alone, and the refusal is in the words of the API server", async () => {
  const manifest = object("ConfigMap", "a") + object("ConfigMap", "b") + object("ConfigMap", "c");
  const { dryRuns, calls } = await rehearsed(manifest, saying("b", REFUSED));
  assert.deepEqual(
    calls.map(({ names }) => names),
    [["a", "b", "c"], ["a"], ["b"], ["c"]],
  );
  assert.deepEqual(
    dryRuns.map(({ verdict }) => verdict.is),
    ["accepted", "refused", "accepted"],
  );
  assert.deepEqual(verdictOf(dryRuns, "ConfigMap/b"), {
    is: "refused",
    why: 'configmaps "b" is forbidden: exceeded quota: small, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
  });
});

test("objects are in the order in which Helm sends them, and hooks of other events are counted as not tested", async () => {
  const hook = (name: string, event: string, weight: number) =>
    object("Job", name, `, annotations: {helm.sh/hook: "${event}", helm.sh/hook-weight: "${weight}"}`);
  const manifest = [
    object("ConfigMap", "own"),
    hook("after", "post-install,post-upgrade", 0),
    hook("second", "pre-install", 5),
    hook("first", "pre-upgrade, pre-install", -5),
    hook("test", "test", 0),
  ].join("");
  const crds = object("CustomResourceDefinition", "things");
  const keys = async (isUpgrade: boolean) =>
    (await rehearsed(manifest, undefined, { helm: "v3.18.4", crds, isUpgrade })).dryRuns.map(
      ({ key }) => key,
    );
  assert.deepEqual(await keys(false), [
    ...["CustomResourceDefinition/things", "Job/first", "Job/second", "ConfigMap/own", "Job/after"],
    "Job/test",
  ]);
  assert.deepEqual(await keys(true), ["Job/first", "ConfigMap/own", "Job/after", "Job/second", "Job/test"]);
  const { dryRuns } = await rehearsed(manifest);
  assert.deepEqual(verdictOf(dryRuns, "Job/test"), { is: "untried", why: "Helm does not send it now." });
  assert.deepEqual(verdictOf(dryRuns, "Job/after"), verdictOf(dryRuns, "ConfigMap/own"));
});

test("Helm 4 applies server-side and strictly, Helm 3 and its releases do not", async () => {
  const applied = async (options: { helm?: string; isUpgrade?: boolean }, metadata = "{}") => {
    const answer = (line: string) => (line.startsWith("helm") ? { stdout: metadata } : undefined);
    const { lines } = await rehearsed(object("ConfigMap", "a"), answer, options);
    return /^kubectl apply (--server-side )?--field-manager helm --validate=(\w+) --dry-run=server/
      .exec(lines.at(-1) ?? "")
      ?.slice(1);
  };
  assert.deepEqual(await applied({}), ["--server-side ", "strict"]);
  assert.deepEqual(await applied({ isUpgrade: true }, '{"applyMethod": "ssa"}'), [
    "--server-side ",
    "strict",
  ]);
  assert.deepEqual(await applied({ isUpgrade: true }, '{"applyMethod": "csa"}'), [undefined, "warn"]);
  assert.deepEqual(await applied({ helm: "v3.18.4" }), [undefined, "warn"]);
});

test("warnings of the API server are passed on, without that of kubectl about its own annotation", async () => {
  const stderr = `Warning: resource configmaps/a is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply.\nWarning: unknown field "Data"\n`;
  const { dryRuns } = await rehearsed(object("ConfigMap", "a"), saying("a", stderr, 0));
  assert.deepEqual(dryRuns[0]?.verdict, { is: "accepted", warnings: ['unknown field "Data"'] });
});

test("a CRD that is there, and a hook that Helm deletes first, may have their names", async () => {
  const there = saying("things", 'Error from server (AlreadyExists): object "things" already exists');
  const accepted = { is: "accepted", warnings: [], isThere: true };
  const crd = await rehearsed("", there, { crds: object("CustomResourceDefinition", "things") });
  assert.deepEqual(crd.dryRuns[0]?.verdict, accepted);
  const hook = (policy: string) =>
    object("Job", "things", `, annotations: {helm.sh/hook: pre-install${policy}}`);
  assert.deepEqual((await rehearsed(hook(""), there)).dryRuns[0]?.verdict, accepted);
  const kept = await rehearsed(hook(", helm.sh/hook-delete-policy: hook-succeeded"), there);
  assert.equal(kept.dryRuns[0]?.verdict.is, "refused");
});

test("what comes with the installation is not reported as missing", async () => {
  const UNTRIED: readonly (readonly [what: string, stderr: string])[] = [
    ["the namespace of the release", 'Error from server (NotFound): namespaces "cop" not found'],
    [
      "a role",
      'Error from server (NotFound): error when creating "STDIN": roles.rbac.authorization.k8s.io "r" not found',
    ],
    [
      "a kind",
      'error: resource mapping not found for name: "b" namespace: "" from "STDIN": no matches for kind "Widget" in version "example.org/v1"\nensure CRDs are installed first',
    ],
    [
      "an answer of a webhook",
      'Error from server (BadRequest): admission webhook "w.example.org" does not support dry run',
    ],
  ];
  for (const [what, stderr] of UNTRIED) {
    const { dryRuns } = await rehearsed(
      object("Role", "r") + object("RoleBinding", "b"),
      saying("b", stderr),
    );
    assert.equal(verdictOf(dryRuns, "RoleBinding/b")?.is, "untried", what);
    assert.equal(verdictOf(dryRuns, "Role/r")?.is, "accepted", what);
  }
  const other = saying("b", 'Error from server (NotFound): namespaces "elsewhere" not found');
  assert.deepEqual((await rehearsed(object("RoleBinding", "b"), other)).dryRuns[0]?.verdict, {
    is: "refused",
    why: 'namespaces "elsewhere" not found',
  });
});

test("nothing is refused where the API server did not answer", async () => {
  const missing = await rehearsed(object("ConfigMap", "a"), () => {
    throw new ProgramMissing("kubectl", { reason: "not-found" });
  });
  assert.deepEqual(missing.dryRuns[0]?.verdict, { is: "untried", why: "kubectl was not found." });
  for (const stderr of [
    "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?",
    'error: invalid argument "strict" for "--validate" flag: strconv.ParseBool: parsing "strict": invalid syntax',
  ]) {
    const { dryRuns } = await rehearsed(object("ConfigMap", "a"), saying("a", stderr));
    assert.equal(dryRuns[0]?.verdict.is, "untried", stderr);
  }
});

test("no Secret is an argument or in an answer", async () => {
  const stderr =
    'Error from server: failed to create typed patch object (cop/s; /v1, Kind=Secret): .stringData.password: expected string, got &value.valueUnstructured{Value:"Hunt3rHunt3r"}';
  const secret = "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {password: Hunt3rHunt3r}}";
  const { dryRuns, lines } = await rehearsed(secret, saying("s", stderr));
  assert.equal(dryRuns[0]?.verdict.is, "refused");
  assert.doesNotMatch(JSON.stringify([dryRuns, lines]), /Hunt3r/);
});

test("a kubectl that names no object has accepted none", async () => {
  for (const answer of [
    { stdout: "" },
    { stdout: "Usage: kubectl\n" },
    { stdout: "thing/a\n" },
    { exitCode: undefined, stdout: "" },
    { exitCode: undefined, stderr: 'Error from server (AlreadyExists): things "a" already exists' },
    { exitCode: 2, stdout: "", stderr: "panic: x" },
  ] as const) {
    const { dryRuns } = await rehearsed(object("ConfigMap", "a") + object("ConfigMap", "b"), () => answer);
    const accepted = dryRuns.filter(({ verdict }) => verdict.is === "accepted");
    // Asked about one object alone, a program that prints one name has accepted it.
    assert.equal(accepted.length, answer.stdout === "thing/a\n" ? 2 : 0, JSON.stringify(answer));
  }
});
