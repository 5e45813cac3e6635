/** The text of `ThirdPartyNotices.txt`, from metafiles of esbuild; throws with the names of packages whose licence is not found. */
export function thirdPartyNotices(metafiles: readonly object[], root: string): string;
