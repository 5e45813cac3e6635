/** A harmless ConfigMap. */
export const CONFIG_MAP =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {domain: example.org}\n";

/** A deployment. No node runs it, so it is never ready. */
export function deployment(app: string, replicas = 1): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: controller}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec:
      containers:
        - {name: controller, image: registry.example.org/controller:1.0.0}
`;
}

/** A chart with one template. */
export function chartOf(template: string): Readonly<Record<string, string>> {
  return { "templates/all.yaml": template };
}
