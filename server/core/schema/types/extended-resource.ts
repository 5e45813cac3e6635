/** Whether a resource is one that a device plugin offers: its name has a domain outside Kubernetes. Only whole units of it exist. */
export function isExtendedResource(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/");
}
