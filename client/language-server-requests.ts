import {
  CHART_IN_USE_REQUEST,
  CLUSTER_NAMES_REQUEST,
  DEFAULTS_DOCUMENT_REQUEST,
  EFFECTIVE_ORIGIN_REQUEST,
  EFFECTIVE_VALUES_REQUEST,
  FILE_KINDS_REQUEST,
  FILE_STATUS_REQUEST,
  HELM_FOUND_REQUEST,
  KNOWN_CHARTS_REQUEST,
  MISSING_DEFAULTS_REQUEST,
  PROBLEMS_REQUEST,
  RELEASES_REQUEST,
  RESOURCE_DEFINITION_REQUEST,
  SET_VALUES_REQUEST,
  SNIPPETS_REQUEST,
  UPGRADE_VALUES_REQUEST,
  VALUE_ORIGINS_REQUEST,
  VALUES_FACTS_REQUEST,
} from "../server/lsp/protocol.ts";
import type { LanguageServer } from "./ports.ts";
import type { ServerSupervisor } from "./server-supervisor.ts";

/**
 * The questions to the language server, asked through its supervisor. `rememberHelm` keeps the major version of Helm for the
 * server's next start.
 */
export function createLanguageServerRequests(
  supervisor: ServerSupervisor,
  rememberHelm: (major: number) => void,
): LanguageServer {
  return {
    fileStatus: (uri) => supervisor.request(FILE_STATUS_REQUEST, { uri }),
    knownCharts: () => supervisor.request(KNOWN_CHARTS_REQUEST, {}),
    chartInUse: (of) => supervisor.request(CHART_IN_USE_REQUEST, { of }),
    upgradeValues: (params) => supervisor.request(UPGRADE_VALUES_REQUEST, params),
    fileKinds: (uris) => supervisor.request(FILE_KINDS_REQUEST, { uris }),
    snippets: (uri, position) => supervisor.request(SNIPPETS_REQUEST, { uri, position }),
    missingDefaults: (uri) => supervisor.request(MISSING_DEFAULTS_REQUEST, { uri }),
    defaultsDocument: (params) => supervisor.request(DEFAULTS_DOCUMENT_REQUEST, params),
    releases: (uri) => supervisor.request(RELEASES_REQUEST, uri === undefined ? {} : { uri }),
    effectiveValues: (params) => supervisor.request(EFFECTIVE_VALUES_REQUEST, params),
    effectiveOrigin: (params) => supervisor.request(EFFECTIVE_ORIGIN_REQUEST, params),
    problems: (of) => supervisor.request(PROBLEMS_REQUEST, of),
    valuesFacts: (of) => supervisor.request(VALUES_FACTS_REQUEST, of === undefined ? {} : { of }),
    valueOrigins: (params) => supervisor.request(VALUE_ORIGINS_REQUEST, params),
    setValues: (params) => supervisor.request(SET_VALUES_REQUEST, params),
    suggestClusterNames: (names) => supervisor.request(CLUSTER_NAMES_REQUEST, names),
    tellDefinition: (definition) => supervisor.request(RESOURCE_DEFINITION_REQUEST, definition),
    helmFound(major) {
      rememberHelm(major);
      return supervisor.request(HELM_FOUND_REQUEST, { major });
    },
    restart: () => supervisor.restart(),
  };
}
