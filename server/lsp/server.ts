import * as l10n from "@vscode/l10n";
import {
  type Connection,
  ErrorCodes,
  LogMessageNotification,
  MessageType,
  ResponseError,
} from "vscode-languageserver";
import { absent } from "../workspace/files/setting-types.ts";
import { serverCapabilities } from "./capabilities.ts";
import { invalid } from "./connection/requests.ts";
import { clientFeatures } from "./editor/client-features.ts";
import { FOLDERS, shape, table } from "./protocol/shapes.ts";
import { beginSession, type Session, type SessionOptions } from "./session.ts";

const INITIALIZE = table({
  workspaceFolders: shape(
    "a list of folders with their addresses",
    (sent) => absent(sent) || FOLDERS.lacks(sent) === undefined,
  ),
  locale: shape("a locale that is a text", (sent) => absent(sent) || typeof sent === "string"),
});

/** The parts that a server is made of. */
export interface ServerOptions extends SessionOptions {
  readonly version: string;
  /** Finds the translations of the package into a language, if there are any; without it, the server knows English only. */
  readonly findTranslations?: (locale: string) => Record<string, string> | undefined;
}

/** A server on a connection, for those who want to look inside. */
export interface Server {
  /** The number of documents that are kept. */
  readonly openFiles: number;
  /** True once the client has asked it to shut down. */
  readonly isShutDown: boolean;
  /**
   * Answers every request with an error and tells the client why, because nothing in the server can be relied on any more.
   * Settles when all of that has been sent.
   */
  abandon(why: string): Promise<void>;
}

/** Listens on a connection. The session is created once the client has sent its capabilities. */
export function startServer(connection: Connection, options: ServerOptions): Server {
  let session: Session | undefined;
  let isShutDown = false;
  const early = connection.onRequest(
    // Not translated: for the author of a client.
    () => new ResponseError(ErrorCodes.ServerNotInitialized, "The first request has to be initialize."),
  );
  connection.onInitialize((params) => {
    if (session !== undefined) return invalidRequest("initialize may be sent only once.");
    const lacked = INITIALIZE.lacks(params);
    if (lacked !== undefined) return invalid(lacked);
    early.dispose();
    // From here on, sentences for people are in the language of the client; what has no translation is in English.
    const { locale } = params;
    l10n.config({ contents: (locale === undefined ? undefined : options.findTranslations?.(locale)) ?? {} });
    const features = clientFeatures(params);
    session = beginSession(connection, options, features, params);
    return {
      capabilities: serverCapabilities(features),
      serverInfo: { name: "cap-operator", version: options.version },
    };
  });
  connection.onInitialized(() => session?.start());
  connection.onShutdown(() => {
    const refusal = invalidRequest("The server has been shut down.");
    if (isShutDown) return refusal;
    isShutDown = true;
    session?.stop(refusal);
    connection.onRequest(() => refusal);
    return undefined;
  });
  connection.listen();
  return {
    get openFiles() {
      return session?.openFiles ?? 0;
    },
    get isShutDown() {
      return isShutDown;
    },
    async abandon(why) {
      session?.abandon(why);
      // The answers are sent in later turns, and messages leave in the order in which they were sent.
      await new Promise((resolve) => setImmediate(resolve));
      await connection.sendNotification(LogMessageNotification.type, {
        type: MessageType.Error,
        message: why,
      });
    },
  };
}

/** The answer to a request that the protocol does not allow at this time (LSP 3.17, `initialize` and `shutdown`). */
function invalidRequest(why: string): ResponseError<never> {
  // Not translated: for the author of a client.
  return new ResponseError(ErrorCodes.InvalidRequest, why);
}
