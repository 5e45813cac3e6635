import { PROJECT_FILE } from "../workspace/project.ts";
import { makeProjectText } from "../workspace/project-text.ts";
import { isTable } from "../workspace/setting-types.ts";
import {
  PROJECT_FILE_REQUEST,
  PROJECT_SETTINGS_REQUEST,
  type ProjectFileParams,
  type ProjectFileText,
  type ProjectSettings,
  type ProjectSettingsParams,
} from "./protocol.ts";
import { invalid, type Requests } from "./requests.ts";
import type { ServerState } from "./state.ts";

/** Answers what our client asks about the settings of projects. */
export function serveProjectRequests({ connection, projects, ready }: ServerState, requests: Requests): void {
  connection.onRequest(
    PROJECT_SETTINGS_REQUEST,
    requests.any(
      "The settings of a project",
      async (params: ProjectSettingsParams): Promise<ProjectSettings> => {
        await ready();
        const asked: unknown = params;
        return projects.installs(isTable(asked) && typeof asked.uri === "string" ? asked.uri : undefined);
      },
    ),
  );
  connection.onRequest(
    PROJECT_FILE_REQUEST,
    requests.any("The file of a project", (params: ProjectFileParams): ProjectFileText => {
      const asked: unknown = params;
      if (!isTable(asked) || !isTable(asked.settings)) throw invalid("settings");
      return { name: PROJECT_FILE, ...makeProjectText(asked.settings) };
    }),
  );
}
