const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Why a text is not a DNS name as Kubernetes defines it (RFC 1123), as a clause about "it"; `undefined` when it is one. */
export function dnsNameProblem(text: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return "it begins with a scheme";
  if (text.includes("/")) return "it has a path";
  if (/:\d*$/.test(text)) return "it has a port";
  if (/\s/.test(text)) return "it contains spaces";
  if (text.includes("_")) return "it contains an underscore";
  if (/[A-Z]/.test(text)) return "it contains upper-case letters";
  if (text.length > 253) return "it is longer than 253 characters";
  if (text.endsWith(".")) return "it ends with a dot";
  for (const label of text.split(".")) {
    if (label === "") return "it has nothing between two dots";
    if (label.length > 63) return `its part "${label.slice(0, 12)}…" is longer than 63 characters`;
    if (LABEL.test(label)) continue;
    const [odd] = /[^a-z0-9-]/u.exec(label) ?? [];
    return odd === undefined
      ? "one of its parts begins or ends with a hyphen"
      : `it contains the character "${odd}"`;
  }
  return undefined;
}

/** The DNS name in a text: without scheme, port, path and the like, in lower case, with hyphens for underscores. */
export function dnsNameIn(text: string): string | undefined {
  const host = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/^[^@]*@/, "")
    .replace(/:\d*$/, "")
    .replace(/\.+$/, "")
    .replaceAll("_", "-")
    .toLowerCase();
  return dnsNameProblem(withoutWildcard(host)) === undefined ? host : undefined;
}

/** A host without the asterisk that means any subdomain. */
export function withoutWildcard(host: string): string {
  return host.replace(/^\*\./, "");
}
