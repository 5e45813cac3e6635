import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The texts of a chart's folder. */
export function chartTexts(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    files.map((file) => {
      const full = path.join(file.parentPath, file.name);
      return [path.relative(folder, full).replaceAll(path.sep, "/"), readFileSync(full, "utf8")];
    }),
  );
}
