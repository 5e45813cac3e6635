import * as l10n from "@vscode/l10n";
import type { Ownership } from "../../core/ownership/claims.ts";
import { failed } from "../connection/requests.ts";
import type { FileStatuses } from "../notices/file-status.ts";
import {
  DEFAULTS_DOCUMENT,
  FILE_KINDS,
  FILE_STATUS,
  type FileKind,
  MISSING_DEFAULTS,
  PASTE,
  SET_VALUES,
  SNIPPETS,
} from "../protocol.ts";
import { shownNameOf } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";
import { isIndent } from "./completion.ts";

/** Answers the requests of our own client about files, open or not. */
export function serveDocuments(state: ServerState, statuses: FileStatuses): void {
  const { requests, service, open } = state;
  requests.serve(FILE_STATUS, "File status", async ({ uri }) => statuses.answer(uri, await open(uri)));
  requests.serve(FILE_KINDS, "File kinds", ({ uris }) =>
    Promise.all(uris.map((uri) => fileKind(state, uri))),
  );
  requests.serve(SNIPPETS, "Snippets", async ({ uri, position, indent }) => {
    const file = await requests.ours({ textDocument: { uri }, position });
    return file ? service.snippets(file.analysis, position, isIndent(indent) ? indent : undefined) : [];
  });
  requests.serve(PASTE, "Paste", async ({ uri, position, text, indent }) => {
    const file = await requests.ours({ textDocument: { uri }, position });
    if (file?.ownership.strength !== "certain") return null;
    const editorIndent = isIndent(indent) ? indent : undefined;
    return service.pasted(file.analysis, position, text, editorIndent) ?? null;
  });
  requests.serve(DEFAULTS_DOCUMENT, "Defaults document", ({ kind, comments, chart }) => {
    const version = typeof chart === "string" ? chart : undefined;
    return service.defaultsDocument(kind, { comments: comments === true }, version);
  });
  requests.serve(MISSING_DEFAULTS, "Missing defaults", async ({ uri }) => {
    const file = await open(uri);
    return file === undefined || file.analysis.roots.length === 0
      ? []
      : service.missingDefaults(file.analysis);
  });
  requests.serve(SET_VALUES, "Set values", async ({ uri, values }) => {
    const file = await open(uri);
    if (file === undefined) throw failed(l10n.t("{0} is not open.", shownNameOf(uri)));
    const result = service.setValues(file.analysis, values);
    if ("problem" in result) throw failed(`${shownNameOf(uri)}: ${result.problem}`);
    return result.edits;
  });
}

/** The kind of a file, which may be open; `null` when it is not the operator's, or cannot be read. */
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
  return kind && strength && { kind: kind.name, strength };
}
