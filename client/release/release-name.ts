import { SUBDOMAIN } from "../cli/kubectl.ts";

const LONGEST_RELEASE = 53;
const NAMESPACE = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LONGEST_NAMESPACE = 63;

/** Why Helm or Kubernetes refuse one of these names (Helm: chartutil.ValidateReleaseName; Kubernetes: RFC 1123 label). */
export function nameProblem(release: string, namespace: string): string | undefined {
  if (release.length > LONGEST_RELEASE || !SUBDOMAIN.test(release)) {
    return `"${release}" cannot be the name of a release: it has lower-case letters, digits, hyphens and dots, begins and ends with a letter or digit, and has at most ${LONGEST_RELEASE} characters.`;
  }
  if (namespace.length > LONGEST_NAMESPACE || !NAMESPACE.test(namespace)) {
    return `"${namespace}" cannot be the name of a namespace: it has lower-case letters, digits and hyphens, begins and ends with a letter or digit, and has at most ${LONGEST_NAMESPACE} characters.`;
  }
  return undefined;
}
