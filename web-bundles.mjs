// The extension and the language server for browsers, in dist/web. Neither has anything of Node in it: the build fails if one asks for it.
import path from "node:path";
import { build } from "esbuild";

/** What a browser has in another way than Node; the files have the same exports. */
const INSTEAD = new Map([
  ["node:path", "server/web/path.ts"],
  ["server/workspace/gunzip.ts", "server/web/gunzip.ts"],
  ["server/workspace/sha256.ts", "server/web/sha256.ts"],
]);

/** By any other ending, the editor takes a file of a package of ES modules for one, which it cannot load in a browser. */
const EXTENSION = "extension.cjs";

/** Bundles both, in the way of all files (`common`), and returns what esbuild reports about them. */
export function bundleWeb({ common, dist, serverPlugins, clientPlugins }) {
  const bundle = async (entry, out, plugins, options) => {
    const { metafile } = await build({
      ...common,
      entryPoints: [entry],
      outfile: path.join(dist, "web", out),
      platform: "browser",
      target: "es2023",
      // `process` decides how some libraries read paths; a browser is taken for a system with forward slashes, whichever it runs on.
      define: { process: "undefined", navigator: "undefined" },
      ...options,
      plugins: [otherThanNode(common.absWorkingDir), ...plugins],
    });
    return metafile;
  };
  return Promise.all([
    bundle("server/web/worker.ts", "server.js", serverPlugins, { format: "iife" }),
    bundle("client/browser.ts", EXTENSION, clientPlugins, { format: "cjs", external: ["vscode"] }),
  ]);
}

function otherThanNode(root) {
  return {
    name: "other-than-node",
    setup(bundler) {
      bundler.onResolve(
        { filter: /^node:path$|\/(gunzip|sha256)\.ts$/ },
        ({ path: name, resolveDir, importer }) => {
          const module = name.startsWith("node:")
            ? name
            : path.relative(root, path.join(resolveDir, name)).split(path.sep).join("/");
          const other = INSTEAD.get(module);
          return other && importer !== path.join(root, other) ? { path: path.join(root, other) } : undefined;
        },
      );
    },
  };
}
