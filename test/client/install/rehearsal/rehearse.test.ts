import assert from "node:assert/strict";
import { test } from "node:test";
import { capabilitiesOf, readHelmVersion } from "../../../../client/cli/capabilities.ts";
import type { ClusterTarget } from "../../../../client/cluster/target.ts";
import { type Rehearsal, rehearse } from "../../../../client/install/rehearsal/rehearse.ts";
import type { Asking } from "../../../../client/install/rehearsal/try-sendings.ts";
import { rehearsalLine, rehearsalPart } from "../../../../client/install/rehearsal/words.ts";
import { Manifest } from "../../../../client/manifests/manifest.ts";
import { type Invocation, ProgramMissing, type RunResult } from "../../../../client/program-ports.ts";

/** What a program says to a call. */
type Answer = Partial<RunResult> | Error | undefined;

/** A rehearsal in which `answer` says what kubectl prints; calls that it does not answer succeed. */
async function rehearsed(
  manifest: string,
  answer: (line: string, stdin: string) => Answer = () => undefined,
  {
    helm = "v4.0.1",
    before = undefined as string | undefined,
    createNamespace = false,
    crds = "",
    driver = "",
  } = {},
): Promise<Rehearsal & { readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const attempt = async (invocation: Invocation<unknown>): Promise<RunResult> => {
    const { program, args, stdin = "" } = invocation;
    const line = [program, ...args].join(" ");
    lines.push(line);
    const said = answer(line, stdin);
    if (said instanceof Error) throw said;
    return {
      exitCode: 0,
      stdout: said === undefined ? printed(line, stdin) : "",
      stderr: "",
      interrupted: false,
      ...said,
    };
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
    at: { context: "dev", server: "https://dev.example.org", namespace: "cop", release: "cop" },
    chart: { ref: "chart" },
    ...{ valuesFiles: [], sets: [], createNamespace, wait: true, rollbackOnFailure: false, timeout: "5m" },
  };
  const result = await rehearse(asking, {
    ...{
      plan,
      can: capabilitiesOf(readHelmVersion(helm)),
      after: new Manifest(manifest),
      crds,
      driver,
    },
    ...(before !== undefined && { before: new Manifest(before) }),
  });
  return { ...result, lines };
}

