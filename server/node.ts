import { Console } from "node:console";
import { createConnection as connectSocket } from "node:net";
import path from "node:path";
import {
  type Connection,
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { DISK_FILES } from "./disk-files.ts";
import { findHelm, helmAsker } from "./helm/ask-helm.ts";
import { checkedReader } from "./lsp/connection/requests.ts";
import { endAfterFailure } from "./lsp/end-after-failure.ts";
import { startServer } from "./lsp/server.ts";
import { MessageFrames } from "./message-frames.ts";
import { readSources, readTranslations, readVersion } from "./workspace/charts/read-sources.ts";
import { errorText } from "./workspace/files/unforeseen-error.ts";
import { keepYoungGenerationSmall } from "./workspace/open/young-generation.ts";

const HELP = `Language server for CAP Operator chart values and the operator resource.

Usage: cap-operator-language-server <transport>

  --stdio           communicate through standard input and output
  --node-ipc        communicate through the IPC channel of a Node parent process
  --socket=<port>   connect to a port on this machine
  --pipe=<name>     connect to a pipe
  --version         print the version
  --help            print this help
`;

keepYoungGenerationSmall();

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
  const streams = openStreams();
  const connection = streams ? connectTo(streams) : connectToParent();
  process.stdout.on("error", () => process.exit(1));
  const server = startServer(connection, {
    version: readVersion(packageFolder),
    findTranslations: (locale) => readTranslations(packageFolder, locale),
    files: DISK_FILES,
    loadYamlService: async () => (await import("./workspace/open/yaml-service.ts")).createYamlService(),
    sources,
    problems,
    askHelm: (helmPath) => helmAsker(() => findHelm(helmPath)),
  });
  endAfterFailure(server);
  for (const event of ["end", "close"]) {
    streams?.input.on(event, () => process.exit(server.isShutDown ? 0 : 1));
  }
}

/** Two streams to a client; they may be one. */
interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** The streams that the arguments name; `undefined` for the channel of a parent process. */
function openStreams(): Streams | undefined {
  if (args.includes("--stdio")) {
    // The standard output has messages of the protocol only.
    globalThis.console = new Console(process.stderr);
    return { input: process.stdin, output: process.stdout };
  }
  const [port, pipe] = [optionValue("--socket"), optionValue("--pipe")];
  if (port === undefined && pipe === undefined) return undefined;
  const socket =
    port === undefined ? connectSocket(pipe ?? "") : connectSocket({ port: Number(port), host: "127.0.0.1" });
  return { input: socket, output: socket };
}

/** The value of an option: `--socket=5007`, or `--socket 5007`. */
function optionValue(option: string): string | undefined {
  const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  return at === -1
    ? undefined
    : args[at]?.startsWith(`${option}=`)
      ? args[at].slice(option.length + 1)
      : args[at + 1];
}

function connectToParent(): Connection {
  return createConnection(checkedReader(new IPCMessageReader(process)), new IPCMessageWriter(process));
}

/**
 * Ends the process with a reason when the client sends what is no message: where the next one would begin is not known, so no request
 * would ever be answered again. After a message that is not JSON the next one can be read.
 */
function connectTo({ input, output }: Streams): Connection {
  const end = (reason: string) => {
    process.stderr.write(`A message of the client cannot be read: ${reason}\n`);
    process.exit(1);
  };
  const frames = new MessageFrames();
  // Before the reader gets them.
  input.on("data", (bytes: Buffer) => {
    const reason = frames.follow(bytes);
    if (reason !== undefined) end(reason);
  });
  const reader = new StreamMessageReader(input);
  reader.onError((error) => {
    if (!(error instanceof SyntaxError)) end(errorText(error));
  });
  return createConnection(checkedReader(reader), new StreamMessageWriter(output));
}
