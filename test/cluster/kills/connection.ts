// A connection to the API server that tests can cut: a proxy that ends TLS with the API server's own certificate, so that it
// sees each request, and holds on when a client has to be hit at one.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import type { Access } from "../api-server.ts";
import { freePorts, LOOPBACK } from "../free-ports.ts";
import type { Asked } from "./progress-watch.ts";

/** Who hears of requests. */
export interface Listener {
  asked(asked: Asked): void;
  answered(asked: Asked): void;
}

/** A connection between clients and the API server. */
export interface Connection {
  /** How clients reach the API server through it. */
  readonly access: Access;
  /** Cuts all connections; new ones are refused, or taken and dropped. */
  cut(refuses: boolean): void;
  /** Lets clients through again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection as one who may do everything; `key` is that of the API server's certificate. */
export async function openConnection(to: Access, key: string, listener: Listener): Promise<Connection> {
  const [port = 0] = await freePorts(1);
  const agent = new Agent({ keepAlive: true, ca: to.ca });
  const sockets = new Set<Socket>();
  let isCut = false;
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "/", headers } = incoming;
    const asked = { method, path: url, isHelm: /^helm/i.test(headers["user-agent"] ?? "") };
    listener.asked(asked);
    if (isCut) return;
    const outgoing = httpsRequest(`${to.address}${url}`, { method, headers, agent });
    outgoing.on("response", (answer) => {
      listener.answered(asked);
      if (isCut) {
        answer.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  // HTTP/1.1 has one request after the other in a connection, so that one alone can be hit.
  const server = createServer({ key, cert: to.ca, ALPNProtocols: ["http/1.1"] }, pass);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (isCut) socket.destroy();
  });
  const listen = async () => {
    server.listen(port, LOOPBACK);
    await once(server, "listening");
  };
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen();
  return {
    access: { ...to, address: `https://${LOOPBACK}:${port}` },
    cut(refuses) {
      isCut = true;
      if (refuses) server.close();
      drop();
    },
    async restore() {
      isCut = false;
      if (!server.listening) await listen();
    },
    async close() {
      agent.destroy();
      if (!server.listening) return;
      server.close();
      drop();
      await once(server, "close");
    },
  };
}
