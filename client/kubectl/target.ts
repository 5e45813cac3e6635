import * as l10n from "@vscode/l10n";

/**
 * The cluster and the namespace in which a command works. They are resolved once, shown to the person, and named in every call.
 */
export interface ClusterTarget {
  readonly context: string;
  /** Address of the API server, for display. */
  readonly server: string;
  /** The kubeconfig's name of the user, so that a changed context is noticed. */
  readonly user?: string;
  /**
   * Digests of the other settings that decide which server a connection reaches and as which user, by the keys of the kubeconfig:
   * `KubeContext.connection`.
   */
  readonly connection?: Readonly<Record<string, string>>;
  readonly namespace: string;
  /**
   * Path of the kubeconfig if a setting names one; otherwise the programs find it by themselves. `NO_KUBECONFIG` for the cluster
   * that this machine runs in.
   */
  readonly kubeconfig?: string;
  /** The current context of the kubeconfig, if the person chose another one for this workspace. */
  readonly current?: string;
  /** Set if the person can choose another context: nothing names this one, and the kubeconfig has others. */
  readonly canChange?: true;
}

/** The key under which a workspace remembers the context that was chosen. An empty text stands for the current one of the kubeconfig. */
export const CHOSEN_CONTEXT = "kubeContext";

/** The name of the cluster that this machine runs in; no kubeconfig has such a context. */
export const IN_CLUSTER = "in-cluster";

/**
 * An empty kubeconfig. With it, Helm and kubectl use the service account of the pod that they run in (client-go, tools/clientcmd:
 * `DeferredLoadingClientConfig.ClientConfig`), even if a kubeconfig appears in the meantime.
 */
export const NO_KUBECONFIG = "/dev/null";

/** For calls that need no cluster. */
export const NO_CLUSTER = { context: "", server: "", kubeconfig: NO_KUBECONFIG } as const;

/** True for the cluster that this machine runs in, which no context names. */
export function isOwnCluster({ kubeconfig }: Pick<ClusterTarget, "kubeconfig">): boolean {
  return kubeconfig === NO_KUBECONFIG;
}

/** The flags that name the cluster; `contextFlag` is the program's flag for a context. */
export function clusterFlags(target: ClusterTarget, contextFlag: `--${string}`): readonly string[] {
  const { context, kubeconfig } = target;
  return [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    // Programs refuse a context that is not in the kubeconfig.
    ...(isOwnCluster(target) ? [] : [contextFlag, context]),
  ];
}

/**
 * The cluster and the user, line by line, for a confirmation. A user with the same name as the context is left out. The current context of
 * the kubeconfig is named if it is another one.
 */
export function clusterLines({ context, user, server, current }: ClusterTarget): readonly string[] {
  const isTelling = user !== undefined && user !== "" && user !== context;
  return [
    isTelling ? l10n.t("Context: {0} (user {1})", context, user) : l10n.t("Context: {0}", context),
    ...(current === undefined ? [] : [l10n.t("Current context of the kubeconfig: {0}", current)]),
    l10n.t("Server: {0}", server),
  ];
}

/**
 * Names, which come after all flags. After `--`, a program takes a string as it is even if it begins with a hyphen, so that a setting
 * of a workspace cannot bring in a flag.
 */
export function names(...texts: readonly string[]): readonly string[] {
  return ["--", ...texts];
}
