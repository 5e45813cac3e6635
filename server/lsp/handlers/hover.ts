import { type Hover, HoverRequest, MarkupContent } from "vscode-languageserver";
import type { ProjectService } from "../../core/project-service.ts";
import { standard } from "../connection/requests.ts";
import { AT_POSITION } from "../protocol/shapes.ts";
import { EFFECTIVE_HOVER } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";
import { knownToMake } from "../views/made-text.ts";
import { plainMarkup } from "../views/plain-text.ts";

/** Answers what is known of a key or value. */
export function serveHover(
  { requests, service, features, open, projects, workspace }: ServerState,
  projectService: ProjectService,
): void {
  const understood = (hover: Hover | null) =>
    hover === null || features.markdownInHover ? hover : plainHover(hover);
  requests.serve(standard(HoverRequest.type, AT_POSITION), "Hover", async (params) => {
    const { uri } = params.textDocument;
    const inProject = projects.concerns(uri);
    const file = await (inProject ? open(uri) : requests.ours(params));
    if (!file || inProject)
      return understood(file ? projectService.hover(file.analysis, params.position) : null);
    const hover = service.hover(file.analysis, params.position);
    const { traces } = workspace;
    const path = hover && traces?.any && service.keyAt(file.analysis, params.position);
    const made = traces && path && knownToMake(traces, file.analysis, path);
    if (!made || !MarkupContent.is(hover.contents)) return understood(hover);
    const value = `${hover.contents.value}\n\n${made}`;
    return understood({ ...hover, contents: { ...hover.contents, value } });
  });
  requests.file(EFFECTIVE_HOVER, "Effective hover", null, ({ analysis }, { position }) =>
    service.effectiveHover(analysis, position),
  );
}

function plainHover(hover: Hover): Hover {
  return MarkupContent.is(hover.contents) ? { ...hover, contents: plainMarkup(hover.contents) } : hover;
}
