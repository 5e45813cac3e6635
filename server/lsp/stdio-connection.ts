import { type Connection, createConnection } from "vscode-languageserver/node";
import { WholeMessageReader } from "./whole-message-reader.ts";
import { WholeMessageWriter } from "./whole-message-writer.ts";

/** A connection over standard input and output, on which nothing is written but messages. */
export function connectStdio(): Connection {
  // What a library prints would stand between two messages.
  for (const name of ["log", "info", "debug", "dir"] as const) console[name] = console.error;
  return createConnection(new WholeMessageReader(process.stdin), new WholeMessageWriter(process.stdout));
}
