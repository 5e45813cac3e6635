/** Whether a resource is one that a device plugin offers: its name has a domain outside Kubernetes. It is counted in whole pieces. */
export function isExtendedResource(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/");
}
