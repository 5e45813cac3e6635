import type { KeptChart, ObjectsOf } from "../../server/lsp/protocol.ts";
import type { Markdown } from "../texts/markdown.ts";
import type { ProcessRunner } from "./programs.ts";

export interface Progress {
  /** Shows `title` while `task` runs. The signal is aborted when the person presses Cancel. */
  show<T>(
    title: string,
    task: (report: (message: string) => void, cancelled: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

export interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** Returns a sentence that says what is wrong with the text, or undefined. */
  readonly problemOf?: (text: string) => string | undefined;
  /**
   * Tries an answer out before the question closes. Returns a sentence that says why it will not do, and then the question stays.
   * The signal is aborted when the question is dismissed.
   */
  readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** Questions that block until they are answered. */
export interface Dialogs {
  /** Asks for a line; undefined if dismissed. */
  input(question: Question): Promise<string | undefined>;
  /** A modal question whose only way forward is `button`; `detail` is shown below, line by line. */
  confirm(message: string, detail: string, button: string): Promise<boolean>;
  /** The same with several ways forward; Enter takes the first one. Returns the pressed button, or undefined. */
  choose(message: string, detail: string, ...buttons: string[]): Promise<string | undefined>;
  /** True if the workspace is trusted; if it is not, asks the person to trust it. */
  trusted(): Promise<boolean>;
  /** Asks where to save a new file, and writes it. Returns its address, or undefined if dismissed. */
  saveNewFile(suggestedName: string, text: string): Promise<string | undefined>;
  /** Asks for a chart on this machine. Returns the path of its folder or archive, or undefined if dismissed. */
  openChart(title: string): Promise<string | undefined>;
}

/** A read-only page that only exists in the editor. */
export interface Page {
  /** The title of its tab. */
  readonly name: string;
  readonly text: Markdown;
  /** Set if a question appears in front of it, which keeps the focus. */
  readonly isBehindQuestion?: true;
  /** The release that it is about, as `releaseAddress` writes it; absent if there is none. */
  readonly about?: string;
}

/** The YAML of one thing before and after. */
export interface TextPair {
  readonly name: string;
  /** Absent if it will be new. */
  readonly before?: string;
  /** Absent if it will be gone. */
  readonly after?: string;
}

/** The step that a person can take from a page or a comparison. */
export interface NextStep {
  /** The command in the editor's title. */
  readonly way: "install" | "rollBack";
  /** The address that the command works on. */
  readonly address: string;
}

/** Shows texts that are generated, not stored. */
export interface Pages {
  /** Shows a page; one with the same name is replaced. */
  showMarkdown(page: Page): Promise<void>;
  /** Closes the page with this name, if it is open. */
  close(name: string): Promise<void>;
  /** Notes at the top of a page that it is of the past; the page stays where it is. Nothing happens if it is not open. */
  markPast(name: string): Promise<void>;
  /** The same for all pages about a release, by the address in `about`, once it was changed. */
  markReleasePast(about: string): Promise<void>;
  /** The release that the page in front is about; undefined if no page is in front, or it is not about a release. */
  aboutInFront(): string | undefined;
  /**
   * Shows pairs in one editor, one below the other. An editor with the same title is replaced; any other stays as it is. With
   * `objects`, Go to Definition opens the values that make a line of a text after.
   */
  compare(title: string, pairs: readonly TextPair[], next?: NextStep, objects?: ObjectsOf): Promise<void>;
}

/** Files of this machine. Paths are those of the operating system. */
export interface Files {
  /** The text of a file; undefined if it does not exist or cannot be read. */
  read(path: string): Promise<string | undefined>;
  kind(path: string): Promise<"file" | "folder" | undefined>;
  /** The path of an address, if it is on this machine. */
  pathOf(uri: string): string | undefined;
  /** The address of an absolute path on this machine. */
  addressOf(path: string): string;
  /**
   * A path that a setting names: unchanged if it is absolute, otherwise relative to the workspace folder of the file with the
   * address `beside`, or else to the first workspace folder.
   */
  resolve(path: string, beside?: string): string;
  /** A path for display: relative to the workspace folder, with the name of the folder if there are several. */
  shown(path: string): string;
  /**
   * Saves an open document, and asks where to if it is new. Returns its address from then on; undefined if it could not be
   * written, or the question was dismissed.
   */
  save(uri: string): Promise<string | undefined>;
  /** Those of these addresses that have unsaved changes. */
  unsaved(uris: readonly string[]): readonly string[];
  /** The paths of the kubeconfig files: the setting, otherwise the variable KUBECONFIG, otherwise the file in the home folder. */
  kubeconfigPaths(): readonly string[];
  /** The cluster that this machine runs in, if it is in a pod with a service account. */
  inCluster(): Promise<OwnCluster | undefined>;
  /** The SHA-256 of a text, in hexadecimal digits: to compare later what must not be kept. */
  digest(text: string): string;
}

/** The cluster that this machine runs in. */
export interface OwnCluster {
  readonly server: string;
}

/** The archive of a chart that this extension stores for itself. */
export interface ChartArchive {
  readonly path: string;
  /** SHA-256 of the archive, in hexadecimal digits. */
  readonly digest: string;
  /** Set if it was packed of a folder: its digest is then of no archive that a person has. */
  readonly isPacked?: true;
}

/** A chart that was fetched from a registry, a repository or an address, and is stored. */
export interface FetchedChart extends KeptChart {
  /** The name in its `Chart.yaml`. */
  readonly name: string;
}

/** Stores archives of charts by their digests, where only this user can write. Old ones are removed. */
export interface ChartArchives {
  /** Lets `fetch` put one archive into an empty folder, and stores it. Rejects with a readable message. */
  keep(fetch: (folder: string) => Promise<void>): Promise<ChartArchive>;
  /** Copies an archive of this machine into a folder. */
  copy(file: string, folder: string): Promise<void>;
  /** Rewrites the archives in a folder, so that the same chart is always the same bytes, with the same digest. */
  writeSameBytes(folder: string): Promise<void>;
  /** Rejects with a readable message if the target of a link in a folder is outside of it and the repository around it. */
  refuseLinksOut(folder: string): Promise<void>;
  /** True if the archive still has its digest. */
  isIntact(archive: ChartArchive): Promise<boolean>;
  /** Remembers reference and version of a fetched archive, for all windows. An address with a password in it is not remembered. */
  remember(chart: Omit<FetchedChart, "path">): Promise<void>;
  /** The remembered charts whose archives are still there, the latest first. */
  fetched(): Promise<readonly FetchedChart[]>;
}

/** A text from the network. */
export interface Download {
  readonly text: string;
  /** The address that answered, after all redirects. */
  readonly from: string;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string;
}

/** Fetches texts from the network, and only for a command that the person has run. */
export interface Downloads {
  /**
   * The text at an http or https address. Rejects with a readable message, also if a redirect goes from a protected address to
   * an unprotected one.
   */
  text(url: string, signal?: AbortSignal): Promise<Download>;
}

export interface Memory {
  recall(key: string): string | undefined;
  remember(key: string, value: string): Promise<void>;
}

export interface InstallationSettings {
  /** Chart reference: an `oci://` address, a folder, an archive, or `repository/name`. Empty: ask. */
  readonly chart: string;
  readonly chartVersion: string;
  readonly plainHttp: boolean;
  readonly releaseName: string;
  readonly namespace: string;
  /** The kubeconfig that every call names. Empty: what the programs find by themselves. */
  readonly kubeconfig: string;
  readonly wait: boolean;
  readonly rollbackOnFailure: boolean;
  /** As Helm writes durations, such as `5m0s`. */
  readonly timeout: string;
  /** Globs of the contexts in which a person has to type the name of what a command changes. */
  readonly protectedContexts: readonly string[];
  /** Address or folder with the manager's manifest and its default resource. Empty: ask. */
  readonly managerReleaseUrl: string;
  /** SHA-256 that the manager's manifest must have, in hexadecimal digits. Empty: any. */
  readonly managerManifestDigest: string;
}

/** Everything that commands may touch beyond the editor. */
export interface InstallationPorts {
  readonly programs: ProcessRunner;
  readonly progress: Progress;
  readonly dialogs: Dialogs;
  readonly pages: Pages;
  readonly files: Files;
  readonly downloads: Downloads;
  readonly charts: ChartArchives;
  readonly memory: Memory;
  installationSettings(): InstallationSettings;
  /** Waits for `ms` milliseconds; ends early, without an error, if `signal` is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}
