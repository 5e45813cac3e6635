// Requests to a Kubernetes API server, without a client library.
import { once } from "node:events";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** The number of times that a request is repeated after the server has put it off, as the clients of Kubernetes do. */
const REPEATS = 50;

/** The address and the token of an API server for one of its users. */
export interface Access {
  /** `https://127.0.0.1:<port>` */
  readonly address: string;
  /** The certificates to trust, as PEM. */
  readonly ca: string;
  readonly token: string;
}

/** An API server as one user reaches it. Paths are those of the Kubernetes API, such as `/api/v1/namespaces`. */
export interface ApiServer {
  readonly address: string;
  /** The object at a path; `undefined` where there is none. */
  get<T>(path: string): Promise<T | undefined>;
  create<T extends object>(path: string, object: T): Promise<T>;
  /** Changes an object by a JSON merge patch. */
  patch(path: string, change: object): Promise<void>;
  /** Server-side apply: creates an object, or makes it what is given. */
  apply(path: string, object: object): Promise<void>;
  /** Asks to delete what is at a path; content that is not there is content with that. */
  remove(path: string): Promise<void>;
  /** True if the server says that it is ready. */
  isReady(): Promise<boolean>;
  close(): void;
}

/** A refusal of an API server. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Connects to an API server. Nothing is asked before the first request. */
export function connectTo(access: Access): ApiServer {
  const agent = new Agent({ keepAlive: true, ca: access.ca });
  const ask = async (method: string, path: string, body?: object, type = "application/json") => {
    const headers = {
      authorization: `Bearer ${access.token}`,
      accept: "application/json",
      ...(body && { "content-type": type }),
    };
    for (let repeats = 0; ; repeats++) {
      const asked = request(`${access.address}${path}`, { method, headers, agent });
      asked.end(body && JSON.stringify(body));
      const [answer] = await once(asked, "response");
      const content = await text(answer);
      if (answer.statusCode < 400) return content;
      // The storage of a resource type that has just been created says so for a moment.
      const isPutOff = answer.statusCode === 429 && repeats < REPEATS;
      if (!isPutOff) throw new ApiError(answer.statusCode, refusal(method, path, content));
      await wait(100);
    }
  };
  return {
    address: access.address,
    async get(path) {
      return unlessMissing(async () => JSON.parse(await ask("GET", path)));
    },
    async create(path, object) {
      return JSON.parse(await ask("POST", path, object));
    },
    async patch(path, change) {
      await ask("PATCH", path, change, "application/merge-patch+json");
    },
    async apply(path, object) {
      // JSON is YAML, and the server takes an apply as YAML only.
      const forced = `${path}?fieldManager=cluster-of-the-tests&force=true`;
      await ask("PATCH", forced, object, "application/apply-patch+yaml");
    },
    async remove(path) {
      await unlessMissing(() => ask("DELETE", path));
    },
    async isReady() {
      return ask("GET", "/readyz").then(
        () => true,
        () => false,
      );
    },
    close: () => agent.destroy(),
  };
}

async function unlessMissing<T>(answer: () => Promise<T>): Promise<T | undefined> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function refusal(method: string, path: string, content: string): string {
  let reason = content.trim();
  try {
    reason = JSON.parse(content).message ?? reason;
  } catch {
    // Health checks and proxies answer with plain text.
  }
  return `${method} ${path}: ${reason}`;
}
