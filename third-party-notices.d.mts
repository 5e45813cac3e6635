/** The text of `ThirdPartyNotices.txt`, from metafiles of esbuild; throws with the names of packages whose licence is not found. */
export function thirdPartyNotices(metafiles: readonly object[], root: string): string;

/** A package of npm in one of its versions. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
}

/** The packages that any of the bundles has bytes of, from metafiles of esbuild; sorted. */
export function bundledPackages(metafiles: readonly object[], root: string): BundledPackage[];