/** What kubectl prints about the objects that it was given. */
function printed(line: string, stdin: string): string {
  if (line.startsWith("kubectl create") && line.includes("--output json")) return stdin;
  if (!line.includes("--output name")) return line.includes("--output json") ? '{"items": []}' : "";
  return stdin
    .split("\n---\n")
    .map((text) => {
      const { apiVersion, kind, metadata } = JSON.parse(text);
      const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0]}` : "";
      return `${kind.toLowerCase()}${group}/${metadata.name ?? `${metadata.generateName}abcde`}\n`;
    })
    .join("");
}

const configMap = (name: string, rest = "") =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}${rest}}\n---\n`;

const DENIED = `Error from server (Forbidden): error when creating "STDIN": configmaps "b" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: no`;

test("objects that are accepted together are tried in one call", async () => {
  const { trials, lines } = await rehearsed(configMap("a") + configMap("b") + configMap("c"));
  assert.equal(lines.filter((line) => line.startsWith("kubectl apply")).length, 1);
  assert.deepEqual(
    trials.map(({ key, verdict }) => [key, verdict.is]),
    [
      ["ConfigMap/a", "accepted"],
      ["ConfigMap/b", "accepted"],
      ["ConfigMap/c", "accepted"],
    ],
  );
});

test("what is refused is tried alone, and the reason is given as after a real failure", async () => {
  const rehearsal = await rehearsed(configMap("a") + configMap("b") + configMap("c"), (line, stdin) => {
    if (!line.startsWith("kubectl apply") || !stdin.includes('"name":"b"')) return undefined;
    return {
      exitCode: 1,
      stdout: stdin.includes('"name":"a"') ? "configmap/a\nconfigmap/c\n" : "",
      stderr: DENIED,
    };
  });
  assert.equal(rehearsal.lines.filter((line) => line.startsWith("kubectl apply")).length, 2);
  const [refused, ...others] = rehearsal.trials.filter(({ verdict }) => verdict.is === "refused");
  assert.deepEqual(others, []);
  assert.equal(refused?.key, "ConfigMap/b");
  assert.ok(refused.verdict.is === "refused");
  const [failure] = refused.verdict.failures;
  assert.equal(failure?.sentence, "The cluster's policy p rejects configmaps/b: no.");
  assert.equal(failure.next, "Change the values, or ask your cluster administrator.");
  assert.equal(rehearsalLine(rehearsal), "The API server would accept 2 of 3 objects and refuse 1.");
});

test("Helm 4 applies server-side and strictly, Helm 3 creates and is warned", async () => {
  const four = await rehearsed(configMap("a") + configMap("b"));
  assert.ok(
    four.lines.some((line) =>
      /^kubectl apply --server-side --validate=strict --field-manager helm --dry-run=server /.test(line),
    ),
  );
  assert.ok(!four.lines.some((line) => line.includes("--force-conflicts")));
  const three = await rehearsed(configMap("a") + configMap("b"), undefined, { helm: "v3.18.4" });
  assert.ok(
    three.lines.some((line) =>
      /^kubectl create --validate=warn --field-manager helm --dry-run=server /.test(line),
    ),
  );
  assert.ok(!three.lines.some((line) => line.startsWith("kubectl apply")));
});

test("a release of Helm 3 stays client-side under Helm 4", async () => {
  const { lines } = await rehearsed(configMap("a"), undefined, { before: configMap("a") });
  assert.ok(lines.some((line) => line.startsWith("helm get metadata")));
  const metadata = (line: string) =>
    line.startsWith("helm get metadata") ? { stdout: '{"applyMethod": "csa"}' } : undefined;
  const old = await rehearsed(configMap("a"), metadata, { before: configMap("a") });
  assert.ok(old.lines.some((line) => line.startsWith("kubectl create")));
  assert.ok(!old.lines.some((line) => line.startsWith("kubectl apply")));
});

test("fields that Helm 3 drops are reported, and are not a refusal", async () => {
  const { trials } = await rehearsed(
    configMap("a"),
    (line, stdin) =>
      line.startsWith("kubectl create") && stdin.includes("ConfigMap")
        ? { stdout: "configmap/a\n", stderr: 'Warning: unknown field "Data"\n' }
        : undefined,
    { helm: "v3.18.4" },
  );
  assert.deepEqual(trials[0]?.verdict, {
    is: "accepted",
    warnings: ["Kubernetes does not know the field Data, and leaves it out."],
  });
});

test("nothing is said to have been tried if there is no kubectl", async () => {
  const rehearsal = await rehearsed(configMap("a") + configMap("b"), (line) =>
    line.startsWith("kubectl") ? new ProgramMissing("kubectl", { reason: "not-found" }) : undefined,
  );
  assert.deepEqual(new Set(rehearsal.trials.map(({ verdict }) => verdict.is)), new Set(["untried"]));
  assert.equal(rehearsalLine(rehearsal), "No object was tried on the API server: kubectl was not found.");
});

test("a kubectl that does not know how to ask refuses nothing", async () => {
  const { trials } = await rehearsed(configMap("a"), (line) =>
    line.includes("--validate")
      ? {
          exitCode: 1,
          stderr:
            'error: invalid argument "strict" for "--validate" flag: strconv.ParseBool: parsing "strict": invalid syntax',
        }
      : undefined,
  );
  assert.deepEqual(trials[0]?.verdict, {
    is: "untried",
    why: "This version of kubectl is too old for the dry run.",
  });
});

test("a cluster that does not answer refuses nothing", async () => {
  const { trials } = await rehearsed(configMap("a"), (line) =>
    line.startsWith("kubectl")
      ? {
          exitCode: 1,
          stderr:
            "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?",
        }
      : undefined,
  );
  assert.deepEqual(
    trials.map(({ verdict }) => verdict.is),
    ["untried"],
  );
});

test("what comes with the same installation is not reported as missing", async () => {
  const crd =
    "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: widgets.example.org}, spec: {group: example.org, names: {kind: Widget, plural: widgets}, versions: [{name: v1, served: true}]}}";
  const says: Record<string, string> = {
    Widget:
      'resource mapping not found for name: "w" namespace: "" from "STDIN": no matches for kind "Widget" in version "example.org/v1"\nensure CRDs are installed first',
    RoleBinding:
      'Error from server (NotFound): error when creating "STDIN": roles.rbac.authorization.k8s.io "r" not found',
  };
  const answer = (line: string, stdin: string): Answer => {
    const kind = Object.keys(says).find((one) => stdin.includes(`"kind":"${one}"`));
    return line.includes("--dry-run=server") && kind !== undefined
      ? { exitCode: 1, stderr: says[kind] ?? "" }
      : undefined;
  };
  const widget = "{apiVersion: example.org/v1, kind: Widget, metadata: {name: w}}\n---\n";
  const role = "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}}\n---\n";
  const binding =
    "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: b}, roleRef: {kind: Role, name: r}}\n";
  const whole = await rehearsed(widget + role + binding, answer, { crds: crd });
  const verdicts = new Map(whole.trials.map(({ key, verdict }) => [key, verdict]));
  assert.deepEqual(verdicts.get("Widget/w"), { is: "untried", why: "The kind Widget comes with the chart." });
  assert.deepEqual(verdicts.get("RoleBinding/b"), {
    is: "untried",
    why: "It needs Role r, which is installed with it.",
  });
  const alone = await rehearsed(widget + binding, answer);
  assert.deepEqual(
    alone.trials.map(({ verdict }) => verdict.is),
    ["refused", "refused"],
  );
});

test("quotas are added up over objects that would each fit", async () => {
  const quota = {
    kind: "ResourceQuota",
    metadata: { name: "small" },
    status: { hard: { configmaps: "2" }, used: { configmaps: "1" } },
  };
  const { trials } = await rehearsed(configMap("a") + configMap("b"), (line) =>
    line.includes("resourcequotas") ? { stdout: JSON.stringify({ items: [quota] }) } : undefined,
  );
  assert.deepEqual(
    trials.map(({ verdict }) => verdict.is),
    ["accepted", "refused"],
  );
});

test("the pods of a workload are tried, with another account if theirs is installed with it", async () => {
  const account = "{apiVersion: v1, kind: ServiceAccount, metadata: {name: own}}\n---\n";
  const deployment =
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {metadata: {labels: {app: web}}, spec: {serviceAccountName: own, containers: []}}}}";
  let pod = "";
  const rehearsal = await rehearsed(account + deployment, (_line, stdin) => {
    if (!stdin.includes('"kind":"Pod"')) return undefined;
    pod = stdin;
    return {
      exitCode: 1,
      stderr: `Error from server (Forbidden): error when creating "STDIN": pods "web-x7k2p" is forbidden: violates PodSecurity "restricted:latest": privileged`,
    };
  });
  assert.doesNotMatch(pod, /own/);
  const trial = rehearsal.trials.find(({ key }) => key === "Deployment/web");
  assert.equal(trial?.verdict.is, "accepted");
  assert.equal(trial.pods?.is, "refused");
  assert.match(rehearsalPart(rehearsal).source, /The pods of Deployment\/web: .*pods\/web-/);
  assert.equal(rehearsalLine(rehearsal), "The API server would accept 1 of 2 objects and refuse 1.");
});

