/** Texts, one of which every file with values in a document of a product contains. */
const SIGNS = ["Application", "helmCharts", "HelmChart", "releases:", "helm:", "Release", "Proxy"];
/** Texts in those that only another file makes a place of values: patches by operations, and what is taken from a cluster. */
const SIGNS_OF_NAMED = /"?op"?\s*:|ConfigMap|Secret|Generator/;

/** Whether a text may be that of a product with values of its own; all others need not be looked at. */
export function namesProduct(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign));
}

/** Whether a text may have values of the operator's chart, whichever other files name it. */
export function mayEmbed(text: string): boolean {
  return namesProduct(text) || SIGNS_OF_NAMED.test(text);
}
