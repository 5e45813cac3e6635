import * as l10n from "@vscode/l10n";
import type { CancellationToken } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { isReported } from "../../core/ownership/claims.ts";
import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { errorDetail } from "../../workspace/files/unforeseen-error.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { failed } from "../connection/requests.ts";
import type { CheckedWorkspace } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";
import type { Diagnostics } from "./diagnostics.ts";

/** The pause before files that may have other problems now are checked again, in milliseconds. */
const PAUSE_MS = 500;
/** As many as the command line checks at the same time. */
const AT_ONCE = 4;

/**
 * The problems of the files of the workspace that no editor has open. Once they have been asked for, they are kept true until they are taken out again:
 * files that change or are closed are checked again, and what is open has the problems that every open file has.
 */
export class WorkspaceCheck {
  readonly #state: ServerState;
  readonly #diagnostics: Diagnostics;
  /** The files that are part of it, by the addresses of the finder. */
  readonly #found = new Set<string>();
  /** The number of problems that are shown of each file with any. */
  readonly #shown = new Map<string, number>();
  /** Those that are the operator's. */
  readonly #ours = new Set<string>();
  readonly #outdated = new Set<string>();
  /** The files that are read apart from a check. */
  #visited: ReadonlySet<string> = new Set();
  #isOn = false;
  /** There may be other files. */
  #mustFind = false;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends what an earlier round still does. */
  #round = 0;
  #work: Promise<unknown> = Promise.resolve();

  constructor(state: ServerState, diagnostics: Diagnostics) {
    this.#state = state;
    this.#diagnostics = diagnostics;
    state.isLookedAt = (uri) =>
      this.#isRunning && (this.#found.has(uri) || this.#visited.has(uri)) && !this.#isOpen(uri);
  }

  /** Checks all files. Where it is canceled, nothing of it stays. */
  async start(
    token: CancellationToken,
    report: (done: number, all: number) => void,
  ): Promise<CheckedWorkspace> {
    if (this.#state.closed === undefined || this.#foldersOnDisk().length === 0)
      throw failed(l10n.t("Open a folder on this machine to check its files."));
    if (!this.readsFiles)
      throw failed(l10n.t("Files that are not open are only checked in a trusted workspace."));
    this.clear();
    this.#isOn = true;
    await this.#state.ready();
    this.#find();
    const all = [...this.#found];
    await this.#run(all, (done) => {
      report(done, all.length);
      return !token.isCancellationRequested;
    });
    if (token.isCancellationRequested) this.clear();
    this.#watch();
    return {
      files: this.#ours.size,
      withProblems: this.#shown.size,
      problems: [...this.#shown.values()].reduce((sum, count) => sum + count, 0),
    };
  }

  /** True if files that are not open may be read. */
  get readsFiles(): boolean {
    const { closed, isTrusted } = this.#state;
    return closed !== undefined && isTrusted && this.#foldersOnDisk().length > 0;
  }

  /** Calls `visit` for each file of the workspace that is the operator's, one after the other: an open one as it is in its editor, under the address that the client has for it. */
  async visit(visit: (file: OpenFile, uri: string) => Promise<void>): Promise<void> {
    if (!this.readsFiles) return;
    await this.#state.ready();
    const open = new Map(this.#state.documents.keys().map((uri) => [sameSpelling(uri), uri] as const));
    const closed = this.#state.closed?.find(this.#foldersOnDisk()) ?? [];
    await this.#inTurn(closed, async () => {
      for (const uri of new Set([...open.keys(), ...closed])) {
        const address = open.get(uri) ?? uri;
        const file = await this.#state.workspace.settledFile(address);
        if (file !== undefined && isReported(file.ownership)) await visit(file, address);
        this.#forget(uri);
      }
    });
  }

