import type { ReleaseRef, ReleaseState } from "./cli/release.ts";
import type { Markdown } from "./markdown.ts";

/** A program that this extension runs. Where it is comes from a setting of the machine, else from the PATH. */
export type Program = "helm" | "kubectl";

/** A call of a program as data: nothing runs until a runner is given, and no shell ever reads it. */
export interface Invocation<T> {
  readonly program: Program;
  readonly args: readonly string[];
  /** Text for the standard input. */
  readonly stdin?: string;
  /** Its standard output may hold Secrets: it is read by `parse`, and stands in no log. */
  readonly confidential?: true;
  /** How long it may take; where nothing is said, as long as reading may. */
  readonly limits?: Limits;
  /** Reads what a successful run printed; throws a readable error when it is not what the program promises. */
  parse(stdout: string): T;
}

/** How long a program may take, in milliseconds. */
export interface Limits {
  /** After this time it is interrupted, as if the person had pressed Cancel. More than 24 days are 24 days. */
  readonly deadline: number;
  /** How long it and what it has started may tidy up after an interruption, before they are ended by force. */
  readonly tidyUp: number;
}

/** How a run is watched and stopped. */
export interface RunOptions {
  /**
   * Aborting asks the program and what it has started to stop, as Ctrl+C does, and waits for its end, so that Helm can tidy
   * up. On Windows, which has no such signal, it ends them at once. Nothing is started where it was aborted before.
   */
  readonly signal?: AbortSignal;
  /** Called with each line as it comes. Nothing of it has been redacted. */
  readonly onLine?: (line: string, from: "stdout" | "stderr") => void;
  readonly limits?: Limits;
  /** Writes down that it runs, and lets it go on when this process ends in the middle: `LeftRuns` finds it then. */
  readonly note?: RunNote;
}

/** What is written down of a change while it runs. Nothing in it is secret. */
export interface RunNote {
  readonly at: ReleaseRef;
  /** What messages call it, such as `an upgrade`. */
  readonly name: string;
  /** The same as a verb in its -ing form, such as `upgrading`. */
  readonly doing: string;
  /** What the release was before; absent where there was none. */
  readonly before?: Pick<ReleaseState, "revision" | "status">;
}

/** A change whose window was closed or reloaded, or whose editor crashed, before it ended. */
export interface LeftRun {
  readonly note: RunNote;
  /** When it began, as ISO 8601. */
  readonly began: string;
  /** Whether its program still runs. On Windows it has ended with the editor (libuv: children are in a job of their parent). */
  isRunning(): Promise<boolean>;
  /**
   * What it printed, once its program has ended; nothing where `signal` was aborted before. How it ended nobody knows. After
   * a day what it printed is gone, and both texts are empty. They may hold Secrets.
   */
  ended(signal?: AbortSignal): Promise<Pick<RunResult, "stdout" | "stderr"> | undefined>;
  /**
   * Asks its program to stop, as Cancel does, and ends it by force when it still runs after `tidyUp` milliseconds; where nothing
   * is said, it may take its time.
   */
  interrupt(tidyUp?: number): Promise<void>;
  /** Removes what was written down of it. */
  forget(): Promise<void>;
}

/** Finds changes that outlived the window that they were begun in. */
export interface LeftRuns {
  /**
   * Those that were not forgotten, the oldest first. Each is given to the first window that asks, until that one ends too. A run of
   * a window that is still open is none.
   */
  list(): Promise<readonly LeftRun[]>;
  /**
   * Whether changes run in other windows. Such a window may be closing, or may have lost its connection, which an editor on a
   * remote machine notices minutes later: then its changes are left.
   */
  areInOtherWindows(): Promise<boolean>;
}

/** How a run ended. Only the exit code says whether it succeeded: Helm writes warnings to stderr. */
export interface RunResult {
  /** Absent when a signal ended the program. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was interrupted while it ran, or was not even started: `signal` was aborted, or its deadline had passed. */
  readonly interrupted: boolean;
  /** It was interrupted because its deadline had passed. */
  readonly timedOut?: true;
}

