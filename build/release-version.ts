/** Whether a version is for those who ask for pre-releases: an odd minor version, as the Marketplace recommends to tell them apart. */
export function isPreRelease(version: string): boolean {
  const [, minor = "0"] = version.split(".");
  return Number(minor) % 2 === 1;
}

/** What is wrong with the tag of a release; the Marketplace takes versions of three numbers only. No tag is none of a release yet. */
export function tagFault(version: string, tag: string | undefined): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`The version ${version} must consist of three numbers.`];
  return tag === undefined || tag === `v${version}` ? [] : [`The tag ${tag} must be v${version}.`];
}
