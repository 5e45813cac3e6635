// What is in the cluster, read without Helm and without this project: the Secrets that hold the revisions, and the objects.
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { loadAll } from "js-yaml";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { ConfigMap, Secret } from "kubernetes-types/core/v1.js";
import type { ApiServer } from "../api-server.ts";

/** A revision as Helm keeps it. */
export interface Revision {
  readonly revision: number;
  readonly status: string;
  readonly description: string;
  readonly manifest: string;
}

/** What is true of a release. */
export interface Truth {
  /** In order; none where there is no such release. */
  readonly revisions: readonly Revision[];
  /** The newest. */
  readonly newest: Revision | undefined;
  /** What the objects have that the newest revision does not say, one sentence each; without one, what is there at all. */
  readonly differences: readonly string[];
  /** The names of the deployments that are not ready. */
  readonly unready: readonly string[];
}

interface KeptRelease {
  readonly version: number;
  readonly manifest: string;
  readonly info: { readonly status: string; readonly description: string };
}

interface Found {
  readonly kind: string;
  readonly metadata?: Deployment["metadata"];
  readonly spec?: Deployment["spec"];
  readonly status?: Deployment["status"];
  readonly data?: ConfigMap["data"];
}

/** The kinds of the chart, by where their objects are. */
const KINDS = {
  ConfigMap: "/api/v1/namespaces/:/configmaps",
  Service: "/api/v1/namespaces/:/services",
  Deployment: "/apis/apps/v1/namespaces/:/deployments",
};

/** Reads it. */
export async function truthOf(api: ApiServer, namespace: string, release: string): Promise<Truth> {
  const revisions = await revisionsOf(api, namespace, release);
  const newest = revisions.at(-1);
  const wanted = newest === undefined ? [] : (loadAll(newest.manifest) as (Found | null)[]);
  const live = await objectsOf(api, namespace, release);
  return {
    revisions,
    newest,
    differences: differences(
      wanted.filter((object) => object !== null),
      live,
    ),
    unready: live.filter((object) => !isReady(object)).map(nameOf),
  };
}

/** As `kubectl rollout status` says it: all pods are of the newest template, and ready. */
function isReady({ kind, metadata, spec, status = {} }: Found): boolean {
  if (kind !== "Deployment") return true;
  const { observedGeneration = 0, replicas, updatedReplicas, readyReplicas } = status;
  const isAll = (count: number | undefined) => count === spec?.replicas;
  return (
    observedGeneration === metadata?.generation && [replicas, updatedReplicas, readyReplicas].every(isAll)
  );
}

async function revisionsOf(api: ApiServer, namespace: string, release: string): Promise<readonly Revision[]> {
  const selector = encodeURIComponent(`owner=helm,name=${release}`);
  const list = await api.get<{ items: Secret[] }>(
    `/api/v1/namespaces/${namespace}/secrets?labelSelector=${selector}`,
  );
  const revisions = (list?.items ?? []).map(({ data = {} }): Revision => {
    const text = Buffer.from(data.release ?? "", "base64").toString();
    const kept: KeptRelease = JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString());
    const { version: revision, manifest, info } = kept;
    return { revision, manifest, status: info.status, description: info.description };
  });
  return revisions.sort((one, other) => one.revision - other.revision);
}

async function objectsOf(api: ApiServer, namespace: string, release: string): Promise<readonly Found[]> {
  const selector = encodeURIComponent(`app.kubernetes.io/instance=${release}`);
  const lists = await Promise.all(
    Object.entries(KINDS).map(async ([kind, at]) => {
      const path = `${at.replace(":", namespace)}?labelSelector=${selector}`;
      const list = await api.get<{ items: Omit<Found, "kind">[] }>(path);
      return (list?.items ?? []).map((object) => ({ ...object, kind }));
    }),
  );
  return lists.flat();
}

function differences(wanted: readonly Found[], live: readonly Found[]): readonly string[] {
  const liveByName = new Map(live.map((object) => [nameOf(object), object]));
  const wantedNames = new Set(wanted.map(nameOf));
  const wrong = wanted.flatMap((object) => {
    const found = liveByName.get(nameOf(object));
    if (found === undefined) return [`${nameOf(object)} is missing`];
    return isDeepStrictEqual(essence(found), essence(object)) ? [] : [`${nameOf(object)} is another one`];
  });
  const left = live.filter((object) => !wantedNames.has(nameOf(object)));
  return [...wrong, ...left.map((object) => `${nameOf(object)} is left over`)];
}

/** What the chart says of an object, and an upgrade changes. */
function essence({ data, spec }: Found): unknown {
  const { template } = spec ?? {};
  return {
    data: data ?? {},
    image: template?.spec?.containers[0]?.image,
    mark: template?.metadata?.annotations?.mark,
  };
}

function nameOf({ kind, metadata }: Found): string {
  return `${kind} ${metadata?.name}`;
}
