import type { SnippetOffer } from "../core/language-service.ts";
import { isTable } from "../workspace/setting-types.ts";
import { isIndent } from "./completion.ts";
import { fileKind } from "./file-kinds.ts";
import type { FileStatuses } from "./file-status.ts";
import {
  DEFAULTS_DOCUMENT_REQUEST,
  type DefaultsDocumentParams,
  FILE_KINDS_REQUEST,
  FILE_STATUS_REQUEST,
  type FileKind,
  type FileKindsParams,
  type FileStatus,
  type FileStatusParams,
  MISSING_DEFAULTS_REQUEST,
  type MissingDefaultsEdit,
  type MissingDefaultsParams,
  SNIPPETS_REQUEST,
  type SnippetsParams,
} from "./protocol.ts";
import { invalid, type Requests } from "./requests.ts";
import type { ServerState } from "./state.ts";

/** Answers the requests that only our own client knows. */
export function serveCustomRequests(state: ServerState, requests: Requests, statuses: FileStatuses): void {
  const { connection, service, open } = state;
  connection.onRequest(
    FILE_STATUS_REQUEST,
    requests.any("File status", async (params: FileStatusParams): Promise<FileStatus> => {
      const uri = uriOf(params);
      return statuses.answer(uri, await open(uri));
    }),
  );
  connection.onRequest(
    FILE_KINDS_REQUEST,
    requests.any("File kinds", async (params: FileKindsParams): Promise<(FileKind | null)[]> => {
      const asked: unknown = params;
      if (!isTable(asked) || !isListOfTexts(asked.uris)) throw invalid("the uris of files");
      return Promise.all(asked.uris.map((uri) => fileKind(state, uri)));
    }),
  );
  connection.onRequest(
    SNIPPETS_REQUEST,
    requests.any("Snippets", async (params: SnippetsParams): Promise<SnippetOffer[]> => {
      const file = await open(uriOf(params));
      const { position, indent } = params;
      if (!isTable(position) || typeof position.line !== "number" || typeof position.character !== "number") {
        throw invalid("a position with a line and a character");
      }
      return file === undefined || file.analysis.roots.length === 0
        ? []
        : service.snippets(file.analysis, position, isIndent(indent) ? indent : undefined);
    }),
  );
  connection.onRequest(
    DEFAULTS_DOCUMENT_REQUEST,
    requests.any("Defaults document", (params: DefaultsDocumentParams): string => {
      if (!isTable(params) || (params.kind !== "values" && params.kind !== "operator")) {
        throw invalid('a kind, "values" or "operator"');
      }
      const version = typeof params.chart === "string" ? params.chart : undefined;
      return service.defaultsDocument(params.kind, { comments: params.comments === true }, version);
    }),
  );
  connection.onRequest(
    MISSING_DEFAULTS_REQUEST,
    requests.any(
      "Missing defaults",
      async (params: MissingDefaultsParams): Promise<MissingDefaultsEdit[]> => {
        const file = await open(uriOf(params));
        return file === undefined || file.analysis.roots.length === 0
          ? []
          : service.missingDefaults(file.analysis);
      },
    ),
  );
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function uriOf(params: unknown): string {
  if (isTable(params) && typeof params.uri === "string") return params.uri;
  throw invalid("the uri of a file");
}
