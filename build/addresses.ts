/** The addresses of the project in `package.json`. */
export interface AddressedManifest {
  /** The only address that a person fills in; the others are made of it. */
  readonly repository?: { readonly type: string; readonly url: string };
  readonly bugs?: { readonly url: string };
  readonly homepage?: string;
  readonly qna?: string;
}

/** The address of the repository as a browser opens it; nothing while the project has no public address. */
export function projectAddress({ repository }: AddressedManifest): string | undefined {
  if (repository === undefined) return undefined;
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  if (!/^https:\/\/[\w.-]+(\/[\w.-]+){2,}$/.test(address)) {
    throw new Error(
      `The repository of package.json must be an https address of a project, not ${repository.url}.`,
    );
  }
  return address;
}

/**
 * The web addresses of the files of a version, by its tag: later versions may have other files. Undefined while the project has
 * no public address.
 */
export function addressesOfVersion(manifest: AddressedManifest & { readonly version: string }) {
  const address = projectAddress(manifest);
  if (address === undefined) return undefined;
  return { pages: `${address}/blob/v${manifest.version}`, pictures: `${address}/raw/v${manifest.version}` };
}

/** The addresses that follow from that of the repository; none of them exists without it. */
export function derivedAddresses(
  manifest: AddressedManifest,
): Pick<AddressedManifest, "bugs" | "homepage" | "qna"> {
  const address = projectAddress(manifest);
  if (address === undefined) return {};
  return { bugs: { url: `${address}/issues` }, homepage: `${address}#readme`, qna: `${address}/issues` };
}
