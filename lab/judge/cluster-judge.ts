// Sends the objects of a chart to the API server, each in a dry run as Helm would send it.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { load, loadAll } from "js-yaml";
import type { CustomResourceDefinition } from "kubernetes-types/apiextensions/v1.js";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { Access, ApiServer } from "../../test/cluster/api-server.ts";
import { haveNamespace } from "../../test/cluster/prerequisites.ts";
import { DEFINITIONS, removeAll } from "../../test/cluster/removing.ts";
import { until } from "../../test/cluster/until.ts";

/** The namespace that releases are rendered for. */
export const NAMESPACE = "operators";

/** Those that good values name; which namespaces a cluster has is no question of the values. */
const NAMESPACES = [NAMESPACE, "istio-system", "mesh-system", "own"];

/** The resource under which objects of each kind are created. */
const RESOURCES: Readonly<Record<string, string>> = {
  Certificate: "certificates",
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  ConfigMap: "configmaps",
  Deployment: "deployments",
  Gateway: "gateways",
  MutatingWebhookConfiguration: "mutatingwebhookconfigurations",
  Secret: "secrets",
  Service: "services",
  ServiceAccount: "serviceaccounts",
  ServiceMonitor: "servicemonitors",
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  VirtualService: "virtualservices",
};
const WITHOUT_NAMESPACE = /^(ClusterRole|ClusterRoleBinding|\w+WebhookConfiguration)$/;

/** Asks an API server about objects. */
export interface ObjectJudge {
  /** The sentence with which it refuses one of the objects of a rendering; `undefined` if it accepts all of them. */
  refusal(rendering: string, helm: HelmMajor): Promise<string | undefined>;
  /** The number of objects that were sent; the same object is sent once. */
  readonly sent: number;
  close(): void;
}

/** Creates the types and namespaces that the objects need. The types have the parts of the products' schemas that the charts write. */
export async function prepareJudge(api: ApiServer): Promise<void> {
  const types = resourceTypes();
  for (const type of types) await api.apply(`${DEFINITIONS}/${type.metadata?.name}`, type);
  const lists = types.map(({ spec }) => `/apis/${spec.group}/${spec.versions[0]?.name}/${spec.names.plural}`);
  await until(async () => !(await Promise.all(lists.map((list) => api.get(list)))).includes(undefined));
  for (const name of NAMESPACES) await haveNamespace(api, name);
}

/** Removes them again, for those who use the cluster next. */
export async function cleanUpJudge(api: ApiServer): Promise<void> {
  const names = resourceTypes().map(({ metadata }) => String(metadata?.name));
  await removeAll(api, DEFINITIONS, names);
  await removeAll(api, "/api/v1/namespaces", NAMESPACES);
}

function resourceTypes(): CustomResourceDefinition[] {
  const file = path.join(import.meta.dirname, "types.yaml");
  return loadAll(readFileSync(file, "utf8")) as CustomResourceDefinition[];
}

/** Connects to an API server as a judge. */
export function openJudge({ address, ca, token }: Access): ObjectJudge {
  const agent = new Agent({ keepAlive: true, ca });
  const answers = new Map<string, Promise<string | undefined>>();
  const ask = async (
    method: string,
    resource: string,
    type: string,
    body: string,
  ): Promise<string | undefined> => {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json", "content-type": type };
    const asked = request(`${address}${resource}`, { method, headers, agent });
    asked.end(body);
    const [answer] = await once(asked, "response");
    const content = await textOf(answer);
    return answer.statusCode < 400 ? undefined : sentenceOf(content);
  };
  const send = (object: string, helm: HelmMajor): Promise<string | undefined> => {
    const { apiVersion, kind, metadata } = load(object) as ObjectHead;
    const resource = RESOURCES[kind];
    if (resource === undefined) throw new Error(`Objects of the kind ${kind} are not known here.`);
    const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const space = encodeURIComponent(String(metadata.namespace ?? NAMESPACE));
    const list = `${group}${WITHOUT_NAMESPACE.test(kind) ? "" : `/namespaces/${space}`}/${resource}`;
    // Helm 3 creates what is new, Helm 4 applies it on the server, which refuses fields that it does not know.
    if (helm === 3) return ask("POST", `${list}?dryRun=All`, "application/yaml", object);
    const named = `${list}/${encodeURIComponent(String(metadata.name))}`;
    const query = "?dryRun=All&fieldManager=helm&force=true";
    return ask("PATCH", `${named}${query}`, "application/apply-patch+yaml", object);
  };
  return {
    async refusal(rendering, helm) {
      for (const object of objectsIn(rendering)) {
        const key = createHash("sha256")
          .update(`${helm} ${lasting(object)}`)
          .digest("hex");
        const answer = answers.get(key) ?? send(object, helm);
        answers.set(key, answer);
        const refused = await answer;
        if (refused !== undefined) return refused;
      }
      return undefined;
    },
    get sent() {
      return answers.size;
    },
    close: () => agent.destroy(),
  };
}

/** The sentence of a refusal; an unknown path is answered with plain text. */
function sentenceOf(content: string): string {
  try {
    return String(JSON.parse(content).message ?? content);
  } catch {
    return content.trim();
  }
}

interface ObjectHead {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: unknown; readonly namespace?: unknown };
}

/** The texts of the objects that Helm printed. */
function objectsIn(rendering: string): string[] {
  return rendering.split(/^---\n/m).filter((text) => /^kind: /m.test(text));
}

/** An object without the certificate that each rendering makes anew. */
function lasting(object: string): string {
  return object.replace(/^( *(?:ca\.crt|tls\.crt|tls\.key|caBundle): )[\w+/=]{400,}$/gm, "$1made");
}
