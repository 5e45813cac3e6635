import { LanguageClient, type MessageTransports, TransportKind } from "vscode-languageclient/node";
import type { MakeClient } from "./language-client-run.ts";

/** A client whose failures the supervisor tells in one message; here, they only go to the log. */
class QuietLanguageClient extends LanguageClient {
  /** Called if no process could be started. Any other failed start ends with the end of its connection. */
  notLaunched: (error: unknown) => void = () => undefined;

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  protected override async createMessageTransports(encoding: string): Promise<MessageTransports> {
    try {
      return await super.createMessageTransports(encoding);
    } catch (error) {
      this.notLaunched(error);
      throw error;
    }
  }
}

interface NodeServer {
  readonly serverModule: string;
  /** A folder of this extension, in which compiled code is cached for the next start. */
  readonly compiled: string;
}

/** Makes clients of a server in a process of its own, over IPC. */
export function nodeClients({ serverModule, compiled }: NodeServer): MakeClient {
  return (clientOptions) => {
    const env = { NODE_COMPILE_CACHE: compiled };
    const server = {
      module: serverModule,
      transport: TransportKind.ipc,
      options: { env },
    };
    const debug = { ...server, options: { env, execArgv: ["--nolazy", "--inspect=6014"] } };
    const client = new QuietLanguageClient(
      "capOperator",
      // Not translated: a name
      "CAP Operator",
      { run: server, debug },
      clientOptions,
    );
    return {
      client,
      kill: () => void client.serverProcess?.kill(),
      onNotLaunched(notLaunched) {
        client.notLaunched = notLaunched;
      },
    };
  };
}
