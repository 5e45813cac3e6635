/**
 * What client and server send each other beyond LSP. Of the server, the client imports this file, and `core/yaml/reader/scalars.ts`. The types of
 * messages are declared here and not taken from the engine, so that a change inside the engine that would change a message does not compile.
 */

export { CHART_FILE_SCHEME } from "../workspace/chart-source.ts";
export { PACKAGED_FILES } from "../workspace/package-sources.ts";
export * from "./protocol/charts.ts";
export * from "./protocol/documents.ts";
export * from "./protocol/releases.ts";
export * from "./protocol/rendered.ts";
export * from "./protocol/session.ts";
export * from "./protocol/values.ts";
