import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { vsixPath } from "../repository.ts";
import { haveCodeServer } from "../workbench/code-server.ts";
import { QUIET_SETTINGS } from "../workbench/server.ts";
import { readZip } from "../zip-listing.ts";
import { webTests } from "./bundle.ts";

/** The content of the web workbench. */
export interface WebWorkbenchOptions {
  /** The files of the workspace, by their paths in it. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** True if the suites run in the extension host. */
  readonly runsSuites?: boolean;
}

/** A page with the workbench that has no machine: its extensions run in a worker of the browser, as on vscode.dev. */
export interface WebWorkbench {
  readonly version: string;
  readonly host: string;
  readonly address: string;
  /** Resolves with what the suites report at their end. */
  readonly outcome: Promise<string>;
  stop(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".cjs": "text/javascript",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/** Serves the workbench of the tests without its server, together with the package and a workspace in memory. */
export async function serveWebWorkbench(options: WebWorkbenchOptions): Promise<WebWorkbench> {
  const { main, version } = await haveCodeServer();
  const product = path.dirname(path.dirname(main));
  const inPackage = readZip(vsixPath());
  let report: (outcome: string) => void = () => undefined;
  const outcome = new Promise<string>((resolve) => {
    report = resolve;
  });
  const workspace = Object.fromEntries(
    [...options.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]),
  );
  const answer = async (request: IncomingMessage): Promise<[type: string, content: string | Buffer]> => {
    const { pathname } = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const [, area = "", ...names] = decodeURIComponent(pathname).split("/");
    const name = path.posix.normalize(names.join("/"));
    if (name.startsWith("..")) throw new Error(`${pathname} leads elsewhere`);
    const type = TYPES[path.extname(name)] ?? "application/octet-stream";
    if (area === "") return ["text/html", page(product, request.headers.host ?? "", options)];
    if (area === "workspace.json") return ["application/json", JSON.stringify(workspace)];
    if (area === "outcome") {
      report(await bodyOf(request));
      return ["text/plain", ""];
    }
    if (area === "package") {
      const found = inPackage.get(`extension/${name}`);
      if (found === undefined) throw new Error(`${name} is not in the package`);
      return [type, found];
    }
    if (pathname.endsWith("/vs/code/browser/workbench/workbench.js"))
      return [type, withoutServer(readFileSync(path.join(product, name), "utf8"))];
    const folder = area === "static" ? product : area === "tests" ? webTests : undefined;
    if (folder === undefined) throw new Error(`${pathname} is not served`);
    const file = path.join(folder, name);
    // The product has no builds for browsers of its own extensions; each would be reported to the person.
    if (/^extensions\/.*\.js$/.test(name) && !existsSync(file))
      return [type, "exports.activate = () => undefined;"];
    return [type, await readFile(file)];
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ([type, content]) => response.writeHead(200, { "content-type": type }).end(content),
      (error: Error) => response.writeHead(404).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The web workbench has no port.");
  const host = `${LOOPBACK}:${bound.port}`;
  return {
    version,
    host,
    address: `http://${host}/`,
    outcome,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The workbench comes from a product that always has a server, which changes two places of it: they are changed back to what they are in
 * VS Code. https://github.com/coder/code-server/blob/v4.139.1/patches/integration.diff, local-storage.diff
 */
function withoutServer(script: string): string {
  const changes = [
    [/(,|\{)remoteAuthority:location\.host\}/, "}"],
    [/(\.file\(this\.userDataPath\)\.with\(\{scheme:\w+\.)vscodeRemote\b/, "$1vscodeUserData"],
  ] as const;
  return changes.reduce((text, [found, other]) => {
    if (!found.test(text)) throw new Error(`The workbench has nothing like ${found}: it changed.`);
    return text.replace(found, other);
  }, script);
}

/** The page of the workbench, from its own template. */
function page(product: string, host: string, { runsSuites = false }: WebWorkbenchOptions): string {
  const component = (place: string) => ({ scheme: "http", authority: host, path: place });
  const configuration = {
    folderUri: { scheme: "vscode-vfs", authority: "tests", path: "/workspace" },
    // Demanded by the product that this workbench comes from; nothing is there.
    userDataPath: "/user",
    isEnabledFileDownloads: false,
    isEnabledFileUploads: false,
    isEnabledCoderGettingStarted: false,
    additionalBuiltinExtensions: [component("/tests/files")],
    configurationDefaults: { ...QUIET_SETTINGS, "security.workspace.trust.enabled": false },
    productConfiguration: { enableTelemetry: false, extensionsGallery: undefined },
    developmentOptions: {
      extensions: [component("/package"), ...(runsSuites ? [component("/tests/carrier")] : [])],
      ...(runsSuites && {
        extensionTestsPath: component("/tests/carrier/index.js"),
        enableSmokeTestDriver: true,
      }),
    },
  };
  const values: Readonly<Record<string, string>> = {
    WORKBENCH_WEB_CONFIGURATION: escaped(JSON.stringify(configuration)),
    WORKBENCH_WEB_BASE_URL: "/static",
    WORKBENCH_NLS_FALLBACK_URL: "/static/out/nls.messages.js",
    WORKBENCH_NLS_URL: "/static/out/nls.messages.js",
    VS_BASE: "",
    BASE: "",
  };
  const template = readFileSync(path.join(product, "out/vs/code/browser/workbench/workbench.html"), "utf8");
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
