import {
  DefinitionRequest,
  ErrorCodes,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  ResponseError,
} from "vscode-languageserver";
import type { DefaultsPlace } from "../../core/language-service.ts";
import type { ValuePlace } from "../../core/semantics/origin-text.ts";
import { standard } from "../connection/requests.ts";
import { AT_POSITION, DOCUMENT, POSITION, shape, table, text } from "../protocol/shapes.ts";
import { defaultsAddress } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

const CONTEXT = table(
  { includeDeclaration: shape<boolean>("", (sent) => typeof sent === "boolean") },
  "a context that says whether declarations are included",
);

/** Answers where an anchor or a value is defined and used, and renames anchors. */
export function serveReferences({ requests, service, features }: ServerState): void {
  requests.file(
    standard(DefinitionRequest.type, AT_POSITION),
    "Definition",
    [],
    ({ analysis }, { position }) => {
      const anchor = service.definition(analysis, position);
      const found: readonly ValuePlace[] = anchor
        ? [{ uri: analysis.text.uri, name: anchor.name, whole: anchor.value }]
        : service.valueDefinition(analysis, position);
      // If nothing else defines a key, a client that shows the documents of this server gets that of the defaults.
      const known =
        found.length === 0 && features.chartFiles
          ? service.defaultsDefinition(analysis, position)
          : undefined;
      const places = known ? [defaultsPlace(known)] : found;
      if (!features.definitionLinks) return places.map(({ uri, name }) => ({ uri, range: name }));
      return places.map(({ uri, name, whole }) => ({
        targetUri: uri,
        targetRange: whole,
        targetSelectionRange: name,
      }));
    },
  );
  requests.file(
    standard(ReferencesRequest.type, table({ textDocument: DOCUMENT, position: POSITION, context: CONTEXT })),
    "References",
    [],
    ({ analysis }, { position, context }) =>
      service
        .references(analysis, position, context.includeDeclaration)
        .map(({ uri, name }) => ({ uri, range: name })),
  );
  requests.file(
    standard(PrepareRenameRequest.type, AT_POSITION),
    "Rename",
    null,
    ({ analysis }, { position }) => service.renameRange(analysis, position),
  );
  requests.file(
    standard(
      RenameRequest.type,
      table({ textDocument: DOCUMENT, position: POSITION, newName: text("a new name") }),
    ),
    "Rename",
    null,
    ({ analysis }, { position, newName }) => {
      const renaming = service.rename(analysis, position, newName);
      if (!renaming) return null;
      if ("refusal" in renaming) throw new ResponseError(ErrorCodes.InvalidParams, renaming.refusal);
      return { changes: { [analysis.text.uri]: renaming.edits } };
    },
  );
}

function defaultsPlace({ kind, chart, range }: DefaultsPlace): ValuePlace {
  return { uri: defaultsAddress(kind, chart), name: range, whole: range };
}
