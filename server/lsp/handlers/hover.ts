import { type Hover, type HoverParams, MarkupContent } from "vscode-languageserver";
import { plainMarkup } from "../plain-text.ts";
import type { ProjectFiles } from "../project-files.ts";
import { EFFECTIVE_HOVER_REQUEST } from "../protocol.ts";
import type { ServerState } from "../state.ts";

/** Answers what is known of a key or value. */
export function serveHover(
  { connection, requests, service, features, open }: ServerState,
  projects: ProjectFiles,
): void {
  const understood = (hover: Hover | null) =>
    hover === null || features.markdownInHover ? hover : plainHover(hover);
  const ofFile = requests.file("Hover", null, ({ analysis }, { position }: HoverParams) =>
    understood(service.hover(analysis, position)),
  );
  const ofProject = requests.any("Hover", async ({ textDocument, position }: HoverParams) => {
    const file = await open(textDocument.uri);
    return file ? understood(projects.service.hover(file.analysis, position)) : null;
  });
  connection.onHover((params, token) =>
    (projects.concerns(params.textDocument.uri) ? ofProject : ofFile)(params, token),
  );
  connection.onRequest(
    EFFECTIVE_HOVER_REQUEST,
    requests.file("Effective hover", null, ({ analysis }, { position }: HoverParams) =>
      service.effectiveHover(analysis, position),
    ),
  );
}

function plainHover(hover: Hover): Hover {
  return MarkupContent.is(hover.contents) ? { ...hover, contents: plainMarkup(hover.contents) } : hover;
}
