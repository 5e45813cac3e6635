import * as l10n from "@vscode/l10n";
import { isMap, mapOf, readYaml, YamlError, type YamlMap } from "../manifests/yaml.ts";

/** A context of the kubeconfig: a cluster and a user. */
export interface KubeContext {
  readonly name: string;
  readonly cluster: string;
  /** Address of the API server; absent if it is not known, as `problem` then says. */
  readonly server?: string;
  readonly namespace?: string;
  /** Name of the user; empty if the context has none. */
  readonly user: string;
  /**
   * The other settings that decide which server a connection reaches and as which user, by their keys, each as JSON. They may contain secrets. Absent if nothing is set.
   * Credentials that are renewed, such as tokens and client certificates, are not part of it.
   */
  readonly connection?: Readonly<Record<string, string>>;
  /** The defect that makes this context unusable. */
  readonly problem?: string;
}

export interface Kubeconfig {
  /** The name in the files; there may be no such context. */
  readonly currentContext?: string;
  readonly contexts: readonly KubeContext[];
  /** The reasons for which kubectl and Helm refuse these files; empty if they accept them. */
  readonly problems: readonly string[];
}

interface KubeconfigFile {
  readonly path: string;
  /** Undefined if there is no such file; kubectl ignores it as long as there are others. */
  readonly text: string | undefined;
}

type EntriesByName = ReadonlyMap<string, YamlMap>;

interface Part {
  readonly currentContext: string | undefined;
  readonly clusters: EntriesByName;
  readonly users: EntriesByName;
  readonly contexts: EntriesByName;
}

/**
 * Reads kubeconfig files as kubectl does (client-go, tools/clientcmd/loader.go): the first file that defines a name or
 * the current context wins as a whole, and one broken file refuses all.
 */
export function readKubeconfig(files: readonly KubeconfigFile[]): Kubeconfig {
  const problems: string[] = [];
  const parts: Part[] = [];
  for (const { path, text } of files) {
    if (text === undefined) continue;
    const read = partOf(path, text, problems);
    if (read !== undefined) parts.push(read);
  }
  const clusters = merged(parts.map((part) => part.clusters));
  const users = merged(parts.map((part) => part.users));
  const contexts = merged(parts.map((part) => part.contexts));
  const currentContext = parts.find((part) => part.currentContext !== undefined)?.currentContext;
  return {
    ...(currentContext !== undefined && { currentContext }),
    contexts: [...contexts].map(([name, context]) => contextOf(name, context, clusters, users)),
    problems,
  };
}

function contextOf(
  name: string,
  context: YamlMap,
  clusters: EntriesByName,
  users: EntriesByName,
): KubeContext {
  const cluster = textOrNone(context.cluster) ?? "";
  const user = textOrNone(context.user) ?? "";
  const namespace = textOrNone(context.namespace);
  const server = withoutSecrets(textOrNone(clusters.get(cluster)?.server));
  const problem = problemOf();
  return {
    name,
    cluster,
    user,
    ...(server !== undefined && { server }),
    ...(namespace !== undefined && { namespace }),
    ...connectionOf(mapOf(clusters.get(cluster)), mapOf(users.get(user))),
    ...(problem !== undefined && { problem }),
  };

  function problemOf(): string | undefined {
    if (cluster === "") return l10n.t("It names no cluster.");
    if (!clusters.has(cluster)) return l10n.t('Its cluster "{0}" is not defined.', cluster);
    if (server === undefined) return l10n.t('Its cluster "{0}" has no server address.', cluster);
    if (user !== "" && !users.has(user)) return l10n.t('Its user "{0}" is not defined.', user);
    return undefined;
  }
}

/** The keys of a cluster and of a user (client-go, tools/clientcmd/api/v1: `Cluster`, `AuthInfo`). */
const OF_CLUSTER = [
  "proxy-url",
  "certificate-authority",
  "certificate-authority-data",
  "tls-server-name",
  "insecure-skip-tls-verify",
];
const OF_USER = ["as", "as-uid", "as-groups", "as-user-extra"];

function connectionOf(cluster: YamlMap, user: YamlMap): Pick<KubeContext, "connection"> {
  // Only what decides which program runs: kubectl adds other keys with their defaults when it writes the file.
  const { command, args = null, env = null } = mapOf(user.exec);
  const all: readonly (readonly [key: string, value: unknown])[] = [
    ...OF_CLUSTER.map((key) => [key, cluster[key]] as const),
    ...OF_USER.map((key) => [key, user[key]] as const),
    ["exec", command && [command, args, env]],
    ["auth-provider", mapOf(user["auth-provider"]).name],
  ];
  const set = all.flatMap(([key, value]) => (value ? [[key, JSON.stringify(value)] as const] : []));
  return set.length === 0 ? {} : { connection: Object.fromEntries(set) };
}

/** An address as it is shown: without user, password and query. */
function withoutSecrets(server: string | undefined): string | undefined {
  if (server === undefined) return undefined;
  const [address = ""] = server.split(/[?#]/, 1);
  const [begin, host] = [address.indexOf("://") + 3, address.lastIndexOf("@") + 1];
  return begin > 2 && host > begin ? address.slice(0, begin) + address.slice(host) : address;
}

/** The first definition of a name wins; nothing of a later one is mixed in. */
function merged(parts: readonly EntriesByName[]): EntriesByName {
  const all = new Map<string, YamlMap>();
  for (const [name, entry] of parts.flatMap((part) => [...part])) if (!all.has(name)) all.set(name, entry);
  return all;
}

function partOf(path: string, text: string, problems: string[]): Part | undefined {
  const content = contentOf(path, text, problems);
  if (content === undefined) return undefined;
  const named = (list: string, about: string, twice: (name: string) => string): EntriesByName => {
    const found = new Map<string, YamlMap>();
    for (const entry of listOf(content[list])) {
      const name = textOrNone(entry.name);
      if (name === undefined) continue;
      if (found.has(name)) problems.push(twice(name));
      else found.set(name, mapOf(entry[about]));
    }
    return found;
  };
  return {
    currentContext: textOrNone(content["current-context"]),
    clusters: named("clusters", "cluster", (name) =>
      l10n.t('{0} defines the cluster "{1}" twice.', path, name),
    ),
    users: named("users", "user", (name) => l10n.t('{0} defines the user "{1}" twice.', path, name)),
    contexts: named("contexts", "context", (name) =>
      l10n.t('{0} defines the context "{1}" twice.', path, name),
    ),
  };
}

function contentOf(path: string, text: string, problems: string[]): YamlMap | undefined {
  try {
    const [first = null] = readYaml(text);
    if (first === null) return {};
    if (isMap(first)) return first;
    problems.push(l10n.t("{0} is not a kubeconfig: it does not contain a mapping.", path));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    problems.push(l10n.t("{0} is not valid YAML: there is an error on line {1}.", path, error.line));
  }
  return undefined;
}

function listOf(value: unknown): readonly YamlMap[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
