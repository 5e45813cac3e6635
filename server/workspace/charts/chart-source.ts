/** The source of a chart: built in, a folder or an archive, or an archive that was fetched before. */
export type ChartSource =
  | { readonly from: "built-in" }
  | { readonly from: "files"; readonly uri: string }
  | { readonly from: "fetched"; readonly chart: string; readonly digest: string };
