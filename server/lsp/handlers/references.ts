import * as l10n from "@vscode/l10n";
import { ErrorCodes, ResponseError } from "vscode-languageserver";
import { isAnchorName } from "../../core/language-service.ts";
import type { ValuePlace } from "../../core/semantics/origin-text.ts";
import type { ServerState } from "../state.ts";

/** Answers where an anchor or a value is defined and used, and renames anchors. */
export function serveReferences({ connection, requests, service, features }: ServerState): void {
  connection.onDefinition(
    requests.file("Definition", [], ({ analysis }, { position }) => {
      const anchor = service.definition(analysis, position);
      const places: readonly ValuePlace[] = anchor
        ? [{ uri: analysis.text.uri, name: anchor.name, whole: anchor.value }]
        : service.valueDefinition(analysis, position);
      if (!features.definitionLinks) return places.map(({ uri, name }) => ({ uri, range: name }));
      return places.map(({ uri, name, whole }) => ({
        targetUri: uri,
        targetRange: whole,
        targetSelectionRange: name,
      }));
    }),
  );
  connection.onReferences(
    requests.file("References", [], ({ analysis }, { position, context }) =>
      service
        .references(analysis, position, context.includeDeclaration)
        .map(({ uri, name }) => ({ uri, range: name })),
    ),
  );
  connection.onPrepareRename(
    requests.file("Rename", null, ({ analysis }, { position }) => service.renameRange(analysis, position)),
  );
  connection.onRenameRequest(
    requests.file("Rename", null, ({ analysis }, { position, newName }) => {
      if (!isAnchorName(newName)) {
        const message = l10n.t(
          'Helm allows only letters from A to Z, digits, "_" and "-" in an anchor name.',
        );
        throw new ResponseError(ErrorCodes.InvalidParams, message);
      }
      const edits = service.rename(analysis, position, newName);
      return edits ? { changes: { [analysis.text.uri]: edits } } : null;
    }),
  );
}