/** Runs programs. */
export interface ProcessRunner {
  /** Runs a program to its end. Rejects with `ProgramMissing` where it cannot be started, and for nothing else. */
  run(invocation: Invocation<unknown>, options?: RunOptions): Promise<RunResult>;
}

/**
 * Why a program did not start: there is none; there is one that cannot be run, or that was made for another system; the path
 * is a folder; it is a script that only a shell of Windows runs; the command line is longer than the system allows; the
 * machine runs too many programs or has too many files open; or something else.
 */
export type NotStarted =
  | "not-found"
  | "not-runnable"
  | "other-system"
  | "folder"
  | "shell-script"
  | "too-long"
  | "busy"
  | "other";

/** Where a program was looked for, and what came of it. */
export interface Lookup {
  readonly reason: NotStarted;
  /** The path of the setting; absent where the program was looked for on the PATH. */
  readonly configured?: string;
  /** The path of the script; only where the reason is one. */
  readonly found?: string;
  /** What the operating system calls the error; only where the reason is `other`. */
  readonly code?: string;
}

/** A program could not be started. */
export class ProgramMissing extends Error {
  readonly program: Program;
  readonly lookup: Lookup;

  constructor(program: Program, lookup: Lookup) {
    const { configured = "the PATH", reason } = lookup;
    super(`${program} ${reason === "not-found" ? "was not found" : "cannot be started"} (${configured}).`);
    this.program = program;
    this.lookup = lookup;
  }
}

