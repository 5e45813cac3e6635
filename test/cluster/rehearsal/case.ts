// One case of the rehearsal: what it foretells of an installation, what Helm's own dry run says, and what Helm then does.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createProgramRunner } from "../../../client/adapters/program-runner.ts";
import { showCrds } from "../../../client/charts/chart.ts";
import { capabilitiesOf, type HelmCapabilities, helmVersion } from "../../../client/cli/capabilities.ts";
import { type UpgradePlan, uninstall, upgradeInstall } from "../../../client/cli/changes.ts";
import { explainFailure } from "../../../client/cli/failure.ts";
import type { Failure, FailureKind } from "../../../client/cli/failures/row.ts";
import { dryRun, getManifest, history, template } from "../../../client/cli/inspect.ts";
import type { ReleaseRef } from "../../../client/cli/release.ts";
import type { ClusterTarget } from "../../../client/cluster/target.ts";
import { type Rehearsal, rehearse } from "../../../client/install/rehearsal/rehearse.ts";
import type { Asking } from "../../../client/install/rehearsal/try-sendings.ts";
import type { Manifest } from "../../../client/manifests/manifest.ts";
import type { Invocation, RunResult } from "../../../client/program-ports.ts";
import type { ApiServer } from "../api-server.ts";
import type { Cluster, ContextName } from "../cluster.ts";
import { foresee, surprises } from "./foreseen.ts";
import { type Json, templates } from "./objects.ts";

/** A chart: its templates as one text, or a folder; and CRDs for its `crds/` folder. */
export interface CaseChart {
  readonly templates?: string;
  readonly crds?: string;
  readonly folder?: string;
  readonly valuesFile?: string;
  /** Entries for `--set`. */
  readonly sets?: readonly string[];
}

/** Where a case plays: a namespace of its own. */
export interface Stage {
  readonly major: 3 | 4;
  readonly namespace: string;
  readonly cluster: Cluster;
  /** As an administrator. */
  readonly api: ApiServer;
  /** Runs kubectl as an administrator, in the namespace. */
  kubectl(args: readonly string[], stdin?: string): Promise<void>;
}

/** Something to install or to upgrade. */
export interface RehearsalCase {
  /** What the case is, in a few words; no two are the same. */
  readonly name: string;
  /** What kind of trouble it is about. */
  readonly about: string;
  readonly context?: ContextName;
  /** Whether Helm is to make the namespace. */
  readonly newNamespace?: true;
  /** Whether Helm waits until all runs. */
  readonly wait?: true;
  /** What is installed before, with which Helm and as whom: the same unless said otherwise. */
  readonly first?: CaseChart;
  readonly firstHelm?: 3;
  /** What has happened to the cluster before the first installation. */
  prepare?(stage: Stage): Promise<void>;
  /** What has happened between the first installation and the upgrade. */
  meanwhile?(stage: Stage): Promise<void>;
  readonly chart: CaseChart;
  /** Removes what the case made outside of its namespace. */
  tidyUp?(stage: Stage): Promise<void>;
  /** Why no dry run can know it. */
  readonly unknowable?: string;
}

/** What a case says beside what it is and what is installed. */
export type Rest = Omit<RehearsalCase, "name" | "about" | "chart">;

/** An installation of objects. */
export function install(
  about: string,
  name: string,
  objects: readonly Json[],
  rest: Rest = {},
): RehearsalCase {
  return { about, name, chart: { templates: templates(...objects) }, ...rest };
}

/** An upgrade from some objects to others. */
export function upgrade(
  about: string,
  name: string,
  from: readonly Json[],
  to: readonly Json[],
  rest: Rest = {},
): RehearsalCase {
  return install(about, name, to, { first: { templates: templates(...from) }, ...rest });
}

/** What came out of a case. */
export interface Played {
  readonly case: RehearsalCase;
  readonly major: 3 | 4;
  /** Why Helm failed; absent where it did what it was asked for. */
  readonly failed?: Failure;
  /** What Helm's own dry run refuses. */
  readonly dryRun?: Failure;
  /** What was rehearsed; absent where Helm's dry run has stopped it before. */
  readonly rehearsal?: Rehearsal;
  /** How long it took to rehearse, in milliseconds. */
  readonly took: number;
  /** How many objects were to be what Helm 3 makes of them, and those that became something else. */
  readonly merged: { readonly foreseen: number; readonly surprises: readonly string[] };
}

