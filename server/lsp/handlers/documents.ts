import * as l10n from "@vscode/l10n";
import type { Ownership } from "../../core/ownership/claims.ts";
import { isTable } from "../../workspace/setting-types.ts";
import type { FileStatuses } from "../file-status.ts";
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
  SET_VALUES_REQUEST,
  type SetValuesParams,
  SNIPPETS_REQUEST,
  type SnippetOffer,
  type SnippetsParams,
} from "../protocol.ts";
import { failed, invalid, isListOfTexts, uriIn } from "../requests.ts";
import { nameOf } from "../resolve-stack.ts";
import type { ServerState } from "../state.ts";
import { isIndent } from "./completion.ts";

/** Answers the requests of our own client about files, open or not. */
export function serveDocuments(state: ServerState, statuses: FileStatuses): void {
  const { requests, service, open } = state;
  requests.serve<FileStatusParams>(
    FILE_STATUS_REQUEST,
    "File status",
    async (params): Promise<FileStatus> => {
      const uri = uriIn(params);
      return statuses.answer(uri, await open(uri));
    },
  );
  requests.serve<FileKindsParams>(
    FILE_KINDS_REQUEST,
    "File kinds",
    async ({ uris }): Promise<(FileKind | null)[]> => {
      if (!isListOfTexts(uris)) throw invalid("the uris of files");
      return Promise.all(uris.map((uri) => fileKind(state, uri)));
    },
  );
  requests.serve<SnippetsParams>(SNIPPETS_REQUEST, "Snippets", async (params): Promise<SnippetOffer[]> => {
    const file = await open(uriIn(params));
    const { position, indent } = params;
    if (!isTable(position) || typeof position.line !== "number" || typeof position.character !== "number") {
      throw invalid("a position with a line and a character");
    }
    if (file === undefined || file.analysis.roots.length === 0) return [];
    const { line, character } = position;
    return service.snippets(file.analysis, { line, character }, isIndent(indent) ? indent : undefined);
  });
  requests.serve<DefaultsDocumentParams>(
    DEFAULTS_DOCUMENT_REQUEST,
    "Defaults document",
    ({ kind, comments, chart }): string => {
      if (kind !== "values" && kind !== "operator") throw invalid('a kind, "values" or "operator"');
      const version = typeof chart === "string" ? chart : undefined;
      return service.defaultsDocument(kind, { comments: comments === true }, version);
    },
  );
  requests.serve<MissingDefaultsParams>(
    MISSING_DEFAULTS_REQUEST,
    "Missing defaults",
    async (params): Promise<MissingDefaultsEdit[]> => {
      const file = await open(uriIn(params));
      return file === undefined || file.analysis.roots.length === 0
        ? []
        : service.missingDefaults(file.analysis);
    },
  );
  requests.serve<SetValuesParams>(
    SET_VALUES_REQUEST,
    "Set values",
    async ({ uri, values }): Promise<MissingDefaultsEdit[]> => {
      if (typeof uri !== "string" || !isValuesToSet(values)) {
        throw invalid("the uri of a file, and values with a path and a text");
      }
      const file = await open(uri);
      if (file === undefined) throw failed(l10n.t("{0} is not open.", nameOf(uri)));
      const result = service.setValues(file.analysis, values);
      if ("problem" in result) throw failed(`${nameOf(uri)}: ${result.problem}`);
      return [...result.edits];
    },
  );
}

/** What a file is, whether an editor has it open or not; `null` when it is not ours, or cannot be read. */
async function fileKind({ open, settings, workspace }: ServerState, uri: string): Promise<FileKind | null> {
  const file = await open(uri);
  if (file !== undefined) return kindOf(file.ownership);
  const { files, parse, valuesFiles } = workspace;
  if (!valuesFiles.reads(uri)) return null;
  const most = settings(uri).maxFileSize * 1024 * 1024;
  const read = await valuesFiles.read(uri, most);
  return "text" in read ? kindOf(await files.judge({ uri, file: parse(read.text, most) })) : null;
}

function kindOf({ kind, strength }: Ownership): FileKind | null {
  return kind && strength && { kind, strength };
}

function isValuesToSet(values: unknown): values is SetValuesParams["values"] {
  return (
    Array.isArray(values) &&
    values.every((one) => isTable(one) && typeof one.path === "string" && typeof one.value === "string")
  );
}
