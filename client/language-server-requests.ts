import {
  DEFAULTS_DOCUMENT_REQUEST,
  EFFECTIVE_VALUES_REQUEST,
  FILE_STATUS_REQUEST,
  MISSING_DEFAULTS_REQUEST,
  RELEASES_REQUEST,
  SNIPPETS_REQUEST,
} from "../server/lsp/protocol.ts";
import type { LanguageServer } from "./ports.ts";
import type { ServerSupervisor } from "./server-supervisor.ts";

/** The questions to the language server, asked through its supervisor. */
export function createLanguageServerRequests(supervisor: ServerSupervisor): LanguageServer {
  return {
    fileStatus: (uri) => supervisor.request(FILE_STATUS_REQUEST, { uri }),
    snippets: (uri, position) => supervisor.request(SNIPPETS_REQUEST, { uri, position }),
    missingDefaults: (uri) => supervisor.request(MISSING_DEFAULTS_REQUEST, { uri }),
    defaultsDocument: (params) => supervisor.request(DEFAULTS_DOCUMENT_REQUEST, params),
    releases: (uri) => supervisor.request(RELEASES_REQUEST, uri === undefined ? {} : { uri }),
    effectiveValues: (params) => supervisor.request(EFFECTIVE_VALUES_REQUEST, params),
    restart: () => supervisor.restart(),
  };
}
