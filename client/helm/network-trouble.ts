import * as l10n from "@vscode/l10n";

interface Trouble {
  readonly pattern: RegExp;
  readonly why: (host: string) => string;
}

/** In the words of Go's `net` and `crypto/x509` (Helm, kubectl), and the codes of Node's `dns`, `net`, `tls` and undici. */
const TROUBLES: readonly Trouble[] = [
  { pattern: /proxyconnect/, why: () => l10n.t("the proxy could not be reached") },
  { pattern: /no such host|ENOTFOUND/, why: (host) => l10n.t("no host {0} found", host) },
  {
    pattern: /server misbehaving|EAI_AGAIN|on \[?[\d.:a-f]+\]?:53: .*timeout/,
    why: (host) => l10n.t("the name {0} could not be resolved", host),
  },
  {
    pattern: /connection refused|was refused - did you specify|ECONNREFUSED|actively refused/,
    why: (host) => l10n.t("{0} refused the connection", host),
  },
  {
    pattern: /no route to host|network is unreachable|unreachable network|E(?:HOST|NET)UNREACH/,
    why: (host) => l10n.t("no network route to {0} found", host),
  },
  {
    pattern: /certificate has expired|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    why: (host) => l10n.t("the certificate of {0} has expired", host),
  },
  {
    pattern: /x509: certificate is (?:not )?valid for|ERR_TLS_CERT_ALTNAME_INVALID/,
    why: (host) => l10n.t("the certificate of {0} is for another name", host),
  },
  {
    pattern: /x509:|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    why: (host) => l10n.t("the certificate of {0} is not trusted on this machine", host),
  },
  {
    pattern: /HTTP response to HTTPS client|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG/,
    why: (host) => l10n.t("{0} does not use TLS", host),
  },
  {
    pattern: /timeout|timed out|Client\.Timeout|deadline exceeded|ETIMEDOUT|TimeoutError|_TIMEOUT\b/,
    why: (host) => l10n.t("{0} did not answer in time", host),
  },
  {
    pattern: /connection reset|ECONNRESET|UND_ERR_SOCKET|EPIPE|\bEOF$/,
    why: (host) => l10n.t("{0} closed the connection", host),
  },
];

/**
 * The reason for which a host was not reached, as part of a sentence; undefined if `said` is not about the network. A host whose
 * lookup failed is named as in `said`.
 */
export function networkTrouble(said: string, host: string): string | undefined {
  const looked = /(?:lookup|getaddrinfo \w+) ([\w.-]+)/.exec(said)?.[1];
  return TROUBLES.find(({ pattern }) => pattern.test(said))?.why(looked ?? host);
}
