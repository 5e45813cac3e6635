// `npm run weight` prints how much there is to own. It sets no bounds: growth is judged where a change is read.
import { code, files, importsOf, textOf } from "./source-files.ts";

const linesOf = (file: string) => textOf(file).split("\n").length - 1;
const sum = (some: readonly string[]) => some.reduce((lines, file) => lines + linesOf(file), 0);

const source = code.filter((file) => /^(?:server|client|schemas|build|bench)\/|^[^/]+$/.test(file));

/** The files of the source that each file of the source imports. */
const edges = new Map(
  source.map((file) => [file, new Set(importsOf(file).filter((imported) => source.includes(imported)))]),
);

/** The folders of the client; what is directly in it is a room of its own. */
const roomOf = (file: string) => path.posix.dirname(file).split("/").slice(0, 2).join("/");

/** The number of cycles: groups in which each member reaches every other. */
function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): number {
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
  return new Set(groups).size;
}

/** The import graph, with names that are made of files. */
function graph(some: readonly string[], nameOf: (file: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const file of some) {
    const from = nameOf(file);
    const to = edges.get(from) ?? new Set();
    edges.set(from, to);
    for (const imported of importsOf(file)) if (some.includes(imported)) to.add(nameOf(imported));
  }
  return edges;
}

/** Rooms, of which each imports something of the other: pairs, as in a large circle every room reaches every other one. */
function pairsOfRooms(): number {
  const edges = graph(
    source.filter((file) => file.startsWith("client/")),
    roomOf,
  );
  const pairs = [...edges].flatMap(([from, to]) =>
    [...to].filter((other) => from < other && edges.get(other)?.has(from)),
  );
  return pairs.length;
}

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
  ["circles of files", circles()],
  ["files that client/commands/install.ts reaches", reachedBy("client/commands/install.ts")],
  ["files that server/core/features/hover.ts reaches", reachedBy("server/core/features/hover.ts")],
  ["files that server/cli/checking/check-run.ts reaches", reachedBy("server/cli/checking/check-run.ts")],
];

console.log("| what | count |\n|---|---:|");
for (const [what, count] of MEASURED) console.log(`| ${what} | ${count.toLocaleString("en")} |`);
