import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import { isReported } from "../core/ownership/claims.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import { isTable } from "../workspace/setting-types.ts";
import type { Log } from "./log.ts";

/** The parameters of a request as a client sent them: their keys may have any value, or none. */
export type Sent<P> = { readonly [Key in keyof P]?: unknown };

/** What answers need: where they are sent, the open files that they are about, and where failures are noted. */
interface Answering {
  readonly connection: Connection;
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
  readonly log: Log;
}

type Handler<P, R> = (params: P, token: CancellationToken) => Promise<R | ResponseError<never>>;

/** Makes handlers that fail in isolation: what one throws is sent as its answer and affects nothing else. Unexpected errors are logged. */
export class Requests {
  readonly #state: Answering;
  /** The functions that answer the requests in progress. */
  readonly #pending = new Set<(answer: ResponseError<never>) => void>();
  #abandoned: ResponseError<never> | undefined;

  constructor(state: Answering) {
    this.#state = state;
  }

  /** Wraps a handler of a request that is not about one open document. */
  any<P, R>(name: string, handle: (params: P, token: CancellationToken) => R | Promise<R>): Handler<P, R> {
    const answer: Handler<P, R> = async (params, token) => {
      if (token.isCancellationRequested) return cancelled();
      try {
        const result = await handle(params, token);
        return token.isCancellationRequested ? cancelled() : result;
      } catch (error) {
        return this.#failure(name, error);
      }
    };
    return (params, token) => this.#unlessAbandoned(() => answer(params, token));
  }

  /** Answers a request of our own. Its parameters may be anything; what is not an object is taken for one without keys. */
  serve<P>(method: string, name: string, handle: (params: Sent<P>) => unknown): void {
    const answer = this.any<unknown, unknown>(name, (params) =>
      handle((isTable(params) ? params : {}) as Sent<P>),
    );
    this.#state.connection.onRequest<unknown, never>(method, answer);
  }

  /** Answers every request with an error: those in progress, and all that arrive from now on. */
  abandon(why: string): void {
    this.#abandoned = new ResponseError(ErrorCodes.InternalError, why);
    for (const answer of this.#pending) answer(this.#abandoned);
  }

  /** Wraps a handler about one document; `empty` answers for a document that is not open or not ours. */
  file<P extends { readonly textDocument: { readonly uri: string } }, R>(
    name: string,
    empty: R,
    handle: (file: OpenFile, params: P, token: CancellationToken) => R | Promise<R>,
  ): Handler<P, R> {
    return this.any(name, async (params: P, token) => {
      const file = await this.#state.open(params.textDocument.uri);
      if (file === undefined || file.analysis.roots.length === 0 || token.isCancellationRequested)
        return empty;
      return handle(file, params, token);
    });
  }

  /** The same for what would be a nuisance in another product's file: `empty` also answers for a file that is only likely ours. */
  certain<P extends { readonly textDocument: { readonly uri: string } }, R>(
    name: string,
    empty: R,
    handle: (file: OpenFile, params: P, token: CancellationToken) => R | Promise<R>,
  ): Handler<P, R> {
    return this.file(name, empty, (file, params: P, token) =>
      isReported(file.ownership) ? handle(file, params, token) : empty,
    );
  }

  #unlessAbandoned<R>(answer: () => Promise<R | ResponseError<never>>): Promise<R | ResponseError<never>> {
    if (this.#abandoned) return Promise.resolve(this.#abandoned);
    return new Promise((resolve, reject) => {
      this.#pending.add(resolve);
      answer()
        .then(resolve, reject)
        .finally(() => this.#pending.delete(resolve));
    });
  }

  #failure(name: string, error: unknown): ResponseError<never> {
    // Code that is loaded on first use brings its own copy of the error class, so errors are recognised by their shape.
    if (error instanceof Error && "code" in error && typeof error.code === "number") {
      return new ResponseError(error.code, error.message);
    }
    const message = error instanceof Error ? error.message : String(error);
    const detail = error instanceof Error ? (error.stack ?? message) : message;
    this.#state.log.error(`${name} failed: ${detail}`);
    return new ResponseError(ErrorCodes.InternalError, `${name} failed: ${message}`);
  }
}

/** The address in the parameters of a request about a file. Throws if there is none. */
export function uriIn({ uri }: { readonly uri?: unknown }): string {
  if (typeof uri === "string") return uri;
  throw invalid("the uri of a file");
}

/** Whether what a client sent is a list of texts. */
export function isListOfTexts(sent: unknown): sent is string[] {
  return Array.isArray(sent) && sent.every((one) => typeof one === "string");
}

/** The answer to a request with invalid parameters. `wanted` is what the request needs, such as `the uri of a file`. */
export function invalid(wanted: string): ResponseError<never> {
  // Not translated: for the author of a client.
  return new ResponseError(ErrorCodes.InvalidParams, `This request needs ${wanted}.`);
}

/** Nothing is wrong with the request, but it cannot be answered as things are. */
export function failed(message: string): ResponseError<never> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}

function cancelled(): ResponseError<never> {
  // Not translated: no client shows it.
  return new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
}
