import type { Connection, FileEvent, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ChartsAtHand } from "../workspace/charts-at-hand.ts";
import type { OpenFiles } from "../workspace/open-files.ts";
import type { OpenTexts } from "../workspace/open-texts.ts";
import { sameSpelling } from "../workspace/release-paths.ts";
import type { ResourceDefinitions } from "../workspace/resource-definitions.ts";
import type { Announcements } from "./announcements.ts";
import type { Changes } from "./changes.ts";
import type { DecidedSettings } from "./decided-settings.ts";
import type { HelmAsking } from "./helm-asking.ts";
import type { TypedPlaces } from "./typed-places.ts";

/** Who hears of changed files. */
export interface FollowedFilesPorts {
  readonly decided: DecidedSettings;
  readonly definitions: ResourceDefinitions;
  readonly charts: ChartsAtHand;
  readonly texts: OpenTexts;
  readonly files: OpenFiles;
  readonly typed: TypedPlaces;
  readonly announcements: Announcements;
  readonly changes: Changes;
  readonly asking: HelmAsking;
  /** Called when files of a chart have changed. */
  readonly chartsChanged: () => void;
}

/** Follows the files that are open in the editor, and those that it watches for the server. */
export function followFiles(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  ports: FollowedFilesPorts,
): void {
  const { decided, definitions, charts, texts, files, typed, announcements, changes, asking } = ports;
  const textChanged = (uri: string) => {
    changes.ofText(uri);
    if (charts.isValues(sameSpelling(uri))) changes.ofEvidence();
  };
  documents.onDidOpen(({ document }) => {
    files.forget(document.uri);
    asking.changed(document.uri);
  });
  documents.onDidChangeContent(({ document: { uri } }) => {
    decided.fileChanged(uri);
    announcements.look(uri);
    textChanged(uri);
    asking.changed(uri);
  });
  documents.onDidSave(({ document: { uri } }) => asking.saved(uri));
  documents.onDidClose(({ document: { uri } }) => {
    files.forget(uri);
    typed.forget(uri);
    announcements.closed(uri);
    decided.fileChanged(uri);
    textChanged(uri);
  });
  connection.onDidChangeWatchedFiles(({ changes: seen }) => {
    const isChart = ({ uri }: FileEvent) => uri.endsWith("/Chart.yaml") || charts.isPart(sameSpelling(uri));
    for (const { uri } of seen) {
      decided.fileChanged(uri);
      if (definitions.concerns(uri)) void definitions.look();
      // For an open file, only the text in the editor matters.
      if (!uri.endsWith("/Chart.yaml") && texts.get(sameSpelling(uri)) === undefined) changes.ofText(uri);
    }
    if (seen.length > 0 && !seen.some(isChart)) return;
    charts.forget();
    ports.chartsChanged();
    changes.ofEvidence();
    for (const uri of documents.keys()) asking.changed(uri);
  });
}
