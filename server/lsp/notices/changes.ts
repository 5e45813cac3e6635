import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { hasEntries, type KnownRelease } from "../../workspace/releases/release-identity.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import type { ServerState } from "../state/state.ts";
import type { DiagnosticsPublisher } from "./diagnostics-publisher.ts";
import type { EntryReporter } from "./entry-reports.ts";
import type { Outdated, Refreshes } from "./refreshes.ts";
import type { WorkspaceCheck } from "./workspace-check.ts";

/** The file that describes a release: its problems about the other files may be wrong now. */
function projectFileOf({ root }: KnownRelease): readonly string[] {
  return root === undefined ? [] : [`${root}/${PROJECT_FILE}`];
}

/** The parts of the server that notify the client. */
export interface Notifiers {
  /** The values and releases that clients show. */
  readonly views: { readonly any: boolean; concerns(uri: string): boolean };
  readonly entries: EntryReporter;
  readonly publisher: DiagnosticsPublisher;
  readonly refreshes: Refreshes;
  readonly check: WorkspaceCheck;
}

/** Has everything that a change leaves out of date checked again, and notifies the client, which asks again for what it shows. */
export class Changes {
  readonly #state: ServerState;
  readonly #notifiers: Notifiers;

  constructor(state: ServerState, notifiers: Notifiers) {
    this.#state = state;
    this.#notifiers = notifiers;
  }

  /** Something that affects all files has changed: the settings, a chart, the folders, or which Helm installs. */
  invalidateAll(): void {
    const { features, documents, workspace } = this.#state;
    const { views, entries, publisher, refreshes } = this.#notifiers;
    workspace.files.invalidate();
    for (const uri of documents.keys()) publisher.schedule(uri);
    refreshes.ask({ diagnostics: true, inlayHints: true, codeLenses: true, effectiveValues: views.any });
    if (features.entryProblems) entries.outdated();
    this.#notifiers.check.allTouched();
  }

  /** A file has changed or was closed, and with it the releases that it belongs to. */
  textChanged(uri: string): void {
    const { features, workspace } = this.#state;
    const { texts, files, releases } = workspace;
    const { views, entries, publisher, refreshes, check } = this.#notifiers;
    let outdated: Outdated = views.concerns(uri) ? { effectiveValues: true } : {};
    const concerned = releases.naming(uri);
    const namesPlaces = ({ values }: KnownRelease) => values.some((name) => name.includes("#"));
    if (features.entryProblems && concerned.some((one) => hasEntries(one) || namesPlaces(one)))
      entries.outdated();
    const companions = new Set(
      concerned.flatMap((release) => [...releases.addresses(release), ...projectFileOf(release)]),
    );
    check.touched(uri);
    for (const asker of workspace.neighbours.askersOf(uri)) {
      companions.add(asker);
      if (views.any && views.concerns(asker)) outdated = { ...outdated, effectiveValues: true };
    }
    companions.delete(sameSpelling(uri));
    for (const address of companions) {
      check.touched(address);
      const companion = texts.addressOf(address);
      if (companion === undefined) continue;
      files.touch(companion);
      publisher.schedule(companion);
      outdated = { ...outdated, diagnostics: true, inlayHints: true };
    }
    if (Object.keys(outdated).length > 0) refreshes.ask(outdated);
  }

  /** Helm has answered about the values of a file as they are now. */
  helmAnswered(uri: string): void {
    const { features, workspace } = this.#state;
    const { entries, publisher, refreshes } = this.#notifiers;
    workspace.files.touch(uri);
    publisher.schedule(uri);
    this.textChanged(uri);
    if (features.entryProblems) entries.outdated();
    refreshes.ask({ diagnostics: true });
  }

  /** The user no longer types where the last change of a file was, so what was found there counts. */
  async typingEnded(uri: string): Promise<void> {
    const { typed, open } = this.#state;
    if (!typed.forget(uri)) return;
    const file = await open(uri);
    if (file === undefined) return;
    this.#notifiers.publisher.republish(file);
    this.#notifiers.refreshes.ask({ diagnostics: true });
  }
}
