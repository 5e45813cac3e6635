import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { packChart, pullChart, showChart, showCrds } from "../../client/charts/chart.ts";
import { capabilitiesOf, helmVersion, readHelmVersion } from "../../client/cli/capabilities.ts";
import { rollback, uninstall, upgradeInstall } from "../../client/cli/changes.ts";
import {
  applyMethod,
  dryRun,
  getManifest,
  history,
  list,
  status,
  template,
} from "../../client/cli/inspect.ts";
import {
  apiResources,
  apiVersions,
  apply,
  applyCrds,
  canI,
  clientVersion,
  deleteObject,
  get,
  serverVersion,
} from "../../client/cli/kubectl.ts";
import { getLive, tryCreating, tryPatching, trySending } from "../../client/cli/trials.ts";
import { readComponents } from "../../client/cluster/components.ts";
import { readEvents } from "../../client/cluster/events.ts";
import type { Invocation } from "../../client/program-ports.ts";
import { repository } from "../support/repository.ts";

/** Texts that a chart, a cluster, a kubeconfig or a workspace can choose. */
interface Texts {
  readonly context: string;
  readonly namespace: string;
  readonly release: string;
  readonly chart: string;
  readonly version: string;
  readonly file: string;
  readonly entry: string;
  readonly name: string;
  readonly resource: string;
}

const HARMLESS: Texts = {
  context: "dev",
  namespace: "cop",
  release: "cop",
  chart: "oci://registry.example.org/cop",
  version: "1.2.3",
  file: "/ws/values.yaml",
  entry: "a=b",
  name: "things.example.org",
  resource: "things.example.org",
};

/** Every call that this extension can make, by the name of the function that makes it. */
const CALLS: Readonly<Record<string, (texts: Texts) => readonly (Invocation<unknown> | undefined)[]>> = {
  get: ({ name, resource, ...at }) => [
    get(target(at), resource, { name }),
    get(target(at), resource, { everywhere: true, labels: { [name]: resource } }),
    get(target(at), resource, { namespace: at.namespace }),
  ],
  readEvents: (texts) => [readEvents(target(texts))],
  readComponents: (texts) => [readComponents(releaseAt(texts))],
  apply: (texts) => [apply(target(texts), texts.name, { dryRun: true })],
  deleteObject: (texts) => [
    deleteObject(target(texts), { apiVersion: texts.version, kind: texts.resource, name: texts.name }),
    deleteObject(target(texts), { apiVersion: "v1", kind: "Pod", name: "a", namespace: texts.namespace }),
  ],
  applyCrds: (texts) => [applyCrds(target(texts), texts.name, { force: true })],
  trySending: (texts) =>
    (["create", "apply", "replace", "delete"] as const).map((way) =>
      trySending(target(texts), way, texts.namespace, [texts.name]),
    ),
  tryCreating: (texts) => [tryCreating(target(texts), texts.namespace, texts.name)],
  tryPatching: (texts) => [tryPatching(target(texts), texts.namespace, [texts.name])],
  getLive: (texts) => [getLive(target(texts), texts.namespace, [texts.name])],
  canI: (texts) => [canI(target(texts), { verb: texts.name, resource: texts.resource })],
  apiVersions: (texts) => [apiVersions(target(texts))],
  apiResources: (texts) => [apiResources(target(texts), texts.resource)],
  clientVersion: () => [clientVersion()],
  serverVersion: (texts) => [serverVersion(target(texts))],
  uninstall: (texts) => HELMS.map((can) => uninstall(releaseAt(texts), { wait: true, timeout: "5m" }, can)),
  showChart: (texts) => [showChart(chart(texts))],
  showCrds: (texts) => [showCrds(chart(texts))],
  pullChart: (texts) => [pullChart(chart(texts), texts.file)],
  packChart: (texts) => [packChart(texts.chart, texts.file)],
  status: (texts) => [status(releaseAt(texts))],
  history: (texts) => [history(releaseAt(texts))],
  list: (texts) => [list(target(texts), { allNamespaces: true }), list(target(texts))],
  getManifest: (texts) => [getManifest(releaseAt(texts), 3)],
  applyMethod: (texts) => [applyMethod(releaseAt(texts))],
  rollback: (texts) => [rollback(releaseAt(texts), 2, { wait: true, timeout: "5m" })],
  helmVersion: () => [helmVersion()],
  upgradeInstall: (texts) => HELMS.map((can) => upgradeInstall(plan(texts), can)),
  dryRun: (texts) => HELMS.map((can) => dryRun(plan(texts), can)),
  template: (texts) => [template(plan(texts), true)],
};

