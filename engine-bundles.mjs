// What language servers and command line are built on is in files beside them: the engine, what most files never need, and what reads
// disks. The first two ask for nothing of Node but paths and gzip, so that browsers can load them as well.
import path from "node:path";
import { isForBoth } from "./web-bundles.mjs";

/** Folders of the project that the programs share. */
const SHARED = /^server\/(core|workspace)\//;

/**
 * What is read from the second file when it is first used, and not at the start: what a chart at hand needs, fixes, values that are
 * migrated, what is said of a text that is not YAML, answers to agents. Nothing in it may be used while a file is loaded: that would load it.
 */
const LATER = [
  /^server\/core\/chart\/(templates|comments)\//,
  /^server\/core\/chart\/changes\/(compare-charts|moved-keys)\.ts$/,
  /^server\/core\/chart\/(read-chart|version-range)\.ts$/,
  /^server\/core\/features\/upgrade-values\.ts$/,
  /^server\/core\/rules\/proof\.ts$/,
  /^server\/core\/schema\/resource\/(definition-reader|resource-schema)\.ts$/,
  /^server\/core\/schema\/own-schema\.ts$/,
  /^server\/core\/semantics\/(chart-upgrade|migrate-text)\.ts$/,
  /^server\/core\/values\/set-parser\.ts$/,
  /^server\/core\/yaml\/edits\//,
  /^server\/core\/yaml\/reader\/(repair|syntax-messages|syntax-reasons)\.ts$/,
  /^server\/workspace\/(chart-archive|chart-content|chart-folder)\.ts$/,
];

/** What only Node has: files of a disk, and the Helm of a machine. */
const OF_DISKS = [
  /^server\/workspace\/(disk-\w[\w-]*|draft|find-project|read-sources)\.ts$/,
  /^server\/helm\//,
];

/** The files that are made beside the programs. By another ending than `.js`, servers of files do not call it a script. */
export const ENGINE_FILE = "engine.js";
export const LATER_FILE = "engine-later.js";
export const DISK_FILE = "disk.cjs";

/**
 * Bundles programs, the engine and what is loaded later, so that nothing is in two of the files. `bundle` makes one of them of
 * `{ entry | contents, out, plugins }` and returns what esbuild says of it; `plugins` are those of the engine. A program with a pattern `takes` is a process without an
 * engine of its own: it reads the modules that match, and nothing else, from the two files, when they are first used. Which modules a file has to offer to the others is only
 * known when these have been bundled, so all are bundled until nothing is asked for that is not offered.
 */
export async function bundlePrograms(programs, bundle, { root, plugins }) {
  const offered = { [ENGINE_FILE]: new Set(), [LATER_FILE]: new Set(), [DISK_FILE]: new Set() };
  let [inEngine, inLater] = [new Set(), new Set()];
  const ask = (file, module) => {
    offered[file].add(module);
    // By its ending, an .mjs would be taken for what has no `module.exports`.
    return { path: `${module}.cjs`, namespace: file };
  };
  const placeOf = (module) => {
    if (inEngine.has(module)) return ENGINE_FILE;
    return inLater.has(module) ? LATER_FILE : undefined;
  };
  /** Where a module is read from, for a file that does not have it itself. */
  const placeFor = (out, takes) => (module) => {
    if (takes) return takes.test(module) ? placeOf(module) : undefined;
    const own = fileByName(module);
    if (own) return out === own ? undefined : own;
    if (out === ENGINE_FILE) return undefined;
    if (inEngine.has(module) || (out !== LATER_FILE && SHARED.test(module))) return ENGINE_FILE;
    return out !== LATER_FILE && inLater.has(module) ? LATER_FILE : undefined;
  };
  const make = async (out, { takes, ...rest }) => {
    const metafile = await bundle({
      out,
      ...rest,
      plugins: [
        fromOtherFiles(placeFor(out, takes), ask, root, takes !== undefined),
        ...(rest.plugins ?? []),
      ],
    });
    return { out, metafile, inputs: inputsOf(metafile), takes };
  };
  const offer = (out) => {
    const lines = [...offered[out]]
      .sort()
      .map((name) => `export * as ${JSON.stringify(name)} from "./${name}";`);
    return make(out, { contents: lines.join("\n"), plugins });
  };
  const count = () => Object.values(offered).reduce((sum, { size }) => sum + size, 0);
  for (;;) {
    const before = [count(), inEngine.size, inLater.size];
    const made = await Promise.all(programs.map(({ out, ...rest }) => make(out, rest)));
    const disk = await offer(DISK_FILE);
    const engine = await offer(ENGINE_FILE);
    inEngine = engine.inputs;
    const later = await offer(LATER_FILE);
    inLater = later.inputs;
    const isSettled = [count(), inEngine.size, inLater.size].every((size, index) => size === before[index]);
    if (!isSettled) continue;
    const all = [...made, engine, later, disk];
    for (const isOfBrowsers of [false, true]) {
      refuseDoubles(
        all.filter(({ out, takes }) => !takes && (isForBoth(out) || out.startsWith("web/") === isOfBrowsers)),
      );
    }
    return all.map(({ metafile }) => metafile);
  }
}

