import * as l10n from "@vscode/l10n";

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** The reason why a text is not a DNS name as Kubernetes defines it (RFC 1123), as a clause about "it"; `undefined` for a DNS name. */
export function dnsNameProblem(text: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return l10n.t("it begins with a scheme");
  if (text.includes("/")) return l10n.t("it has a path");
  if (/:\d*$/.test(text)) return l10n.t("it has a port");
  if (/\s/.test(text)) return l10n.t("it contains spaces");
  if (text.includes("_")) return l10n.t("it contains an underscore");
  if (/[A-Z]/.test(text)) return l10n.t("it contains uppercase letters");
  if (text.length > 253) return l10n.t("it is longer than 253 characters");
  if (text.endsWith(".")) return l10n.t("it ends with a dot");
  for (const label of text.split(".")) {
    if (label === "") return l10n.t("it has two dots in a row");
    if (label.length > 63) return l10n.t('its part "{0}…" is longer than 63 characters', label.slice(0, 12));
    if (LABEL.test(label)) continue;
    const [odd] = /[^a-z0-9-]/u.exec(label) ?? [];
    return odd === undefined
      ? l10n.t("one of its parts begins or ends with a hyphen")
      : l10n.t('it contains the character "{0}"', odd);
  }
  return undefined;
}

/** The reason why a DNS name cannot be the host of a gateway, as a clause about "it"; `undefined` when it can. */
export function gatewayHostProblem(host: string): string | undefined {
  return host.includes(".") ? undefined : l10n.t("it has no dot, and the service mesh rejects that");
}

/** True if a text that looks like a DNS name is an IP address. */
export function isIpAddress(host: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(host);
}

/** The DNS name in a text: without scheme, port, path and the like, in lower case, with hyphens for underscores. */
export function dnsNameIn(text: string): string | undefined {
  const host = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/^[^@]*@/, "")
    .replace(/:\d*$/, "")
    .replace(/(?<!\.)\.+$/, "")
    .replaceAll("_", "-")
    .toLowerCase();
  return dnsNameProblem(host) === undefined ? host : undefined;
}

/** The domain around a host. */
export function domainAbove(host: string): string {
  return host.split(".").slice(1).join(".");
}
