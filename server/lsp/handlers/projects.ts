import { isTable } from "../../workspace/files/setting-types.ts";
import { PROJECT_FILE } from "../../workspace/settings/project.ts";
import { makeProjectText } from "../../workspace/settings/project-text.ts";
import { ANYTHING, shape, table } from "../protocol/shapes.ts";
import {
  PROJECT_FILE_REQUEST,
  PROJECT_SETTINGS_REQUEST,
  type ProjectFileText,
  type ProjectSettings,
} from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

/** Answers what our client asks about the settings of projects. */
export function serveProjects({ requests, projects, ready }: ServerState): void {
  requests.any(
    PROJECT_SETTINGS_REQUEST,
    "The settings of a project",
    table({ uri: ANYTHING }),
    async ({ uri }): Promise<ProjectSettings> => {
      await ready();
      return projects.installs(typeof uri === "string" ? uri : undefined);
    },
  );
  requests.any(
    PROJECT_FILE_REQUEST,
    "The file of a project",
    table({ settings: shape<Record<string, unknown>>("settings", isTable) }),
    ({ settings }): ProjectFileText => ({ name: PROJECT_FILE, ...makeProjectText(settings) }),
  );
}
