/** Where a command works. Resolved once, shown to the person, and named in every call. */
export interface ClusterTarget {
  readonly context: string;
  /** Address of the API server, to be shown. */
  readonly server: string;
  /** The kubeconfig's name of the user, so that a changed context is noticed. */
  readonly user?: string;
  readonly namespace: string;
  /** Path of the kubeconfig when a setting names one; else the programs find it by themselves. */
  readonly kubeconfig?: string;
}

/** Which cluster it is, and as whom, line by line, for a confirmation. A user who is called like the context is not told. */
export function clusterLines({ context, user, server }: ClusterTarget): readonly string[] {
  const isTelling = user !== undefined && user !== "" && user !== context;
  return [`Context: ${context}${isTelling ? ` (user ${user})` : ""}`, `Server: ${server}`];
}
