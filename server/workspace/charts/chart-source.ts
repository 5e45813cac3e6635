/** What is known of a chart comes from what is built in, from a folder or an archive, or from an archive that was fetched before. */
export type ChartSource =
  | { readonly from: "built-in" }
  | { readonly from: "files"; readonly uri: string }
  | { readonly from: "fetched"; readonly chart: string; readonly digest: string };
