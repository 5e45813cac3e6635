/** The official SDK, in a file of its own that is loaded when the server starts and never before. */
export {
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
export { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
