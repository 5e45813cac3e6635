/**
 * The messages between client and server beyond LSP. Nothing is imported from elsewhere in the server but the types that it has as they are sent
 * (`core/wire`), so that who reads the client need not read the engine. A type whose message has less or more than the engine knows is declared
 * here: a change inside the engine that would change a message does not compile.
 */

export * from "./protocol/charts.ts";
export * from "./protocol/documents.ts";
export type { Notification, ParamsOf, Request } from "./protocol/message.ts";
export * from "./protocol/releases.ts";
export * from "./protocol/rendered.ts";
export * from "./protocol/session.ts";
export * from "./protocol/values.ts";
