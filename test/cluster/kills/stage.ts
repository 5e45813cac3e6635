// What all cases share: a cluster whose API server may die, the node, and the chart.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Pod } from "kubernetes-types/core/v1.js";
import { ApiError, type ApiServer, connectTo } from "../api-server.ts";
import { environment } from "../cluster.ts";
import { type MortalControlPlane, startMortalControlPlane } from "../control-plane.ts";
import { kubeconfig } from "../kubeconfig.ts";
import { type Fate, playNode } from "../node-player.ts";
import { clusterPrograms, type Programs } from "../programs.ts";
import { openServers } from "../servers.ts";

/** The context of all kubeconfig files. */
export const CONTEXT = "admin@test";

/** How many objects the chart has from its second mark on. */
export const OBJECTS = 10;

/** A cluster with a chart to be installed in it. */
export interface Stage {
  readonly folder: string;
  readonly plane: MortalControlPlane;
  readonly programs: Programs;
  /** The API server, asked again until it answers. */
  readonly api: ApiServer;
  readonly environment: NodeJS.ProcessEnv;
  readonly kubeconfig: string;
  readonly chart: string;
  /** Lets pods start that wait for it, by their image. */
  release(image: string): void;
  stop(): Promise<void>;
}

/** Opens a stage; fails where Go is missing, with which its programs are built. */
export async function openStage(): Promise<Stage> {
  const programs = await clusterPrograms();
  if (programs === undefined)
    throw new Error("A cluster needs Go, to build its programs once: https://go.dev/dl");
  const servers = await openServers();
  try {
    const { folder } = servers;
    const plane = await startMortalControlPlane(servers, programs);
    const file = path.join(folder, "kubeconfig.yaml");
    await writeFile(file, kubeconfig(CONTEXT, [{ name: CONTEXT, access: plane.admin }]), { mode: 0o600 });
    const connection = connectTo(plane.admin);
    const api = patient(connection);
    const started = new Set<string>();
    const node = playNode(api, (pod) => fateOf(pod, started));
    return {
      ...{ folder, plane, programs, api, kubeconfig: file },
      environment: environment({ folder, kubeconfig: file }),
      chart: await writeChart(folder),
      release: (image) => started.add(image),
      async stop() {
        await node.stop();
        connection.close();
        await servers.stop();
      },
    };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

function fateOf({ spec }: Pod, started: ReadonlySet<string>): Fate {
  const image = spec?.containers[0]?.image ?? "";
  if (image.startsWith("broken")) return "pull-fails";
  return image.startsWith("slow") && !started.has(image) ? "waits" : "runs";
}

/** What only reads, or may be done twice, is asked again while the API server is away. */
function patient(api: ApiServer): ApiServer {
  const again = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        // It answers 403 and 500 while it starts.
        if (error instanceof ApiError && error.status !== 403 && error.status < 500) throw error;
        await wait(100);
      }
    }
  };
  return {
    ...api,
    get: (at) => again(() => api.get(at)),
    patch: (at, change) => again(() => api.patch(at, change)),
    remove: (at) => again(() => api.remove(at)),
  };
}

const OBJECT = `metadata:
  name: {{ $.Release.Name }}-NAME
  labels:
    app.kubernetes.io/name: cap-operator
    app.kubernetes.io/instance: {{ $.Release.Name }}
    app.kubernetes.io/component: NAME
    app.kubernetes.io/managed-by: {{ $.Release.Service }}
`;

const named = (name: string) => OBJECT.replaceAll("NAME", name);

const settings = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\n${named(name)}data:\n  mark: {{ .Values.mark | quote }}\n`;

const deployment = (name: string) => `apiVersion: apps/v1
kind: Deployment
${named(name)}spec:
  replicas: 1
  selector:
    matchLabels: {app: {{ $.Release.Name }}-${name}}
  template:
    metadata:
      labels: {app: {{ $.Release.Name }}-${name}, app.kubernetes.io/instance: {{ $.Release.Name }}}
      annotations: {mark: {{ .Values.mark | quote }}}
    spec:
      containers:
        - name: main
          image: {{ .Values.image }}
`;

/** A chart each of whose objects an upgrade changes, and which has one more from mark 2 on. */
const FILES: Readonly<Record<string, string>> = {
  "Chart.yaml": "apiVersion: v2\nname: cap-operator-chart\nversion: 0.11.0\nappVersion: v0.11.0\n",
  "values.yaml": "mark: 1\nimage: fine\n",
  ...Object.fromEntries(
    ["one", "two", "three", "four", "five", "six"].map((name) => [`templates/${name}.yaml`, settings(name)]),
  ),
  "templates/new.yaml": `{{- if ge (int .Values.mark) 2 }}\n${settings("new")}{{- end }}\n`,
  "templates/service.yaml": `apiVersion: v1
kind: Service
${named("webhook-service")}  annotations: {mark: {{ .Values.mark | quote }}}
spec:
  selector: {app: {{ $.Release.Name }}-webhook}
  ports: [{port: 443}]
`,
  "templates/controller.yaml": deployment("controller"),
  "templates/webhook.yaml": deployment("webhook"),
};

async function writeChart(folder: string): Promise<string> {
  const chart = path.join(folder, "chart");
  await mkdir(path.join(chart, "templates"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(chart, name), text);
  return chart;
}
