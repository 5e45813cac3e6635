/**
 * The messages between client and server beyond LSP. Nothing is imported from elsewhere in the server, so that who reads the client need not read
 * the engine. The types of messages are declared here and not taken from the engine: a change inside it that would change a message does not compile.
 */

export * from "./protocol/charts.ts";
export * from "./protocol/documents.ts";
export type { Notification, ParamsOf, Request } from "./protocol/message.ts";
export * from "./protocol/releases.ts";
export * from "./protocol/rendered.ts";
export * from "./protocol/session.ts";
export * from "./protocol/values.ts";
