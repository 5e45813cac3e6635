/** True for a pre-release: it has an odd minor version, as the Marketplace recommends. */
export function isPreRelease(version: string): boolean {
  const [, minor = "0"] = version.split(".");
  return Number(minor) % 2 === 1;
}

/** The faults of the tag of a release; the Marketplace takes versions of three numbers only. A missing tag is no fault. */
export function tagFault(version: string, tag: string | undefined): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`The version ${version} must consist of three numbers.`];
  return tag === undefined || tag === `v${version}` ? [] : [`The tag ${tag} must be v${version}.`];
}
