interface ReleaseAddress {
  readonly context: string;
  readonly namespace: string;
  readonly release: string;
}

const SCHEME = "cap-operator-release:";

/** The string that identifies a release to a command that otherwise takes the address of a file. */
export function releaseAddress({ context, namespace, release }: ReleaseAddress): string {
  return `${SCHEME}/${[context, namespace, release].map(encodeURIComponent).join("/")}`;
}

/** The release that a command is to work on; undefined if its argument was not made by `releaseAddress`. */
export function releaseAt(address: string | undefined): ReleaseAddress | undefined {
  if (!address?.startsWith(`${SCHEME}/`)) return undefined;
  const parts = address.slice(SCHEME.length + 1).split("/");
  const [context, namespace, release] = parts.map(decodeURIComponent);
  if (parts.length !== 3 || !context || !namespace || !release) return undefined;
  return { context, namespace, release };
}
