import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const folders = [
  new URL("./fixtures/", import.meta.url).pathname,
  new URL("../../../examples/workspace/", import.meta.url).pathname,
];

/** Texts of many layouts, by name, including those of the example workspace. */
export const FIXTURES: readonly (readonly [name: string, text: string])[] = folders.flatMap((folder) =>
  globSync("*.yaml", { cwd: folder })
    .sort()
    .map((name) => [name, readFileSync(path.join(folder, name), "utf8")] as const),
);
