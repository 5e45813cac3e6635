import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import { makeProjectText } from "../../workspace/settings/project-text.ts";
import { PROJECT_FILE_TEXT, PROJECT_SETTINGS } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

/** Answers what our client asks about the settings of projects. */
export function serveProjects({ requests, projects, ready }: ServerState): void {
  requests.serve(PROJECT_SETTINGS, "The settings of a project", async ({ uri }) => {
    await ready();
    return projects.installs(typeof uri === "string" ? uri : undefined);
  });
  requests.serve(PROJECT_FILE_TEXT, "The file of a project", ({ settings }) => ({
    name: PROJECT_FILE,
    ...makeProjectText(settings),
  }));
}
