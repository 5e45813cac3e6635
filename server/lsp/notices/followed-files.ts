import { DidChangeWatchedFilesNotification, type FileEvent } from "vscode-languageserver";
import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { listOf, table, text } from "../protocol/shapes.ts";
import type { EffectiveSettings } from "../settings/effective-settings.ts";
import type { ServerState } from "../state/state.ts";
import type { Changes } from "./changes.ts";
import type { DiagnosticsPublisher } from "./diagnostics-publisher.ts";
import type { HelmAsking } from "./helm-asking.ts";
import type { WorkspaceCheck } from "./workspace-check.ts";

/** The parts of the server that hear of changed files. */
export interface Followers {
  readonly settings: EffectiveSettings;
  readonly publisher: DiagnosticsPublisher;
  readonly changes: Changes;
  readonly asking: HelmAsking;
  readonly check: WorkspaceCheck;
}

const WATCHED = table({ changes: listOf(table({ uri: text("") }), "a list of changes with addresses") });

/** Follows the files that are open in the editor, and those that it watches for the server. */
export function followFiles(
  state: ServerState,
  { settings, publisher, changes, asking, check }: Followers,
): void {
  const { requests, documents, typed, workspace } = state;
  const { charts, definitions, files, naming, texts, verdicts } = workspace;
  const textChanged = (uri: string) => {
    changes.textChanged(uri);
    if (charts.used.isValues(sameSpelling(uri)) || naming.concerns(uri)) changes.invalidateAll();
  };
  documents.onDidOpen(({ document }) => {
    files.forget(document.uri);
    check.opened(document.uri);
    asking.changed(document.uri);
  });
  documents.onDidChangeContent(({ document: { uri } }) => {
    settings.fileChanged(uri);
    publisher.schedule(uri);
    textChanged(uri);
    asking.changed(uri);
  });
  documents.onDidSave(({ document: { uri } }) => asking.saved(uri));
  documents.onDidClose(({ document: { uri } }) => {
    files.forget(uri);
    typed.forget(uri);
    publisher.closed(uri);
    settings.fileChanged(uri);
    textChanged(uri);
  });
  requests.note(DidChangeWatchedFilesNotification.method, WATCHED, ({ changes: seen }) => {
    const isChart = ({ uri }: Pick<FileEvent, "uri">) =>
      uri.endsWith("/Chart.yaml") || charts.used.isPart(sameSpelling(uri));
    for (const { uri } of seen) {
      settings.fileChanged(uri);
      check.touched(uri);
      // For an open file, only the text in the editor matters.
      if (!uri.endsWith("/Chart.yaml") && texts.addressOf(sameSpelling(uri)) === undefined)
        changes.textChanged(uri);
    }
    if (definitions.concerns(seen.map(({ uri }) => uri))) void definitions.look();
    if (seen.some(({ uri }) => naming.concerns(uri))) changes.invalidateAll();
    if (seen.length > 0 && !seen.some(isChart)) return;
    verdicts?.forget();
    charts.forget();
    changes.invalidateAll();
    for (const uri of documents.keys()) asking.changed(uri);
  });
}