  /** Takes all problems out again. */
  clear(): void {
    this.stop();
    for (const uri of this.#shown.keys()) this.#show(uri, []);
    for (const one of [this.#found, this.#ours, this.#outdated]) one.clear();
    this.#watch();
  }

  /** Sends nothing more. */
  stop(): void {
    this.#round += 1;
    this.#isOn = false;
    clearTimeout(this.#timer);
  }

  /** A file was opened: from now on it has the problems of an open file. */
  opened(uri: string): void {
    this.#show(sameSpelling(uri), []);
  }

  /** Marks a file whose text or chart may be another one now: it was changed, made, closed or removed. */
  touched(uri: string): void {
    if (!this.#isOn) return;
    const address = sameSpelling(uri);
    if (this.#found.has(address)) this.#outdated.add(address);
    else if (/\.ya?ml$/i.test(address)) this.#mustFind = true;
    else return;
    this.#later();
  }

  /** Anything may be otherwise now. What a round itself has learned of charts, it has waited for. */
  allTouched(): void {
    if (!this.#isOn || this.#isRunning) return;
    for (const uri of this.#found) this.#outdated.add(uri);
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#mustFind) this.#find();
      const outdated = [...this.#outdated];
      this.#outdated.clear();
      this.#run(outdated, () => true).catch((error: unknown) =>
        // Not translated: for the log.
        this.#state.log.error(`The workspace could not be checked again: ${errorDetail(error)}`),
      );
    }, PAUSE_MS);
  }

  /** Looks for the files, and has those checked that were not there before. */
  #find(): void {
    this.#mustFind = false;
    for (const uri of this.#state.closed?.find(this.#foldersOnDisk()) ?? []) {
      if (!this.#found.has(uri)) this.#outdated.add(uri);
      this.#found.add(uri);
    }
  }

  #foldersOnDisk(): readonly string[] {
    return this.#state.folders.all.filter((folder) => URI.parse(folder).scheme === "file");
  }

  /** One round after the other. A round ends early if `goesOn` is false, or if another one has begun that makes it useless. */
  #run(files: readonly string[], goesOn: (done: number) => boolean): Promise<void> {
    const round = this.#round;
    return this.#inTurn([], () => this.#runNow(files, () => round === this.#round, goesOn));
  }

  /** Does some work after all that has begun, while files that are found can be read, and some others. */
  #inTurn(others: readonly string[], doWork: () => Promise<void>): Promise<void> {
    const work = this.#work.then(async () => {
      this.#visited = new Set(others);
      this.#isRunning = true;
      try {
        await doWork();
      } finally {
        this.#isRunning = false;
        for (const uri of [...this.#found, ...others]) this.#forget(uri);
      }
    });
    this.#work = work.catch(() => undefined);
    return work;
  }

  async #runNow(
    files: readonly string[],
    isWanted: () => boolean,
    goesOn: (done: number) => boolean,
  ): Promise<void> {
    for (let first = 0; first < files.length && isWanted() && goesOn(first); first += AT_ONCE) {
      await Promise.all(files.slice(first, first + AT_ONCE).map((uri) => this.#check(uri, isWanted)));
      // Messages that have arrived meanwhile are served first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #check(uri: string, isWanted: () => boolean): Promise<void> {
    this.#outdated.delete(uri);
    if (this.#isOpen(uri)) return;
    this.#forget(uri);
    const file = await this.#state.workspace.settledFile(uri);
    const isOurs = file !== undefined && isReported(file.ownership);
    const problems = file ? await this.#diagnostics.of(file) : [];
    this.#forget(uri);
    if (!isWanted() || this.#isOpen(uri)) return;
    if (isOurs) this.#ours.add(uri);
    else this.#ours.delete(uri);
    this.#show(uri, problems);
  }

  /** Of a file that is not open, nothing is kept. */
  #forget(uri: string): void {
    this.#state.closed?.documents.forget(uri);
    if (!this.#isOpen(uri)) this.#state.workspace.files.forget(uri);
  }

  #show(uri: string, diagnostics: Awaited<ReturnType<Diagnostics["of"]>>): void {
    if (diagnostics.length === 0 && !this.#shown.has(uri)) return;
    if (diagnostics.length === 0) this.#shown.delete(uri);
    else this.#shown.set(uri, diagnostics.length);
    void this.#state.connection.sendDiagnostics({ uri, diagnostics });
  }

  /** True if an editor has a file open, however it spells its address. */
  #isOpen(uri: string): boolean {
    return this.#state.documents.keys().some((open) => sameSpelling(open) === uri);
  }

  #watch(): void {
    this.#state.registrations.allYaml(this.#isOn);
  }
}
