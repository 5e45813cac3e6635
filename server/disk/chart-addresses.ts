import { URI } from "vscode-uri";

/** The scheme of the addresses of files in chart archives. */
export const CHART_FILE_SCHEME = "cap-operator-chart";

/** The path of the address of a file in an archive; `undefined` if it is no such address. */
export function pathOfChartFile(uri: string): string | undefined {
  try {
    const { scheme, path } = URI.parse(uri);
    return scheme === CHART_FILE_SCHEME ? path : undefined;
  } catch {
    return undefined;
  }
}
