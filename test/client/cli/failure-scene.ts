import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { dump, load } from "js-yaml";
import { capabilitiesOf, type HelmCapabilities, readHelmVersion } from "../../../client/cli/capabilities.ts";
import { type UpgradePlan, upgradeInstall } from "../../../client/cli/changes.ts";
import type { ReleaseRef } from "../../../client/cli/release.ts";
import type { ApiServer } from "../../cluster/api-server.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { RecordedRun } from "./failure-recording.ts";

/** The run that a scene is about. */
export interface Act {
  /** Absent: Helm. */
  readonly program?: "kubectl";
  readonly stdin?: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Interrupts the program after this many milliseconds. */
  readonly interruptAfter?: number;
  /** Kills it at once instead, as in a crash. */
  readonly kill?: true;
}

/** Prepares the run of one scene; returns nothing if this version of Helm has no such scene. */
export type Scene = (stage: Stage) => Promise<Act | undefined>;

/** Files of a chart by path; `Chart.yaml` and `values.yaml` are added automatically. */
export type ChartFiles = Readonly<Record<string, string>>;

/** The parts of a kubeconfig that scenes change. */
export interface Kubeconfig {
  clusters: { name: string; cluster: Record<string, unknown> }[];
  users: { name: string; user: Record<string, unknown> }[];
  contexts: { name: string; context: Record<string, unknown> }[];
}

/** Where a scene plays, with its own namespace and folder. */
export interface Stage {
  readonly at: ReleaseRef;
  readonly can: HelmCapabilities;
  readonly api: ApiServer;
  readonly cluster: Cluster;
  /** Writes a file into the scene's folder. */
  file(name: string, text: string): Promise<string>;
  chart(files: ChartFiles): Promise<string>;
  /** A copy of the kubeconfig with changes. */
  kubeconfig(change: (config: Kubeconfig) => void): Promise<string>;
  /** The arguments that the product itself gives for an upgrade of the scene's release. */
  upgrade(chart: string, plan?: Partial<UpgradePlan>): readonly string[];
  helm(act: Act): Promise<RecordedRun>;
  /** Runs what has to succeed before the scene. */
  mustHelm(args: readonly string[]): Promise<void>;
  namespace(labels?: Readonly<Record<string, string>>): Promise<void>;
}

/** Plays a scene with one Helm, in a cluster in which it was not played before: what it creates there stays. */
export async function play(
  name: string,
  scene: Scene,
  cluster: Cluster,
  helm: string,
): Promise<RecordedRun | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "helm-scene-"));
  try {
    const stage = await openStage(name, folder, cluster, helm);
    const act = await scene(stage);
    return act && replaceMachine(await stage.helm(act), folder, cluster);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openStage(name: string, folder: string, cluster: Cluster, helm: string): Promise<Stage> {
  const text = await execute(helm, { args: ["version", "--template", "{{.Version}}"] }, cluster.environment);
  const version = readHelmVersion(text.stdout);
  const can = capabilitiesOf(version);
  const at: ReleaseRef = {
    context: "admin@test",
    server: cluster.contexts["admin@test"].address,
    namespace: `${name}-helm${version.major}`,
    release: "cap-operator",
  };
  const file = async (at: string, content: string) => {
    const to = path.join(folder, at);
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, content);
    return to;
  };
  let charts = 0;
  const run = async (act: Act): Promise<RecordedRun> => {
    const { program = "helm", args } = act;
    const ended = await execute(
      program === "helm" ? helm : cluster.programs.kubectl,
      act,
      cluster.environment,
    );
    return { program, version: program === "helm" ? version.text : "v1.37", args, ...ended };
  };
  const api = cluster.api("admin@test");
  return {
    at,
    can,
    api,
    cluster,
    file,
    async chart(files) {
      charts += 1;
      const own = { "Chart.yaml": CHART_YAML, "values.yaml": "", ...files };
      const place = `charts/${charts}/cap-operator-chart`;
      for (const [name, content] of Object.entries(own)) await file(`${place}/${name}`, content);
      return path.join(folder, place);
    },
    async kubeconfig(change) {
      const config = load(await readFile(cluster.kubeconfig, "utf8")) as Kubeconfig;
      change(config);
      return file("kubeconfig.yaml", dump(config));
    },
    upgrade: (ref, plan = {}) =>
      upgradeInstall(
        {
          at,
          chart: { ref },
          valuesFiles: [],
          sets: [],
          createNamespace: true,
          wait: false,
          rollbackOnFailure: false,
          timeout: "30s",
          ...plan,
        },
        can,
      ).args,
    helm: run,
    async mustHelm(args) {
      const { exitCode, stderr } = await run({ args });
      if (exitCode !== 0) throw new Error(`helm ${args.join(" ")} was to go well: ${stderr}`);
    },
    async namespace(labels = {}) {
      await api.create("/api/v1/namespaces", { metadata: { name: at.namespace, labels } });
    },
  };
}

const CHART_YAML = "apiVersion: v2\nname: cap-operator-chart\nversion: 0.1.0\nappVersion: 0.1.0\n";

type Ended = Pick<RecordedRun, "exitCode" | "stdout" | "stderr" | "interrupted">;

async function execute(helm: string, act: Act, env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(helm, act.args, {
    cwd: tmpdir(),
    env: { ...env, ...act.env },
    stdio: "pipe",
  });
  child.stdin.end(act.stdin ?? "");
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    stdout += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part) => {
    stderr += part;
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  if (act.interruptAfter !== undefined) {
    await pause(act.interruptAfter);
    child.kill(act.kill ? "SIGKILL" : "SIGINT");
  }
  const exitCode = await closed;
  return {
    exitCode,
    stdout,
    stderr,
    ...(act.interruptAfter === undefined ? {} : { interrupted: true as const }),
  };
}

/** Replaces folders, ports and times with lasting names, so that a recording says nothing about a machine. */
function replaceMachine(run: RecordedRun, folder: string, cluster: Cluster): RecordedRun {
  const hosts = Object.entries({ ...cluster.registries }).map(([name, host]) => [
    host,
    `${name}.registry.example.org`,
  ]);
  const servers = Object.values(cluster.contexts).map(({ address }) => address.replace("https://", ""));
  const names: readonly (readonly [string, string])[] = [
    [folder, "/home/me/deploy"],
    [cluster.folder, "/home/me/.helm"],
    [tmpdir(), "/home/me"],
    ...hosts.map(([from = "", to = ""]) => [from, to] as const),
    ...servers.map((server) => [server, "cluster.example.org:6443"] as const),
  ];
  const lasting = (text: string) =>
    names
      .reduce((shown, [from, to]) => shown.replaceAll(from, to), text)
      .replace(/\b(127\.0\.0\.1|localhost):\d{4,5}\b/g, "$1:6443")
      .replace(/ on (\d+\.){3}\d+:53\b/g, " on 192.0.2.53:53")
      .replace(/read (udp|tcp) \S+->\S+:/g, "read $1 192.0.2.1:50000->192.0.2.2:443:")
      .replace(/\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/g, "2026/01/02 03:04:05")
      .replace(/\b\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?/g, "2026-01-02$103:04:05")
      .replace(/LAST DEPLOYED: .*/g, "LAST DEPLOYED: Fri Jan  2 03:04:05 2026")
      .replace(/\b([EWI])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /g, "$10102 03:04:05.000000       1 ");
  return { ...run, args: run.args.map(lasting), stdout: lasting(run.stdout), stderr: lasting(run.stderr) };
}
