import {
  type Connection,
  ErrorCodes,
  LogMessageNotification,
  MessageType,
  ResponseError,
} from "vscode-languageserver";
import { serverCapabilities } from "./capabilities.ts";
import { clientFeatures } from "./client-features.ts";
import { beginSession, type Session, type SessionOptions } from "./session.ts";

/** What a server is made from by whoever starts it. */
export interface ServerOptions extends SessionOptions {
  readonly version: string;
}

/** A server on a connection, for whoever wants to look inside. */
export interface Server {
  /** How many documents something is kept of. */
  readonly openFiles: number;
  /** Whether the client has asked for the end. */
  readonly isShutDown: boolean;
  /**
   * Answers every request with an error and tells the client why, because nothing of the server can be relied on any more.
   * Settles when the client has all of it.
   */
  abandon(why: string): Promise<void>;
}

/** Listens on a connection. The session is created once the client has said what it can do. */
export function startServer(connection: Connection, options: ServerOptions): Server {
  let session: Session | undefined;
  let isShutDown = false;
  const early = connection.onRequest(
    () => new ResponseError(ErrorCodes.ServerNotInitialized, "The first request has to be initialize."),
  );
  connection.onInitialize((params) => {
    early.dispose();
    const features = clientFeatures(params);
    session = beginSession(connection, options, features, params);
    return {
      capabilities: serverCapabilities(features),
      serverInfo: { name: "cap-operator", version: options.version },
    };
  });
  connection.onInitialized(() => session?.start());
  connection.onShutdown(() => {
    isShutDown = true;
    session?.stop();
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
      // The answers leave in later turns, and messages in the order in which they were sent.
      await new Promise((resolve) => setImmediate(resolve));
      await connection.sendNotification(LogMessageNotification.type, {
        type: MessageType.Error,
        message: why,
      });
    },
  };
}
