import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";

/** The archive of the chart in a folder, with all its files, as `helm package` names them. */
export function packedChart(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const named = files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const inside = path.relative(folder, file).split(path.sep).join("/");
    return [`chart/${inside}`, readFileSync(file)] as const;
  });
  return packed(entriesOf(Object.fromEntries(named)));
}