test("a hook's pod finds what hooks that run earlier create: all of an earlier event, whatever their weights", async () => {
  const annotations = (event: string, weight: number) =>
    `annotations: {helm.sh/hook: ${event}, helm.sh/hook-weight: "${weight}"}`;
  const account = (event: string, weight: number) =>
    `{apiVersion: v1, kind: ServiceAccount, metadata: {name: own, ${annotations(event, weight)}}}\n---\n`;
  const job = (event: string, weight: number) =>
    `{apiVersion: batch/v1, kind: Job, metadata: {name: setup, ${annotations(event, weight)}}, spec: {template: {spec: {serviceAccountName: own, restartPolicy: Never, containers: []}}}}`;
  const findsAccount = async (manifest: string): Promise<boolean> => {
    let pod = "";
    await rehearsed(manifest, (_line, stdin) => {
      if (stdin.includes('"kind":"Pod"')) pod = stdin;
      return undefined;
    });
    assert.match(pod, /setup/);
    // An account that is there by then cannot be asked for yet, so the pod is tried with another one.
    return !pod.includes("own");
  };
  assert.equal(await findsAccount(account("pre-install", 5) + job("post-install", 0)), true);
  assert.equal(await findsAccount(account("post-install", 0) + job("pre-install", 5)), false);
  assert.equal(await findsAccount(account("pre-install", 0) + job("pre-install", 5)), true);
  assert.equal(await findsAccount(account("pre-install", 5) + job("pre-install", 0)), false);
  // The events of other operations do not matter.
  assert.equal(await findsAccount(account("pre-install", 5) + job('"post-install,pre-delete"', 0)), true);
  assert.equal(await findsAccount(account("pre-delete", 0) + job("post-install", 5)), false);
});

