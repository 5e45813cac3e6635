import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.dirname(import.meta.dirname);

/** The files that Git knows, by their paths from the root of the repository. */
export const files: readonly string[] = execFileSync("git", ["ls-files", "-z"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter(Boolean);

/** The files with code. */
export const code = files.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file));

/** The text of a file of the repository. */
export const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

const IMPORT = /^(?:import|export)\b[^;]*? from "(\.[^"]+)";|\bimport\("(\.[^"]+)"\)/gm;

/** The files of the project that a file imports, types and what is loaded later among them. */
export function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(IMPORT)].map(([, early, late]) =>
    path.posix.join(path.posix.dirname(file), early ?? late ?? ""),
  );
}

/** The groups of files in which each file reaches every other one, by the files that each imports. */
export function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = new Map<string, Set<string>>();
  for (const start of edges.keys()) {
    const seen = new Set<string>();
    for (const next = [...(edges.get(start) ?? [])]; next.length > 0; ) {
      const file = next.pop() as string;
      if (seen.has(file)) continue;
      seen.add(file);
      next.push(...(edges.get(file) ?? []));
    }
    reached.set(start, seen);
  }
  const groups = [...reached].flatMap(([start, seen]) =>
    seen.has(start)
      ? [
          [...seen]
            .filter((file) => reached.get(file)?.has(start))
            .sort()
            .join(),
        ]
      : [],
  );
  return [...new Set(groups)];
}
