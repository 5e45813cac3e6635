import { type Hover, HoverRequest, MarkupContent } from "vscode-languageserver";
import { standard } from "../connection/requests.ts";
import { AT_POSITION } from "../protocol/shapes.ts";
import { EFFECTIVE_HOVER } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";
import { plainMarkup } from "../views/plain-text.ts";
import { knownToMake } from "../views/trace-markdown.ts";

/** Answers what is known of a key or value. */
export function serveHover({ requests, service, features, workspace }: ServerState): void {
  const understood = (hover: Hover | null) =>
    hover === null || features.markdownInHover ? hover : plainHover(hover);
  requests.file(standard(HoverRequest.type, AT_POSITION), "Hover", null, ({ analysis }, { position }) => {
    const hover = service.hover(analysis, position);
    const { traces } = workspace;
    const path = hover && traces?.any && service.keyAt(analysis, position);
    const made = traces && path && knownToMake(traces, analysis, path);
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
