import type { Markdown } from "./markdown.ts";
import type { LeftRuns, ProcessRunner } from "./program-ports.ts";

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
  /** The release that it tells of, as `releaseAddress` writes it; absent where it tells of none. */
  readonly about?: string;
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
  /** What the page in front is about; nothing where none is in front, or it is about no release. */
  aboutInFront(): string | undefined;
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
