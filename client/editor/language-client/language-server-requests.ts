import {
  CHART_IN_USE_REQUEST,
  CHART_TEXT_REQUEST,
  CHARTS_AT_REQUEST,
  CHARTS_KEPT_REQUEST,
  CHECK_WORKSPACE_REQUEST,
  type CheckedWorkspace,
  CLEAR_WORKSPACE_CHECK_REQUEST,
  CLUSTER_NAMES_REQUEST,
  DEFAULTS_DOCUMENT_REQUEST,
  EFFECTIVE_ORIGIN_REQUEST,
  EFFECTIVE_VALUES_REQUEST,
  FILE_KINDS_REQUEST,
  FILE_STATUS_REQUEST,
  HELM_FOUND_REQUEST,
  type KeptChart,
  KNOWN_CHARTS_REQUEST,
  MISSING_DEFAULTS_REQUEST,
  PROBLEMS_REQUEST,
  PROJECT_FILE_REQUEST,
  PROJECT_SETTINGS_REQUEST,
  RELEASES_REQUEST,
  RESOURCE_DEFINITION_REQUEST,
  SET_VALUES_REQUEST,
  SNIPPETS_REQUEST,
  UPGRADE_VALUES_REQUEST,
  VALUE_ORIGINS_REQUEST,
  VALUES_FACTS_REQUEST,
  VALUES_FILE_REQUEST,
} from "../../../server/lsp/protocol.ts";
import type { LanguageServer } from "../../ports/editor.ts";
import type { ServerSupervisor } from "./server-supervisor.ts";

/** Keeps what the server is told for its next start, and what it shows. */
interface ServerMemory {
  helm(major: number): void;
  charts(charts: readonly KeptChart[]): void;
  /** Whether the problems of files that are not open are shown. */
  workspaceChecked(isShown: boolean): PromiseLike<unknown>;
}

export function createLanguageServerRequests(
  supervisor: ServerSupervisor,
  remember: ServerMemory,
): LanguageServer {
  return {
    ask: (request, params, followed) => supervisor.request(request.method, params, followed),
    fileStatus: (uri) => supervisor.request(FILE_STATUS_REQUEST, { uri }),
    knownCharts: () => supervisor.request(KNOWN_CHARTS_REQUEST, {}),
    chartInUse: (of) => supervisor.request(CHART_IN_USE_REQUEST, { of }),
    valuesFile: (params) => supervisor.request(VALUES_FILE_REQUEST, params),
    upgradeValues: (params) => supervisor.request(UPGRADE_VALUES_REQUEST, params),
    chartsAt: (uris) => supervisor.request(CHARTS_AT_REQUEST, { uris }),
    chartText: (uri) => supervisor.request(CHART_TEXT_REQUEST, { uri }),
    chartsKept(charts) {
      remember.charts(charts);
      return supervisor.request(CHARTS_KEPT_REQUEST, { charts });
    },
    fileKinds: (uris) => supervisor.request(FILE_KINDS_REQUEST, { uris }),
    snippets: (uri, position) => supervisor.request(SNIPPETS_REQUEST, { uri, position }),
    missingDefaults: (uri) => supervisor.request(MISSING_DEFAULTS_REQUEST, { uri }),
    defaultsDocument: (params) => supervisor.request(DEFAULTS_DOCUMENT_REQUEST, params),
    projectSettings: (uri) => supervisor.request(PROJECT_SETTINGS_REQUEST, uri === undefined ? {} : { uri }),
    projectFile: (settings) => supervisor.request(PROJECT_FILE_REQUEST, { settings }),
    releases: (uri) => supervisor.request(RELEASES_REQUEST, uri === undefined ? {} : { uri }),
    effectiveValues: (params) => supervisor.request(EFFECTIVE_VALUES_REQUEST, params),
    effectiveOrigin: (params) => supervisor.request(EFFECTIVE_ORIGIN_REQUEST, params),
    problems: (of) => supervisor.request(PROBLEMS_REQUEST, of),
    async checkWorkspace(report, signal) {
      const checked = await supervisor.request<CheckedWorkspace>(
        CHECK_WORKSPACE_REQUEST,
        {},
        { report, signal },
      );
      await remember.workspaceChecked(!signal.aborted);
      return checked;
    },
    async clearWorkspaceCheck() {
      await supervisor.request(CLEAR_WORKSPACE_CHECK_REQUEST, {});
      await remember.workspaceChecked(false);
    },
    valuesFacts: (of) => supervisor.request(VALUES_FACTS_REQUEST, of === undefined ? {} : { of }),
    valueOrigins: (params) => supervisor.request(VALUE_ORIGINS_REQUEST, params),
    setValues: (params) => supervisor.request(SET_VALUES_REQUEST, params),
    suggestClusterNames: (names) => supervisor.request(CLUSTER_NAMES_REQUEST, names),
    reportDefinition: (definition) => supervisor.request(RESOURCE_DEFINITION_REQUEST, definition),
    helmFound(major) {
      remember.helm(major);
      return supervisor.request(HELM_FOUND_REQUEST, { major });
    },
    restart: () => supervisor.restart(),
  };
}
