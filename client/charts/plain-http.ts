/** Whether what an address leads to could be changed on its way: http, and not on this machine (RFC 6761: `localhost`). */
export function isUnprotected(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return (
    url?.protocol === "http:" && !/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  );
}
