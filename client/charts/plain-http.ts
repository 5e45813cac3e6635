/** True if a response could be changed on its way: the address is http, and not of this machine (RFC 6761: `localhost`). */
export function isUnprotected(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return (
    url?.protocol === "http:" && !/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  );
}