/** Failures of Helm's dry run after which the objects are tried all the same (`client/release/planned-changes.ts`). */
const NO_PROOF: readonly FailureKind[] = ["kind-missing", "forbidden", "unknown", "timeout"];

/** What a case says of its own installation. */
export function refusals({ rehearsal }: Played): readonly Failure[] {
  return (rehearsal?.trials ?? []).flatMap(({ verdict, pods }) =>
    [verdict, ...(pods === undefined ? [] : [pods])].flatMap((one) =>
      one.is === "refused" ? one.failures : [],
    ),
  );
}

/** What could not be tried, with the reasons. */
export function untriedIn({ rehearsal }: Played): readonly string[] {
  return (rehearsal?.trials ?? []).flatMap(({ key, verdict, pods }) =>
    [verdict, ...(pods === undefined ? [] : [pods])].flatMap((one) =>
      one.is === "untried" ? [`${key}: ${one.why}`] : [],
    ),
  );
}

/** Plays a case with one Helm. It leaves nothing behind but a namespace that is being deleted. */
export async function play(
  one: RehearsalCase,
  cluster: Cluster,
  major: 3 | 4,
  number: number,
): Promise<Played> {
  const folder = await mkdtemp(path.join(tmpdir(), "rehearsal-"));
  const namespace = `rehearsal-${number}-helm-${major}-${process.pid}`;
  const api = cluster.api("admin@test");
  const stage: Stage = {
    ...{ major, namespace, cluster, api },
    async kubectl(args, stdin) {
      const { exitCode, stderr } = await programs(cluster, major).run({
        program: "kubectl",
        args: [
          ...args,
          "--context",
          "admin@test",
          "--kubeconfig",
          cluster.kubeconfig,
          "--namespace",
          namespace,
        ],
        ...(stdin !== undefined && { stdin }),
        parse: () => undefined,
      });
      if (exitCode !== 0) throw new Error(`${one.name}: kubectl ${args.join(" ")}: ${stderr}`);
    },
  };
  try {
    return await playOn(stage, one, folder);
  } finally {
    await one.tidyUp?.(stage);
    await programs(cluster, major).run(
      uninstall(
        releaseAt(stage, undefined),
        { wait: false, timeout: "30s" },
        await capabilities(cluster, major),
      ),
    );
    await api.remove(`/api/v1/namespaces/${namespace}`);
    await rm(folder, { recursive: true, force: true });
  }
}

async function playOn(stage: Stage, one: RehearsalCase, folder: string): Promise<Played> {
  const { cluster, major, api, namespace } = stage;
  const can = await capabilities(cluster, major);
  if (!one.newNamespace) {
    await api.create("/api/v1/namespaces", { metadata: { name: namespace } });
    await untilThere(api, `/api/v1/namespaces/${namespace}/serviceaccounts/default`);
  }
  await one.prepare?.(stage);
  if (one.first !== undefined) {
    const before = await planOf(one.first, releaseAt(stage, undefined), path.join(folder, "first"), false);
    const firstMajor = one.firstHelm ?? major;
    const firstCan = await capabilities(cluster, firstMajor);
    const { exitCode, stderr } = await programs(cluster, firstMajor).run(upgradeInstall(before, firstCan));
    if (exitCode !== 0) throw new Error(`${one.name}: the first installation failed: ${stderr}`);
    await one.meanwhile?.(stage);
  }
  const plan = {
    ...(await planOf(
      one.chart,
      releaseAt(stage, one.context),
      path.join(folder, "chart"),
      one.wait === true,
    )),
    createNamespace: one.newNamespace === true,
  };
  const asking = askingOf(cluster, major);
  const rendered = await renderedBy(asking, plan, can, one.first !== undefined);
  const started = performance.now();
  const rehearsal = rendered.manifest && (await rehearsed(asking, plan, can, rendered.manifest));
  const took = performance.now() - started;
  const real = upgradeInstall(plan, can);
  const before = rendered.manifest && major === 3 ? await comparedWith(asking, plan) : undefined;
  const foreseen = rendered.manifest && before ? await foresee(asking, plan, before, rendered.manifest) : [];
  const result = await asking.attempt(real);
  const failed = result.exitCode === 0 ? undefined : explained(result, real, plan.at);
  return {
    ...{ case: one, major, took },
    merged: {
      foreseen: failed === undefined ? foreseen.length : 0,
      surprises: failed === undefined ? await surprises(asking, plan, foreseen) : [],
    },
    ...(failed !== undefined && { failed }),
    ...(rendered.failure !== undefined && { dryRun: rendered.failure }),
    ...(rehearsal !== undefined && { rehearsal }),
  };
}

