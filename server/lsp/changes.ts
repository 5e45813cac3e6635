import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { OpenFiles } from "../workspace/open-files.ts";
import type { OpenTexts } from "../workspace/open-texts.ts";
import { PROJECT_FILE } from "../workspace/project.ts";
import type { KnownRelease } from "../workspace/release-identity.ts";
import { sameSpelling } from "../workspace/release-paths.ts";
import type { Releases } from "../workspace/releases.ts";
import type { Announcements } from "./announcements.ts";
import type { ClientFeatures } from "./client-features.ts";
import type { EffectiveViews } from "./effective-views.ts";
import { type EntryReporter, hasEntries } from "./entry-reports.ts";
import type { Outdated, Refreshes } from "./refreshes.ts";

/** The file that describes a release: what it says of the other files may be wrong now. */
function projectFileOf({ root }: KnownRelease): readonly string[] {
  return root === undefined ? [] : [`${root}/${PROJECT_FILE}`];
}

/** What a change may affect. */
export interface ChangesPorts {
  readonly features: ClientFeatures;
  readonly documents: TextDocuments<TextDocument>;
  readonly texts: OpenTexts;
  readonly files: OpenFiles;
  readonly releases: Releases;
  readonly views: EffectiveViews;
  readonly entries: EntryReporter;
  readonly announcements: Announcements;
  readonly refreshes: Refreshes;
}

/** Has everything that a change leaves out of date checked again, and tells the client to ask again for what it shows. */
export class Changes {
  readonly #ports: ChangesPorts;

  constructor(ports: ChangesPorts) {
    this.#ports = ports;
  }

  /** Something that affects all files has changed: the settings, a chart, the folders, or which Helm installs. */
  ofEvidence(): void {
    const { features, documents, files, views, entries, announcements, refreshes } = this.#ports;
    files.invalidate();
    for (const uri of documents.keys()) announcements.look(uri);
    refreshes.ask({ diagnostics: true, inlayHints: true, codeLenses: true, effectiveValues: views.any });
    if (features.entryProblems) entries.outdated();
  }

  /** A file has changed or was closed, and with it the releases that it belongs to. */
  ofText(uri: string): void {
    const { features, texts, files, releases, views, entries, announcements, refreshes } = this.#ports;
    let outdated: Outdated = views.concerns(uri) ? { effectiveValues: true } : {};
    const concerned = releases.naming(uri);
    if (features.entryProblems && concerned.some(hasEntries)) entries.outdated();
    const companions = new Set(
      concerned.flatMap((release) => [...releases.addresses(release), ...projectFileOf(release)]),
    );
    companions.delete(sameSpelling(uri));
    for (const address of companions) {
      const companion = texts.get(address);
      if (companion === undefined) continue;
      files.touch(companion.uri);
      announcements.look(companion.uri);
      outdated = { ...outdated, diagnostics: true, inlayHints: true };
    }
    if (Object.keys(outdated).length > 0) refreshes.ask(outdated);
  }
}
