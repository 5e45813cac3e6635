/** Texts, one of which every file with values in a document of a product contains. */
const SIGNS = [
  "Application",
  "helmCharts",
  "HelmChart",
  "releases:",
  "helm:",
  "Release",
  "Proxy",
  "kubernetes:helm.sh/",
  "type: helm",
];
/** Texts in files that have values only because another file names them: patches by operations, and objects of a cluster. */
const SIGNS_OF_NAMED = /"?op"?\s*:|ConfigMap|Secret|Generator/;

/** Tells quickly if a text may be a product's document with values; all others need not be parsed. */
export function namesProduct(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign));
}

/** Tells quickly if a text may have values of the operator's chart, also because other files name it. */
export function mayEmbed(text: string): boolean {
  return namesProduct(text) || SIGNS_OF_NAMED.test(text);
}
