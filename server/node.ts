import { Console } from "node:console";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  type Connection,
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { DISK_FILES } from "./disk-files.ts";
import { findHelm, helmAsker } from "./helm/ask-helm.ts";
import { endAfterFailure } from "./lsp/end-after-failure.ts";
import { startServer } from "./lsp/server.ts";
import { readSources, readTranslations, readVersion } from "./workspace/read-sources.ts";

const HELP = `Language server for CAP Operator chart values and the operator resource.

Usage: cap-operator-language-server <transport>

  --stdio           communicate through standard input and output
  --node-ipc        communicate through the IPC channel of a Node parent process
  --socket=<port>   connect to a port on this machine
  --pipe=<name>     connect to a pipe
  --version         print the version
  --help            print this help
`;

// What is built from a text is garbage at the next change. A nursery that grows for it makes nothing faster, and the server with 20,000 lines
// takes 480 MB instead of 200.
setFlagsFromString("--semi-space-growth-factor=1");

const packageFolder = path.dirname(import.meta.dirname);
const args = process.argv.slice(2);

if (args.includes("--version")) {
  process.stdout.write(`${readVersion(packageFolder)}\n`);
} else if (args.includes("--help")) {
  process.stdout.write(HELP);
} else if (!args.some((arg) => /^--(stdio|node-ipc|socket|pipe)(=|$)/.test(arg))) {
  process.stderr.write(`Choose how to communicate with the language server.\n\n${HELP}`);
  process.exitCode = 2;
} else {
  serve();
}

function serve(): void {
  const { sources, problems } = readSources(packageFolder);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const stdio = args.includes("--stdio");
  const connection = stdio ? connectToStandardStreams() : createConnection();
  process.stdout.on("error", () => process.exit(1));
  const server = startServer(connection, {
    version: readVersion(packageFolder),
    findTranslations: (locale) => readTranslations(packageFolder, locale),
    files: DISK_FILES,
    loadYamlService: async () => (await import("./workspace/yaml-service.ts")).createYamlService(),
    sources,
    problems,
    askHelm: (helmPath) => helmAsker(() => findHelm(helmPath)),
  });
  endAfterFailure(server);
  if (!stdio) return;
  for (const event of ["end", "close"]) {
    process.stdin.on(event, () => process.exit(server.isShutDown ? 0 : 1));
  }
}

/**
 * Ends the process with a reason when the client sends what is no message: where the next one would begin is not known, so no request
 * would ever be answered again. After a message that is not JSON the next one can be read.
 */
function connectToStandardStreams(): Connection {
  const reader = new StreamMessageReader(process.stdin);
  reader.onError((error) => {
    if (error instanceof SyntaxError) return;
    process.stderr.write(`A message of the client cannot be read: ${error.message}\n`);
    process.exit(1);
  });
  // The standard output has messages of the protocol only.
  globalThis.console = new Console(process.stderr);
  return createConnection(reader, new StreamMessageWriter(process.stdout));
}