const asksFor = (name: string, cpu: string, replicas = 1) =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {replicas: ${replicas}, template: {spec: {containers: [{resources: {requests: {cpu: ${cpu}}}}]}}}}\n---\n`;
const cpuQuota = (cpu: string) => (line: string) =>
  line.includes("resourcequotas")
    ? {
        stdout: JSON.stringify({
          items: [
            { kind: "ResourceQuota", metadata: { name: "small" }, status: { hard: { "requests.cpu": cpu } } },
          ],
        }),
      }
    : undefined;

test("what the pods of new workloads request is added up", async () => {
  const says = async (manifest: string, cpu: string, before?: string) => {
    const { trials } = await rehearsed(manifest, cpuQuota(cpu), { before });
    return trials.map(({ pods }) => pods?.is);
  };
  assert.deepEqual(await says(asksFor("a", "60m") + asksFor("b", "60m"), "100m"), ["accepted", "refused"]);
  assert.deepEqual(await says(asksFor("a", "60m", 2), "100m"), ["refused"]);
  assert.deepEqual(await says(asksFor("a", "0.1") + asksFor("b", "200m"), "0.3"), ["accepted", "accepted"]);
  // Nobody knows how many there are while they are being replaced.
  assert.deepEqual(await says(asksFor("a", "60m", 2), "100m", asksFor("a", "50m", 2)), ["accepted"]);
});

test("Helm 3 does not send what stays as it is", async () => {
  const live =
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"cop","resourceVersion":"5","labels":{"app.kubernetes.io/managed-by":"Helm"},"annotations":{"meta.helm.sh/release-name":"cop","meta.helm.sh/release-namespace":"cop"}},"data":{"k":"1"}}';
  const get = (line: string) =>
    line.startsWith("kubectl get --ignore-not-found --output json -f") ? { stdout: live } : undefined;
  const options = { helm: "v3.18.4", before: configMap("a", ', data: {k: "1"}') };
  const same = await rehearsed(configMap("a", ', data: {k: "1"}'), get, options);
  assert.deepEqual(same.trials, []);
  const other = await rehearsed(configMap("a", ', data: {k: "2"}'), get, options);
  assert.deepEqual(
    other.trials.map(({ way }) => way),
    ["replace"],
  );
  assert.ok(other.lines.some((line) => line.startsWith("kubectl patch --type merge --patch {}")));
});

test("whether Helm can store its release is tried with the kind of object that it is stored in", async () => {
  const refusing = (kind: string) => (_line: string, stdin: string) =>
    stdin.includes(`"kind":"${kind}","metadata":{"name":"sh.helm.release.v1.cop.`)
      ? {
          exitCode: 1,
          stderr: `Error from server (Forbidden): error when creating "STDIN": ${kind.toLowerCase()}s is forbidden: User "me" cannot create resource "${kind.toLowerCase()}s" in API group "" in the namespace "cop"`,
        }
      : undefined;
  const keys = async (kind: string, driver: string) => {
    const { trials } = await rehearsed(configMap("a"), refusing(kind), { driver });
    return trials.map(({ key, verdict }) => `${key} ${verdict.is}`);
  };
  assert.deepEqual(await keys("Secret", ""), [
    "Secret/sh.helm.release.v1.cop refused",
    "ConfigMap/a accepted",
  ]);
  assert.deepEqual(await keys("ConfigMap", "configmap"), [
    "ConfigMap/sh.helm.release.v1.cop refused",
    "ConfigMap/a accepted",
  ]);
  assert.deepEqual(await keys("Secret", "sql"), ["ConfigMap/a accepted"]);
});

