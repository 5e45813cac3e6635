import * as l10n from "@vscode/l10n";
import { ConnectionError, ResponseError } from "vscode-languageserver";
import { errorDetail, errorText } from "../workspace/files/unforeseen-error.ts";
import type { Server } from "./server.ts";

/** The milliseconds that the client has to receive the reason for the exit. */
const LAST_WORDS = 1000;

/**
 * Ends the process when something fails outside any request: work stopped half-way, so nothing that the server knows can be
 * relied on. Before that, requests are answered with an error; the client starts the server again. A message that did not reach
 * the client leaves nothing half done, so the process goes on.
 */
export function endAfterFailure(server: Server): void {
  let isEnding = false;
  const end = (error: unknown): void => {
    // Not translated: for the log.
    process.stderr.write(`An error outside any request: ${errorDetail(error)}\n`);
    if (isEnding) return;
    isEnding = true;
    const why = l10n.t("The language server failed and will exit: {0}", errorText(error));
    const exit = () => process.exit(1);
    setTimeout(exit, LAST_WORDS);
    server.abandon(why).then(exit, exit);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", (error) => {
    // Not translated: for the log.
    if (isLostMessage(error))
      process.stderr.write(`A message did not reach the client: ${errorDetail(error)}\n`);
    else end(error);
  });
}

const BROKEN_CHANNEL = ["ECONNRESET", "EPIPE", "ERR_IPC_CHANNEL_CLOSED", "ERR_STREAM_DESTROYED"];

/** True if a message did not reach the client, or the client answered that it does not accept it. */
function isLostMessage(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof ResponseError) return true;
  return error instanceof Error && "code" in error && BROKEN_CHANNEL.includes(String(error.code));
}
