// `npm run weight` prints how much there is to own. It sets no bounds: growth is judged where a change is read.
import { circlesIn, code, files, importsOf, textOf } from "./source-files.ts";

const linesOf = (file: string) => textOf(file).split("\n").length - 1;
const sum = (some: readonly string[]) => some.reduce((lines, file) => lines + linesOf(file), 0);

const source = code.filter((file) => /^(?:server|client|schemas|build|bench)\/|^[^/]+$/.test(file));

/** The files of the source that each file of the source imports. */
const edges = new Map(
  source.map((file) => [file, new Set(importsOf(file).filter((imported) => source.includes(imported)))]),
);

/** Counts the files that a file imports, directly or not, and the file. */
function reachedBy(file: string): number {
  const reached = new Set([file]);
  for (const next of reached) for (const imported of edges.get(next) ?? []) reached.add(imported);
  return reached.size;
}

const MEASURED: readonly (readonly [what: string, count: number])[] = [
  ["lines of source", sum(source)],
  ["lines of tests", sum(code.filter((file) => file.startsWith("test/")))],
  ["entries at the root", new Set(files.map((file) => file.split("/")[0])).size],
  ["lines of package.json", linesOf("package.json")],
  ["files of source above 300 lines", source.filter((file) => linesOf(file) > 300).length],
  ["circles of files", circlesIn(edges).length],
  ["files that client/commands/install.ts reaches", reachedBy("client/commands/install.ts")],
  ["files that server/core/features/hover.ts reaches", reachedBy("server/core/features/hover.ts")],
  ["files that server/cli/checking/check-run.ts reaches", reachedBy("server/cli/checking/check-run.ts")],
];

console.log("| what | count |\n|---|---:|");
for (const [what, count] of MEASURED) console.log(`| ${what} | ${count.toLocaleString("en")} |`);
