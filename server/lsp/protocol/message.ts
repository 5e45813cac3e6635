import { type Fitting, type Sent, type Shape, type Shapes, table } from "./shapes.ts";

/** A request of our own to the server: its name, the shape of its parameters, and the type of its answer. */
export interface Request<Params, Answer, Given = Params> {
  readonly method: string;
  readonly params: Shape<Params, Given>;
  /** Never present: the type of the answer. */
  readonly answer?: Answer;
}

/** A notification of our own to the server. */
export type Notification<Params, Given = Params> = Omit<Request<Params, never, Given>, "answer">;

/** The parameters that the client sends with a request or a notification. */
export type ParamsOf<Message> = Message extends Notification<unknown, infer Given> ? Given : never;

/** Declares a request by the shapes of its parameters. The answer has no shape, because our client relies on our server. */
export function request<S extends Shapes>(method: string, keys: S) {
  return requestOf<Fitting<S>, Sent<S>>(method, table(keys));
}

/** The same for parameters whose shape is not that of their keys. */
export function requestOf<Params, Given>(method: string, params: Shape<Params, Given>) {
  return { answers: <Answer>(): Request<Params, Answer, Given> => ({ method, params }) };
}

/** Declares a notification by the shapes of its parameters. */
export function notification<S extends Shapes>(method: string, keys: S): Notification<Fitting<S>, Sent<S>> {
  return { method, params: table(keys) };
}