/** The file that a module is in because of its name. */
function fileByName(module) {
  const isIn = (patterns) => patterns.some((pattern) => pattern.test(module));
  if (isIn(OF_DISKS)) return DISK_FILE;
  return isIn(LATER) ? LATER_FILE : undefined;
}

/** Throws if a module is in two files of a process: each would have classes and memories of its own. */
function refuseDoubles(bundles) {
  const fileOf = new Map();
  for (const { out, inputs } of bundles) {
    for (const input of inputs) {
      if (fileOf.has(input)) throw new Error(`${input} is in ${fileOf.get(input)} and in ${out}.`);
      fileOf.set(input, out);
    }
  }
}

/** Takes modules from other files: those of the engine at once if it is loaded anyway, the others when they are first used. */
function fromOtherFiles(placeOf, ask, root, isWithoutEngine) {
  return {
    name: "from-other-files",
    setup(bundler) {
      bundler.onResolve({ filter: /^[.\w@]/ }, async (asked) => {
        const { path: name, kind, pluginData, ...where } = asked;
        const isImport = kind === "import-statement" || kind === "dynamic-import";
        if (!isImport || pluginData === "resolving" || name.startsWith("node:")) return undefined;
        const found = await bundler.resolve(name, {
          kind,
          pluginData: "resolving",
          importer: where.importer,
          resolveDir: where.resolveDir,
        });
        if (found.errors.length > 0 || found.external || found.namespace !== "file") return undefined;
        const module = path.relative(root, found.path).split(path.sep).join("/");
        const file = placeOf(module);
        return file && ask(file, module);
      });
      for (const [file, given] of [
        // A copy: reading an export of a bundle runs a function each time.
        [ENGINE_FILE, isWithoutEngine ? onFirstUse : (made) => `{ ...${made} }`],
        [LATER_FILE, onFirstUse],
        [DISK_FILE, (made) => `{ ...${made} }`],
      ]) {
        bundler.onResolve({ filter: /^\.\//, namespace: file }, ({ path: name }) => ({
          path: name,
          external: true,
        }));
        bundler.onLoad({ filter: /.*/, namespace: file }, ({ path: name }) => ({
          contents: `module.exports = ${given(`require("./${file}")[${JSON.stringify(name.slice(0, -".cjs".length))}]`)};`,
        }));
      }
    },
  };
}

/** The files of the disk in a bundle; others, with a namespace before a colon, are made by plugins. */
function inputsOf({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return new Set(
    inputs
      .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !/^<stdin>$|:/.test(file))
      .map(([file]) => file),
  );
}

/**
 * An expression for an object with the properties of another one, which is made when the first of them is read. They come from its
 * prototype, because a bundled `import` takes over nothing else without reading it; each is then kept where it was asked for.
 */
export function onFirstUse(made) {
  return `Object.create(new Proxy({}, {
    get(_, key, asked) {
      if (key === "__esModule") return true;
      const value = ${made}[key];
      Object.defineProperty(asked, key, { value });
      return value;
    },
  }))`;
}
