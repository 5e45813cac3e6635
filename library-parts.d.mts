/** Features of the client's library that are not in the bundles, with the capability with which a server would ask for each. */
export const FEATURES_NOT_OFFERED: Readonly<Record<string, string>>;
