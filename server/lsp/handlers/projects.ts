import { PROJECT_FILE } from "../../workspace/project.ts";
import { makeProjectText } from "../../workspace/project-text.ts";
import { isTable } from "../../workspace/setting-types.ts";
import {
  PROJECT_FILE_REQUEST,
  PROJECT_SETTINGS_REQUEST,
  type ProjectFileParams,
  type ProjectFileText,
  type ProjectSettings,
  type ProjectSettingsParams,
} from "../protocol.ts";
import { invalid } from "../requests.ts";
import type { ServerState } from "../state.ts";

/** Answers what our client asks about the settings of projects. */
export function serveProjects({ requests, projects, ready }: ServerState): void {
  requests.serve<ProjectSettingsParams>(
    PROJECT_SETTINGS_REQUEST,
    "The settings of a project",
    async ({ uri }): Promise<ProjectSettings> => {
      await ready();
      return projects.installs(typeof uri === "string" ? uri : undefined);
    },
  );
  requests.serve<ProjectFileParams>(
    PROJECT_FILE_REQUEST,
    "The file of a project",
    ({ settings }): ProjectFileText => {
      if (!isTable(settings)) throw invalid("settings");
      return { name: PROJECT_FILE, ...makeProjectText(settings) };
    },
  );
}