/** Shows that something takes a while. */
export interface Progress {
  /** Shows `title` while `task` runs. The signal is aborted when the person presses Cancel. */
  show<T>(
    title: string,
    task: (report: (message: string) => void, cancelled: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

/** One question for a line of text. */
export interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** A sentence that says what is wrong with the text, or nothing. */
  readonly problemOf?: (text: string) => string | undefined;
}

/** Questions that stop the person until they are answered. */
export interface Dialogs {
  /** Asks for a line; nothing when it is dismissed. */
  input(question: Question): Promise<string | undefined>;
  /** A modal question whose only way forward is `button`; `detail` is shown below, line by line. */
  confirm(message: string, detail: string, button: string): Promise<boolean>;
  /** The same with several ways forward, the asked one first; the pressed button, or nothing. */
  choose(message: string, detail: string, ...buttons: string[]): Promise<string | undefined>;
  /** Whether the workspace is trusted; asks the person to trust it when it is not. */
  trusted(): Promise<boolean>;
  /** Asks where to keep a new file and writes it; its address, or nothing when dismissed. */
  saveNewFile(suggestedName: string, text: string): Promise<string | undefined>;
}

/** A read-only page that exists in the editor only. */
export interface Page {
  /** The title of its tab. */
  readonly name: string;
  readonly text: Markdown;
  /** A question comes in front of it, which keeps the keyboard. */
  readonly isBehindQuestion?: true;
}

/** The YAML of one thing before and after. */
export interface TextPair {
  readonly name: string;
  /** Absent: it will be new. */
  readonly before?: string;
  /** Absent: it will be gone. */
  readonly after?: string;
}

/** How a person can go on from what is shown. */
export interface NextStep {
  /** What the editor's title offers. */
  readonly way: "install" | "rollBack";
  /** What the command is to work on. */
  readonly address: string;
}

/** Shows texts that are made, not kept. */
export interface Pages {
  /** Shows a readable page; one of the same name is replaced. */
  showMarkdown(page: Page): Promise<void>;
  /** Shows pairs in one editor, below each other. One of the same title is replaced; any other stays as it is. */
  compare(title: string, pairs: readonly TextPair[], next?: NextStep): Promise<void>;
}

/** Files of this machine. Paths are those of the operating system. */
export interface Files {
  /** The text of a file; nothing where there is none that can be read. */
  read(path: string): Promise<string | undefined>;
  kind(path: string): Promise<"file" | "folder" | undefined>;
  /** The path of an address, if it is one of this machine. */
  pathOf(uri: string): string | undefined;
  /**
   * A path that a setting names: as it is when absolute, else from the workspace folder of the file with the address `beside`,
   * else from the first one.
   */
  resolve(path: string, beside?: string): string;
  /** A path as a person reads it: from the workspace folder, with the name of the folder where there are several. */
  shown(path: string): string;
  /**
   * Saves an open document, and asks where to when it is new; its address from then on. Nothing when it could not be
   * written, or the question was dismissed.
   */
  save(uri: string): Promise<string | undefined>;
  /** Which of these addresses have unsaved changes. */
  unsaved(uris: readonly string[]): readonly string[];
  /** The paths of the kubeconfig files: the setting, else the variable KUBECONFIG, else the file in the home folder. */
  kubeconfigPaths(): readonly string[];
  /** The cluster that this machine runs in, when it is in a pod with a service account. */
  inCluster(): Promise<OwnCluster | undefined>;
}

/** The cluster that this machine runs in. */
export interface OwnCluster {
  /** Address of its API server. */
  readonly server: string;
}

/** The archive of a chart that this extension keeps for itself. */
export interface ChartArchive {
  readonly path: string;
  /** SHA-256 of the archive, in hexadecimal digits. */
  readonly digest: string;
}

/** Keeps archives of charts by their digests, where only this user can write. Old ones are removed. */
export interface ChartArchives {
  /** Lets `fetch` put one archive into an empty folder, and keeps it. Rejects with a readable message. */
  keep(fetch: (folder: string) => Promise<void>): Promise<ChartArchive>;
  /** Copies an archive of this machine into a folder. */
  copy(file: string, folder: string): Promise<void>;
  /** Whether the archive still is what its digest says. */
  isIntact(archive: ChartArchive): Promise<boolean>;
}

/** A text from the network. */
export interface Download {
  readonly text: string;
  /** The address that answered, after all redirects. */
  readonly from: string;
  /** SHA-256 of what came, in hexadecimal digits. */
  readonly digest: string;
}

/** Fetches texts from the network, only when a command was asked for it. */
export interface Downloads {
  /**
   * The text behind an http or https address. Rejects with a readable message, also where a redirect leads from a protected
   * address to one that is not.
   */
  text(url: string, signal?: AbortSignal): Promise<Download>;
}

/** What this workspace is to remember. */
export interface Memory {
  recall(key: string): string | undefined;
  remember(key: string, value: string): Promise<void>;
}

/** The settings that installing reads. */
export interface InstallationSettings {
  /** Chart reference: an `oci://` address, a folder, an archive, or `repository/name`. Empty: ask. */
  readonly chart: string;
  readonly chartVersion: string;
  /** Whether registries are reached without TLS. */
  readonly plainHttp: boolean;
  readonly releaseName: string;
  readonly namespace: string;
  /** The kubeconfig that is named to every call; empty: what the programs find by themselves. */
  readonly kubeconfig: string;
  readonly wait: boolean;
  readonly rollbackOnFailure: boolean;
  /** As Helm writes durations, such as `5m0s`. */
  readonly timeout: string;
  /** Globs of the contexts in which destructive commands ask for the name of the release. */
  readonly protectedContexts: readonly string[];
  /** Address or folder with the manager's manifest and its default resource. Empty: ask. */
  readonly managerReleaseUrl: string;
  /** Where Helm keeps its releases: what `HELM_DRIVER` says; empty: in Secrets. */
  readonly helmDriver: string;
  /** SHA-256 that the manager's manifest must have, in hexadecimal digits. Empty: any. */
  readonly managerManifestDigest: string;
}

/** Everything that commands may touch beyond the editor. */
export interface InstallationPorts {
  readonly programs: ProcessRunner;
  readonly leftRuns: LeftRuns;
  readonly progress: Progress;
  readonly dialogs: Dialogs;
  readonly pages: Pages;
  readonly files: Files;
  readonly downloads: Downloads;
  readonly charts: ChartArchives;
  readonly memory: Memory;
  /** The settings as they are now. */
  installationSettings(): InstallationSettings;
  /** Waits; ends early, without an error, when `signal` is aborted. In milliseconds. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}
