/** True for a resource of a device plugin: its name has a domain outside Kubernetes. Only whole units of it exist. */
export function isExtendedResource(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/");
}