test("hooks that run now are tried, and others are not", async () => {
  const hook = (name: string, event: string) =>
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, annotations: {helm.sh/hook: "${event}"}}}\n---\n`;
  const { trials } = await rehearsed(
    hook("now", "pre-install,pre-upgrade") + hook("later", "pre-delete") + hook("asked", "test"),
  );
  assert.deepEqual(
    trials.map(({ key, isHook }) => [key, isHook]),
    [["ConfigMap/now", true]],
  );
});

test("in a new namespace, only what is invalid is known", async () => {
  const { trials } = await rehearsed(
    configMap("good") + configMap("Bad"),
    (line, stdin) => {
      if (line.includes("get --namespace cop") && line.includes("namespaces")) return { stdout: "" };
      if (!line.includes("--namespace default") || !stdin.includes("Bad")) return undefined;
      return {
        exitCode: 1,
        stdout: "configmap/goodzq9xz\n",
        stderr:
          'Error from server (Invalid): error when creating "STDIN": ConfigMap "Badzq9xz" is invalid: metadata.name: Invalid value: "Badzq9xz": a lowercase RFC 1123 subdomain must start with a letter',
      };
    },
    { createNamespace: true },
  );
  const [good, bad] = trials.map(({ verdict }) => verdict);
  assert.deepEqual(good, {
    is: "untried",
    why: "It is valid. Nothing else can be checked, because the namespace cop is new.",
  });
  assert.ok(bad?.is === "refused");
  assert.match(
    bad.failures[0]?.sentence ?? "",
    /^The cluster rejects ConfigMap Bad: metadata\.name: Invalid value: "Bad"/,
  );
});

test("no Secret is an argument or is shown in words", async () => {
  const secret = "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {password: Hunt3rHunt3r}}";
  const rehearsal = await rehearsed(secret, (_line, stdin) =>
    stdin.includes("Hunt3r")
      ? {
          exitCode: 1,
          stderr:
            'Error from server: failed to create typed patch object (cop/s; /v1, Kind=Secret): .stringData.password: expected string, got &value.valueUnstructured{Value:"Hunt3rHunt3r"}',
        }
      : undefined,
  );
  assert.ok(!rehearsal.lines.join("\n").includes("Hunt3r"));
  const { lines: _lines, ...shown } = rehearsal;
  assert.ok(!JSON.stringify(shown.trials.map(({ verdict }) => verdict)).includes("Hunt3rHunt3r"));
});
