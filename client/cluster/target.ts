/** Where a command works. Resolved once, shown to the person, and named in every call. */
export interface ClusterTarget {
  readonly context: string;
  /** Address of the API server, to be shown. */
  readonly server: string;
  /** The kubeconfig's name of the user, so that a changed context is noticed. */
  readonly user?: string;
  readonly namespace: string;
  /**
   * Path of the kubeconfig when a setting names one; else the programs find it by themselves. For the cluster that this machine
   * runs in it is `NO_KUBECONFIG`.
   */
  readonly kubeconfig?: string;
}

/** What the cluster that this machine runs in is called; no kubeconfig has such a context. */
export const IN_CLUSTER = "in-cluster";

/**
 * An empty kubeconfig. With it, Helm and kubectl use the service account of the pod that they run in (client-go,
 * tools/clientcmd: `DeferredLoadingClientConfig.ClientConfig`), whatever kubeconfig comes up in the meantime.
 */
export const NO_KUBECONFIG = "/dev/null";

/** Whether it is the cluster that this machine runs in, which no context names. */
export function isOwnCluster({ kubeconfig }: Pick<ClusterTarget, "kubeconfig">): boolean {
  return kubeconfig === NO_KUBECONFIG;
}

/** The flags that name the cluster, for a program that calls the one for a context `contextFlag`. */
export function clusterFlags(target: ClusterTarget, contextFlag: `--${string}`): readonly string[] {
  const { context, kubeconfig } = target;
  return [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    // Programs refuse a context that no kubeconfig has.
    ...(isOwnCluster(target) ? [] : [contextFlag, context]),
  ];
}

/** Which cluster it is, and as whom, line by line, for a confirmation. A user with the name of the context is left out. */
export function clusterLines({ context, user, server }: ClusterTarget): readonly string[] {
  const isTelling = user !== undefined && user !== "" && user !== context;
  return [`Context: ${context}${isTelling ? ` (user ${user})` : ""}`, `Server: ${server}`];
}
