import * as l10n from "@vscode/l10n";
import type { Ownership } from "../../core/ownership/claims.ts";
import { failed } from "../connection/requests.ts";
import type { FileStatuses } from "../notices/file-status.ts";
import { ANYTHING, listOf, oneOf, POSITION, table, text, URI_OF_FILE } from "../protocol/shapes.ts";
import {
  DEFAULTS_DOCUMENT_REQUEST,
  FILE_KINDS_REQUEST,
  FILE_STATUS_REQUEST,
  type FileKind,
  type FileStatus,
  MISSING_DEFAULTS_REQUEST,
  type MissingDefaultsEdit,
  PASTE_REQUEST,
  type PasteEdit,
  SET_VALUES_REQUEST,
  SNIPPETS_REQUEST,
  type SnippetOffer,
} from "../protocol.ts";
import { nameOf } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";
import { isIndent } from "./completion.ts";

/** Answers the requests of our own client about files, open or not. */
export function serveDocuments(state: ServerState, statuses: FileStatuses): void {
  const { requests, service, open } = state;
  const uriOnly = table({ uri: URI_OF_FILE });
  requests.any(
    FILE_STATUS_REQUEST,
    "File status",
    uriOnly,
    async ({ uri }): Promise<FileStatus> => statuses.answer(uri, await open(uri)),
  );
  requests.any(
    FILE_KINDS_REQUEST,
    "File kinds",
    table({ uris: listOf(text(""), "the uris of files") }),
    async ({ uris }): Promise<(FileKind | null)[]> => Promise.all(uris.map((uri) => fileKind(state, uri))),
  );
  requests.any(
    SNIPPETS_REQUEST,
    "Snippets",
    table({ uri: URI_OF_FILE, position: POSITION, indent: ANYTHING }),
    async ({ uri, position, indent }): Promise<SnippetOffer[]> => {
      const file = await requests.ours({ textDocument: { uri }, position });
      return file ? service.snippets(file.analysis, position, isIndent(indent) ? indent : undefined) : [];
    },
  );
  requests.any(
    PASTE_REQUEST,
    "Paste",
    table({ uri: URI_OF_FILE, position: POSITION, text: text("a text"), indent: ANYTHING }),
    async ({ uri, position, text: pasted, indent }): Promise<PasteEdit | null> => {
      const file = await requests.ours({ textDocument: { uri }, position });
      if (file?.ownership.strength !== "certain") return null;
      const editorIndent = isIndent(indent) ? indent : undefined;
      return service.pasted(file.analysis, position, pasted, editorIndent) ?? null;
    },
  );
  requests.any(
    DEFAULTS_DOCUMENT_REQUEST,
    "Defaults document",
    table({
      kind: oneOf(["values", "operator"], 'a kind, "values" or "operator"'),
      comments: ANYTHING,
      chart: ANYTHING,
    }),
    ({ kind, comments, chart }): string => {
      const version = typeof chart === "string" ? chart : undefined;
      return service.defaultsDocument(kind, { comments: comments === true }, version);
    },
  );
  requests.any(
    MISSING_DEFAULTS_REQUEST,
    "Missing defaults",
    uriOnly,
    async ({ uri }): Promise<MissingDefaultsEdit[]> => {
      const file = await open(uri);
      return file === undefined || file.analysis.roots.length === 0
        ? []
        : service.missingDefaults(file.analysis);
    },
  );
  requests.any(
    SET_VALUES_REQUEST,
    "Set values",
    table(
      { uri: text(""), values: listOf(table({ path: text(""), value: text("") }), "") },
      "the uri of a file, and values with a path and a text",
    ),
    async ({ uri, values }): Promise<MissingDefaultsEdit[]> => {
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
