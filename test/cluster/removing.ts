import type { CustomResourceDefinition } from "kubernetes-types/apiextensions/v1.js";
import type { ApiServer } from "./api-server.ts";
import { until } from "./until.ts";

/** The path of the types of resources in the API. */
export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Removes what is at a path under these names, and waits until it is gone. */
export async function removeAll(api: ApiServer, list: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => api.remove(`${list}/${name}`)));
  await until(async () => {
    const left = await Promise.all(names.map((name) => api.get(`${list}/${name}`)));
    return left.every((found) => found === undefined);
  });
}

/** The names of the resource types that the operator's chart brings along. */
export async function operatorTypes(api: ApiServer): Promise<readonly string[]> {
  const list = await api.get<{ items: CustomResourceDefinition[] }>(DEFINITIONS);
  return (list?.items ?? [])
    .map(({ metadata }) => metadata?.name ?? "")
    .filter((name) => name.endsWith(".sme.sap.com"));
}
