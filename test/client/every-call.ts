import { packChart, pullChart, showChart, showCrds } from "../../client/charts/chart.ts";
import { readEvents } from "../../client/cluster/events.ts";
import { capabilitiesOf, helmVersion, readHelmVersion } from "../../client/helm/capabilities.ts";
import { rollback, uninstall, upgradeInstall } from "../../client/helm/changing-commands.ts";
import {
  applyMethod,
  dryRun,
  getManifest,
  history,
  installedValues,
  list,
  setValuesOf,
  status,
  template,
} from "../../client/helm/reading-commands.ts";
import {
  apiResources,
  apiVersions,
  apply,
  applyCrds,
  canI,
  clientVersion,
  get,
  liveObjects,
  reappliedObjects,
  serverVersion,
  tryObjects,
} from "../../client/kubectl/calls.ts";
import { readComponents } from "../../client/kubectl/components.ts";
import type { Invocation } from "../../client/ports/programs.ts";

/** Texts that a chart, a cluster, a kubeconfig or a workspace can choose. */
export interface Texts {
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

/** Such texts, as they usually are. */
export const HARMLESS: Texts = {
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
export const CALLS: Readonly<Record<string, (texts: Texts) => readonly (Invocation<unknown> | undefined)[]>> =
  {
    get: ({ name, resource, ...texts }) => [
      get(target(texts), resource, { name }),
      get(target(texts), resource, { everywhere: true, labels: { [name]: resource } }),
      get(target(texts), resource, { namespace: texts.namespace }),
    ],
    readEvents: (texts) => [readEvents(target(texts))],
    readComponents: (texts) => [readComponents(releaseAt(texts))],
    apply: (texts) => [apply(target(texts), texts.name, { dryRun: true })],
    applyCrds: (texts) => [applyCrds(target(texts), texts.name, { force: true })],
    tryObjects: (texts) =>
      (["create", "apply"] as const).map((way) =>
        tryObjects(target(texts), way, "server-side", [texts.name]),
      ),
    liveObjects: (texts) => [liveObjects(target(texts), [texts.name])],
    reappliedObjects: (texts) => [reappliedObjects(target(texts), [texts.name])],
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
    installedValues: (texts) => [installedValues(releaseAt(texts), 3)],
    setValuesOf: (texts) => [setValuesOf(releaseAt(texts), 3)],
    rollback: (texts) => [rollback(releaseAt(texts), 2, { wait: true, timeout: "5m" })],
    helmVersion: () => [helmVersion()],
    upgradeInstall: (texts) => HELMS.map((can) => upgradeInstall(plan(texts), can)),
    dryRun: (texts) => HELMS.map((can) => dryRun(plan(texts), can)),
    template: (texts) => [template(plan(texts), true)],
  };

const HELMS = ["v3.18.4", "v4.0.1"].map((text) => capabilitiesOf(readHelmVersion(text)));

/** A cluster. */
export function target({ context, namespace }: Pick<Texts, "context" | "namespace">) {
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
    target: releaseAt(texts),
    chart: chart(texts),
    valuesFiles: [texts.file],
    sets: [{ flag: "set" as const, text: texts.entry }],
    createNamespace: true,
    wait: true,
    rollbackOnFailure: true,
    timeout: texts.version,
  };
}
