interface Trouble {
  readonly pattern: RegExp;
  readonly why: (host: string) => string;
}

/** In the words of Go's `net` and `crypto/x509` (Helm, kubectl), and the codes of Node's `dns`, `net`, `tls` and undici. */
const TROUBLES: readonly Trouble[] = [
  { pattern: /proxyconnect/, why: () => "the proxy could not be reached" },
  { pattern: /no such host|ENOTFOUND/, why: (host) => `there is no host ${host}` },
  {
    pattern: /server misbehaving|EAI_AGAIN|on \[?[\d.:a-f]+\]?:53: .*timeout/,
    why: (host) => `the name ${host} could not be looked up`,
  },
  {
    pattern: /connection refused|ECONNREFUSED|actively refused/,
    why: (host) => `${host} refused the connection`,
  },
  {
    pattern: /no route to host|network is unreachable|unreachable network|E(?:HOST|NET)UNREACH/,
    why: (host) => `there is no network route to ${host}`,
  },
  {
    pattern: /certificate has expired|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    why: (host) => `the certificate of ${host} has expired`,
  },
  {
    pattern: /x509: certificate is (?:not )?valid for|ERR_TLS_CERT_ALTNAME_INVALID/,
    why: (host) => `the certificate of ${host} is for another name`,
  },
  {
    pattern: /x509:|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    why: (host) => `the certificate of ${host} is not trusted on this machine`,
  },
  {
    pattern: /HTTP response to HTTPS client|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG/,
    why: (host) => `${host} does not use TLS`,
  },
  {
    pattern: /timeout|timed out|Client\.Timeout|deadline exceeded|ETIMEDOUT|TimeoutError|_TIMEOUT\b/,
    why: (host) => `${host} did not answer in time`,
  },
  {
    pattern: /connection reset|ECONNRESET|UND_ERR_SOCKET|EPIPE|\bEOF$/,
    why: (host) => `${host} closed the connection`,
  },
];

/**
 * Why a host was not reached, as part of a sentence; undefined if `said` says nothing about the network. If a host could not be
 * looked up, it is named as in `said`.
 */
export function networkTrouble(said: string, host: string): string | undefined {
  const looked = /(?:lookup|getaddrinfo \w+) ([\w.-]+)/.exec(said)?.[1];
  return TROUBLES.find(({ pattern }) => pattern.test(said))?.why(looked ?? host);
}