async function rehearsed(asking: RealAsking, plan: UpgradePlan, can: HelmCapabilities, after: Manifest) {
  const crds = await asking.call(showCrds(plan.chart));
  const before = await comparedWith(asking, plan);
  return rehearse(asking, { plan, can, after, crds, ...(before !== undefined && { before }) });
}

/** What the revision set that Helm compares with. */
async function comparedWith(asking: RealAsking, { at }: UpgradePlan): Promise<Manifest | undefined> {
  const revisions = await asking.attempt(history(at));
  const listed = revisions.exitCode === 0 ? history(at).parse(revisions.stdout) : [];
  const compared = listed.find(({ status }) => status === "deployed") ?? listed[0];
  return compared && asking.call(getManifest(at, compared.revision));
}

/** What Helm would send, as `planned-changes.ts` gets it: from a dry run in the cluster, else rendered where that proves nothing. */
async function renderedBy(
  asking: RealAsking,
  plan: UpgradePlan,
  can: HelmCapabilities,
  isUpgrade: boolean,
): Promise<{ readonly manifest?: Manifest; readonly failure?: Failure }> {
  const invocation = dryRun(plan, can);
  if (invocation === undefined) throw new Error("This Helm is too old for the rehearsal.");
  const result = await asking.attempt(invocation);
  if (result.exitCode === 0) return { manifest: invocation.parse(result.stdout) };
  const failure = explained(result, invocation, plan.at);
  if (!NO_PROOF.includes(failure.kind)) return { failure };
  const rendering = template(plan, isUpgrade);
  const rendered = await asking.attempt(rendering);
  return rendered.exitCode === 0 ? { failure, manifest: rendering.parse(rendered.stdout) } : { failure };
}

function explained(result: RunResult, { args }: Invocation<unknown>, at: ReleaseRef): Failure {
  return explainFailure({ ...result, program: "helm", args }, { at, doing: "installing" });
}

function releaseAt({ cluster, namespace }: Stage, context: ContextName = "admin@test"): ReleaseRef {
  const { address } = cluster.contexts[context];
  // Some objects are in no namespace: their names come from that of the release.
  return { context, server: address, namespace, kubeconfig: cluster.kubeconfig, release: namespace };
}

async function planOf(chart: CaseChart, at: ReleaseRef, folder: string, wait: boolean): Promise<UpgradePlan> {
  const files = {
    "Chart.yaml": "apiVersion: v2\nname: rehearsed\nversion: 0.1.0\n",
    "templates/all.yaml": chart.templates ?? "",
    ...(chart.crds !== undefined && { "crds/all.yaml": chart.crds }),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return {
    ...{ at, wait, createNamespace: false, rollbackOnFailure: false, timeout: "8s" },
    chart: { ref: chart.folder ?? folder },
    valuesFiles: chart.valuesFile === undefined ? [] : [chart.valuesFile],
    sets: (chart.sets ?? []).map((text) => ({ flag: "set" as const, text })),
  };
}

interface RealAsking extends Asking {
  call<T>(invocation: Invocation<T>): Promise<T>;
}

/** A step that runs the real programs. */
function askingOf(cluster: Cluster, major: 3 | 4): RealAsking {
  const runner = programs(cluster, major);
  const attempt = (invocation: Invocation<unknown>) => runner.run(invocation);
  return {
    attempt,
    report: () => undefined,
    signal: new AbortController().signal,
    async call(invocation) {
      const { exitCode, stdout, stderr } = await attempt(invocation);
      if (exitCode !== 0) throw new Error(stderr);
      return invocation.parse(stdout);
    },
    async ask<T>(_target: ClusterTarget, invocation: Invocation<T>) {
      const { exitCode, stdout, stderr } = await attempt(invocation);
      return exitCode === 0 ? { answer: invocation.parse(stdout) } : { unread: stderr };
    },
  };
}

function programs({ programs: { helm, kubectl } }: Cluster, major: 3 | 4) {
  return createProgramRunner((program) => (program === "helm" ? helm[major] : kubectl));
}

async function capabilities(cluster: Cluster, major: 3 | 4): Promise<HelmCapabilities> {
  const { stdout } = await programs(cluster, major).run(helmVersion());
  return capabilitiesOf(helmVersion().parse(stdout));
}

async function untilThere(api: ApiServer, at: string): Promise<void> {
  while ((await api.get(at)) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
}
