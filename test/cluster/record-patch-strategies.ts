// `npm run record:patches`: records how the API server merges what is patched in objects of its own kinds, from its OpenAPI.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/repository.ts";
import { haveCluster } from "./cluster.ts";

interface Definition {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly "x-kubernetes-group-version-kind"?: readonly { group: string; version: string; kind: string }[];
}

interface Property {
  readonly $ref?: string;
  readonly items?: Property;
  readonly additionalProperties?: Property;
  readonly "x-kubernetes-patch-merge-key"?: string;
  readonly "x-kubernetes-patch-strategy"?: string;
}

/** What is kept of a property: its type where something below it matters, and how it is merged. */
interface Kept {
  readonly type?: string;
  readonly key?: string;
  readonly strategy?: string;
}

const FILE = path.join(repository, "client/install/rehearsal/patch-strategies.json");

const cluster = await haveCluster();
try {
  const { definitions = {} } =
    (await cluster.api("admin@test").get<{ definitions: Record<string, Definition> }>("/openapi/v2")) ?? {};
  const { gitVersion = "" } = (await cluster.api("admin@test").get<{ gitVersion: string }>("/version")) ?? {};
  const kinds = kindsOf(definitions);
  const types = reachable(definitions, Object.values(kinds));
  const withoutAny = (type: string) => (types[type] === undefined ? "" : shortened(type));
  writeFileSync(
    FILE,
    `${JSON.stringify(
      {
        source: `Kubernetes ${gitVersion.replace(/^v|-.*$/g, "")}, /openapi/v2: x-kubernetes-patch-merge-key and x-kubernetes-patch-strategy`,
        kinds: Object.fromEntries(Object.entries(kinds).map(([kind, type]) => [kind, withoutAny(type)])),
        types: Object.fromEntries(
          Object.entries(types)
            .map(([type, properties]) => [shortened(type), properties] as const)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        ),
      },
      undefined,
      2,
    )}\n`,
  );
} finally {
  await cluster.stop();
}

/** The kinds of Kubernetes itself with their types, as far as Helm has them compiled in. */
function kindsOf(definitions: Readonly<Record<string, Definition>>): Record<string, string> {
  const found = Object.entries(definitions).flatMap(([type, definition]) =>
    /^io\.k8s\.(api|apiextensions-apiserver)\./.test(type)
      ? (definition["x-kubernetes-group-version-kind"] ?? []).map(
          ({ group, version, kind }) => [[group, version, kind].filter(Boolean).join("/"), type] as const,
        )
      : [],
  );
  const own = found.filter(([name]) => !/(List|Options|Status|Event|Review)$/.test(name));
  return Object.fromEntries(own.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The types from which something can be reached that is merged in a way of its own; what is below `status` nobody patches. */
function reachable(
  definitions: Readonly<Record<string, Definition>>,
  roots: readonly string[],
): Record<string, Record<string, Kept>> {
  const kept: Record<string, Record<string, Kept>> = {};
  const open = new Set<string>();
  const visit = (type: string): boolean => {
    if (kept[type] !== undefined) return true;
    if (open.has(type)) return false;
    open.add(type);
    const properties = Object.entries(definitions[type]?.properties ?? {}).flatMap(([name, property]) => {
      if (name === "status") return [];
      const ref = (property.$ref ?? property.items?.$ref ?? "").replace("#/definitions/", "");
      const below = ref !== "" && visit(ref);
      const { "x-kubernetes-patch-merge-key": key, "x-kubernetes-patch-strategy": strategy } = property;
      if (!below && strategy === undefined) return [];
      const one: Kept = {
        ...(below && { type: shortened(ref) }),
        ...(key !== undefined && { key }),
        ...(strategy !== undefined && { strategy }),
      };
      return [[name, one] as const];
    });
    open.delete(type);
    if (properties.length > 0) kept[type] = Object.fromEntries(properties);
    return properties.length > 0;
  };
  for (const root of roots) visit(root);
  return kept;
}

/** `io.k8s.api.apps.v1.DeploymentSpec` is `apps.v1.DeploymentSpec`. */
function shortened(type: string): string {
  return type.split(".").slice(-3).join(".");
}