const HELMS = ["v3.18.4", "v4.0.1"].map((text) => capabilitiesOf(readHelmVersion(text)));

function target({ context, namespace }: Pick<Texts, "context" | "namespace">) {
  return { context, namespace, server: "https://127.0.0.1:6443", kubeconfig: "/home/me/.kube/config" };
}

function releaseAt(texts: Texts) {
  return { ...target(texts), release: texts.release };
}

function chart({ chart: ref, version }: Texts) {
  return { ref, version, plainHttp: true };
}

function plan(texts: Texts) {
  return {
    at: releaseAt(texts),
    chart: chart(texts),
    valuesFiles: [texts.file],
    sets: [{ flag: "set" as const, text: texts.entry }],
    createNamespace: true,
    wait: true,
    rollbackOnFailure: true,
    timeout: texts.version,
  };
}

/** Those of our flags that stand alone; each of the others takes the argument that follows, whatever that is. */
const ALONE = new Set([
  ...["--install", "--create-namespace", "--wait", "--atomic", "--rollback-on-failure", "--hide-notes"],
  ...["--plain-http", "--is-upgrade", "--all-namespaces", "--deployed", "--failed", "--pending"],
  ...["--uninstalling", "--ignore-not-found", "--server-side", "--force-conflicts", "--client"],
]);

/**
 * The flags that Helm and kubectl read, as their library does (spf13/pflag, `FlagSet.parseArgs`): flags may come
 * between names, a flag without `=` takes the next argument, and there are none after `--`.
 */
function flagsIn(args: readonly string[]): readonly string[] {
  const flags: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (arg === "--") break;
    if (!arg.startsWith("-") || arg === "-") continue;
    flags.push(arg.replace(/=.*$/s, ""));
    if (!ALONE.has(arg) && !arg.includes("=")) index++;
  }
  return flags;
}

test("this test knows all calls", () => {
  const made = globSync("client/**/*.ts", { cwd: repository }).flatMap((file) => {
    const source = readFileSync(`${repository}/${file}`, "utf8");
    const makers = /^export function (\w+)(?:<[^(]*>)?\((?:[^()]|\([^()]*\))*\): Invocation</gm;
    return [...source.matchAll(makers)].map(([, name]) => name);
  });
  assert.ok(made.length >= 20);
  assert.deepEqual([...made].sort(), Object.keys(CALLS).sort());
});

const hostile = fc.oneof(
  fc.constantFrom(
    "--server=https://attacker.invalid",
    "--server",
    "-s=https://attacker.invalid",
    "--kubeconfig=/tmp/other",
    "--token=x",
    "--as=system:admin",
    "--post-renderer=/tmp/run",
    "--",
    "-",
    "-f",
    "-h",
    "--context",
    "",
    " --server=x",
    "a\n--server=x",
    "a,--server=x",
    "a/--server=x",
    "a=--server=x",
    "$(id)",
  ),
  fc.string({ unit: "binary" }),
  fc.string().map((text) => `--${text}`),
  fc.string().map((text) => `-${text}`),
);

/** Some texts are hostile and the others are not, so that no call is always refused. */
const someHostile = fc
  .record(Object.fromEntries(Object.keys(HARMLESS).map((key) => [key, hostile])), { requiredKeys: [] })
  .map((texts): Texts => ({ ...HARMLESS, ...texts }))
  // Without a version, Helm is not asked for one.
  .filter(({ version }) => version !== "");

for (const [name, calls] of Object.entries(CALLS)) {
  test(`${name}: no text of a chart, a cluster or a workspace is read as a flag`, () => {
    const expected = calls(HARMLESS).map((call) => call && flagsIn(call.args));
    fc.assert(
      fc.property(someHostile, (texts) => {
        const made = orRefused(() => calls(texts));
        if (made === undefined) return;
        assert.deepEqual(
          made.map((call) => call && flagsIn(call.args)),
          expected,
        );
      }),
    );
  });
}

test("a name that is not valid in Kubernetes is refused before it is an argument, in one sentence", () => {
  for (const name of ["--server=https://attacker.invalid", "a/b", "A", "", "a".repeat(254), "a\nb"]) {
    assert.throws(
      () => get(target(HARMLESS), "customresourcedefinitions.apiextensions.k8s.io", { name }),
      (error) =>
        error instanceof Error && /^".*" is not a valid name of a Kubernetes object\.$/.test(error.message),
    );
  }
});

/** What a call is, or nothing if a readable error says that it cannot be made. */
function orRefused<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    assert.match((error as Error).message, /is not a valid name/);
    return undefined;
  }
}
