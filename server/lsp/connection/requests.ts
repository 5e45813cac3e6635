import {
  type CancellationToken,
  type Connection,
  type Disposable,
  ErrorCodes,
  LSPErrorCodes,
  type Message,
  type MessageReader,
  type Position,
  type Range,
  ResponseError,
} from "vscode-languageserver";
import { isReported } from "../../core/ownership/claims.ts";
import type { Analysis } from "../../core/semantics/analysis.ts";
import { partsIn } from "../../workspace/embedded/embedded-parts.ts";
import { errorDetail, errorText } from "../../workspace/files/unforeseen-error.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { objectIn, type Shape } from "../protocol/shapes.ts";
import type { Notification, Request } from "../protocol.ts";
import type { Log } from "./log.ts";

/** The connection of answers, the open files that they are about, and the log of failures. */
interface Answering {
  readonly connection: Connection;
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
  readonly log: Log;
}

type Handle<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;
type FileHandle<P, R> = (file: OpenFile, params: P, token: CancellationToken) => R | Promise<R>;

/** The place in a document that a request is about. */
interface At {
  readonly position: Position;
  readonly range: Range;
}

/** The parameters of a request about a document. */
interface InDocument {
  readonly textDocument: { readonly uri: string };
}

/**
 * The one door for requests and notifications: a handler gets only what fits the shape of its parameters, and fails in isolation. What it throws is
 * sent as its answer and affects nothing else. Unexpected errors are logged.
 */
export class Requests {
  readonly #state: Answering;
  /** The functions that answer the requests in progress. */
  readonly #pending = new Set<(answer: ResponseError<never>) => void>();
  /** The answer to every request that arrives from now on. */
  #refusal: ResponseError<never> | undefined;

  constructor(state: Answering) {
    this.#state = state;
  }

