import { type Connection, createConnection } from "vscode-languageserver/node";
import { WholeMessageReader } from "./whole-message-reader.ts";
import { WholeMessageWriter } from "./whole-message-writer.ts";

/** A connection over standard input and output. Nothing but messages is written to standard output. */
export function connectStdio(): Connection {
  // Anything a library prints would end up between two messages.
  for (const name of ["log", "info", "debug", "dir"] as const) console[name] = console.error;
  return createConnection(new WholeMessageReader(process.stdin), new WholeMessageWriter(process.stdout));
}
