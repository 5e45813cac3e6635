/** A context of a kubeconfig: its server, and its user. */
export interface ContextText {
  readonly server: string;
  readonly user: string;
}

/** The text of a kubeconfig file with these contexts; JSON is YAML as well. */
export function kubeconfigText(current: string, contexts: Readonly<Record<string, ContextText>>): string {
  const all = Object.entries(contexts);
  const users = new Set(all.map(([, { user }]) => user));
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: all.map(([name, { server }]) => ({ name, cluster: { server } })),
    users: [...users].map((name) => ({ name, user: { token: "sesame" } })),
    contexts: all.map(([name, { user }]) => ({ name, context: { cluster: name, user } })),
  });
}