  /**
   * Answers a request that is not about one open document. Parameters that are not an object are taken for one without keys. `name` is for the log, also
   * below.
   */
  serve<P, R>(
    { method, params: shape }: Request<P, R, unknown>,
    name: string,
    handle: Handle<P, NoInfer<R>>,
  ): void {
    const answer = async (sent: unknown, token: CancellationToken) => {
      if (token.isCancellationRequested) return cancelled();
      try {
        const params = objectIn(sent) ?? {};
        const lacked = shape.lacks(params);
        if (lacked !== undefined) return invalid(lacked);
        const result = await handle(params as P, token);
        return token.isCancellationRequested ? cancelled() : result;
      } catch (error) {
        return this.#failure(name, error);
      }
    };
    // The parameters come first, if there are any, and the token last. By its name alone, the library checks nothing and adds nothing.
    this.#state.connection.onRequest<unknown, never>(method, (...given: unknown[]) => {
      const token = given.at(-1) as CancellationToken;
      return this.#unlessRefused(() => answer(given.length === 2 ? given[0] : undefined, token));
    });
  }

  /** Takes a notification. One that does not fit is ignored, with a line in the log. */
  note<P>(method: string, shape: Shape<P, unknown>, handle: (params: P) => void | Promise<void>): Disposable {
    return this.#state.connection.onNotification(method, (sent: unknown) => {
      const params = objectIn(sent) ?? {};
      const lacked = shape.lacks(params);
      if (lacked === undefined) return handle(params as P);
      this.#state.log.warn(`A notification was ignored: ${method} needs ${lacked}.`);
    });
  }

  /** Takes a notification of our own in the same way. */
  hear<P>(notification: Notification<P, unknown>, handle: (params: P) => void | Promise<void>): void {
    this.note<P>(notification.method, notification.params, handle);
  }

  /** Answers every request with an error: those in progress, and all that arrive from now on. */
  abandon(why: string): void {
    const refusal = new ResponseError<never>(ErrorCodes.InternalError, why);
    this.refuse(refusal);
    for (const answer of this.#pending) answer(refusal);
  }

  /** Answers all requests that arrive from now on with an error. Those in progress are still answered. */
  refuse(refusal: ResponseError<never>): void {
    this.#refusal = refusal;
  }

  /** Answers a request about one document; `empty` answers for a document that is not open or not the operator's. `atKeys`: also where only the key of values is met. */
  file<P extends InDocument, R>(
    asked: Request<P, R, unknown>,
    name: string,
    empty: NoInfer<R>,
    handle: FileHandle<P, NoInfer<R>>,
    atKeys = false,
  ): void {
    this.serve<P, R>(asked, name, async (params, token) => {
      const [first, ...others] = await this.#ours(params, atKeys);
      if (first === undefined || token.isCancellationRequested) return empty;
      const answer = await handle(first, params, token);
      if (others.length === 0 || !Array.isArray(answer)) return answer;
      const rest = await Promise.all(others.map((file) => handle(file, params, token)));
      return [answer, ...rest].flat() as R;
    });
  }

  /** The same for the structure of a document: of another product's document with values of the operator's chart, all of it. */
  structure<P extends InDocument, R>(
    asked: Request<P, R, unknown>,
    name: string,
    empty: NoInfer<R>,
    handle: (analysis: Analysis, params: P) => NoInfer<R>,
  ): void {
    this.serve<P, R>(asked, name, async (params) => {
      const file = await this.#state.open(params.textDocument.uri);
      if (file === undefined) return empty;
      const analysis = file.embedded ? file.analysis.ofStructure : file.analysis;
      return analysis.roots.length === 0 ? empty : handle(analysis, params);
    });
  }

  /** The same for answers that would be a nuisance in another product's file: `empty` also answers for a file that is only likely the operator's. */
  certain<P extends InDocument, R>(
    asked: Request<P, R, unknown>,
    name: string,
    empty: NoInfer<R>,
    handle: FileHandle<P, NoInfer<R>>,
    atKeys = false,
  ): void {
    const certain: FileHandle<P, NoInfer<R>> = (file, params, token) =>
      isReported(file.ownership) ? handle(file, params, token) : empty;
    this.file<P, R>(asked, name, empty, certain, atKeys);
  }

  /** The document that a request is about, if it is open and the operator's, or the values in it at the place that the request names. */
  async ours(params: InDocument & Partial<At>): Promise<OpenFile | undefined> {
    return (await this.#ours(params))[0];
  }

  async #ours(
    { textDocument, position, range }: InDocument & Partial<At>,
    atKeys = false,
  ): Promise<readonly OpenFile[]> {
    const file = await this.#state.open(textDocument.uri);
    if (file?.embedded) return partsIn(file, position ? { start: position, end: position } : range, atKeys);
    return file === undefined || file.analysis.roots.length === 0 ? [] : [file];
  }

  #unlessRefused<R>(answer: () => Promise<R | ResponseError<never>>): Promise<R | ResponseError<never>> {
    if (this.#refusal) return Promise.resolve(this.#refusal);
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
    this.#state.log.error(`${name} failed: ${errorDetail(error)}`);
    return new ResponseError(ErrorCodes.InternalError, `${name} failed: ${errorText(error)}`);
  }
}

/**
 * A reader of messages that the library can take: it expects parameters to be an object, as the protocol has it, and passes entries of a list as
 * arguments. What is anything else counts as absent, and so do capabilities; what cancels no request is left out.
 */
export function checkedReader(reader: MessageReader): MessageReader {
  const { onError, onClose, onPartialMessage } = reader;
  return {
    onError,
    onClose,
    onPartialMessage,
    listen: (take) =>
      reader.listen((message) => {
        const checked = checkedMessage(message);
        if (checked) take(checked);
      }),
    dispose: () => reader.dispose(),
  };
}

function checkedMessage(message: Message): Message | undefined {
  const sent: { readonly method?: unknown; readonly params?: unknown } = objectIn(message) ?? {};
  const params = objectIn(sent.params);
  if (sent.method === "$/cancelRequest") {
    return typeof params?.id === "string" || typeof params?.id === "number" ? message : undefined;
  }
  if (sent.method === "initialize" && params && objectIn(params.capabilities) === undefined) {
    return { ...message, params: { ...params, capabilities: {} } } as Message;
  }
  if (typeof sent.method !== "string" || params || sent.params === undefined) return message;
  const { params: _left, ...rest } = message as Message & { readonly params: unknown };
  return rest;
}

/** A request of the language server protocol, with the shape that its parameters must fit. */
export function standard<P, R>(
  { method }: { readonly method: string; readonly _?: readonly [unknown, R, ...unknown[]] },
  params: Shape<P, unknown>,
): Request<P, R, unknown> {
  return { method, params };
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
