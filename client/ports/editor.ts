import type {
  CheckedWorkspace,
  EffectiveForm,
  KeptChart,
  Request,
  SnippetOffer,
  TextEdit,
  UpgradeTarget,
  ValuesOf,
} from "../../server/lsp/protocol.ts";
import type { LogLine } from "../texts/log-line.ts";
import type { Achievement } from "./walkthrough.ts";

/** A line and a character in a document, both counted from zero. */
export type Place = SnippetOffer["range"]["start"];

export type Span = SnippetOffer["range"];

/** One line of a pick list. */
export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The heading of the choices with the same one, which follow each other. */
  readonly group?: string;
  readonly value: T;
}

export interface Prompts {
  /** Shows a message with buttons; resolves to the pressed button. */
  info(message: string, ...buttons: string[]): Promise<string | undefined>;
  warn(message: string, ...buttons: string[]): Promise<string | undefined>;
  error(message: string, ...buttons: string[]): Promise<string | undefined>;
  /** Lets the person pick one; resolves to its value, or to undefined if dismissed. */
  pick<T>(choices: readonly Choice<T>[], title: string, placeholder: string): Promise<T | undefined>;
}

/** A document in an editor as it is now. */
export interface ActiveFile {
  readonly uri: string;
  /** The last part of the path, for messages and titles. */
  readonly name: string;
  /** True for YAML that a person edits; false for an old version in a diff, or a text that is only shown. */
  readonly isYaml: boolean;
  /** True if the document only exists in the editor, because it was never saved. */
  readonly isUntitled: boolean;
  readonly version: number;
  readonly text: string;
  readonly cursor: Place;
  /** The path inside the workspace folder, otherwise the whole path with a leading slash. With forward slashes. */
  readonly path: string;
}

/** A file of the workspace, open or not. */
export interface WorkspaceFile {
  readonly uri: string;
  /** In the same form as that of an open file. */
  readonly path: string;
}

/** The name of a command in the manifest of the extension. */
export type CommandId = `capOperator.${string}`;

/**
 * The effective values of a read-only document: for reading, or for comparing; or the defaults of their chart, which they are
 * compared with. What a document for reading shows is not part of it, as that is switched within the same document.
 */
export interface EffectiveView {
  readonly of: ValuesOf;
  readonly form: "annotated" | "plain" | "defaults";
  /** The chart that they are shown with, if not their own. */
  readonly chart?: UpgradeTarget;
  /** The other side of a comparison. */
  readonly beside?: Omit<EffectiveView, "beside">;
}

/** The forms of a document for reading. */
export type ShownForm = Exclude<EffectiveForm, "plain">;

export interface Editor {
  /** The active text editor's file, if there is one. */
  active(): ActiveFile | undefined;
  /** The open file with this address, if it is open. */
  opened(uri: string): ActiveFile | undefined;
  recent(): readonly string[];
  /** The YAML files of the workspace, sorted by path; only some if there are very many. */
  yamlFiles(): Promise<readonly WorkspaceFile[]>;
  /**
   * The possible charts of the workspace, sorted by path: folders with a `Chart.yaml`, and archives. Only some if there are very
   * many.
   */
  charts(): Promise<readonly WorkspaceFile[]>;
  /**
   * Opens a new YAML document with `text`, and with the cursor at its end. It will be saved in the workspace folder as `name`, or
   * under a similar name if that is taken; without a folder, the person chooses the place.
   */
  openUntitled(text: string, name: string): Promise<ActiveFile>;
  /** Inserts a snippet whose body has its final indentation; false if the document is no longer at `version`. */
  insertSnippet(uri: string, version: number, range: Span, body: string): Promise<boolean>;
  /** Applies edits as one undo step; false if the document is no longer at `version`. */
  applyEdits(uri: string, version: number, edits: readonly TextEdit[]): Promise<boolean>;
  /** Shows the default operator resource next to the document. */
  compareWithDefaultResource(uri: string, title: string): Promise<void>;
  /**
   * Shows effective values in a read-only document beside the editor, which follows edits. What of them it shows does not change
   * unless `form` is given.
   */
  showEffectiveValues(of: ValuesOf, form?: ShownForm): Promise<void>;
  /** Shows the objects that Helm renders with values in a read-only document beside the editor, which follows edits. */
  showRenderedObjects(of: ValuesOf): Promise<void>;
  folders(): readonly WorkspaceFile[];
  /** Writes a whole file; if there is one already, only if `mayReplace`. Returns whether it was written. */
  writeFile(uri: string, text: string, mayReplace: () => Promise<boolean>): Promise<boolean>;
  /** Brings a file to the front, at `range` if there is one. */
  openAt(uri: string, range?: Span): Promise<void>;
  /** Shows the documented defaults at `range`, of a published version of the chart or else of that of the specification. */
  showDefaults(range: Span, chart?: string): Promise<void>;
  /** Types a line into a terminal and leaves it to the person to run it. */
  typeInTerminal(line: string): Promise<void>;
  /** Runs a command of this extension as if the person had chosen it. */
  runCommand(id: CommandId, target?: string): Promise<void>;
  /** Applies the code action of a kind at the cursor; the editor shows why there is none. */
  runCodeAction(kind: string): Promise<void>;
  /** Shows the table of contents of the documentation. */
  openDocumentation(): Promise<void>;
  showProblems(): Promise<void>;
  /** Shows effective values, or the defaults of their chart, in the diff editor; both sides follow edits. */
  compareValues(left: EffectiveView, right: EffectiveView, title: string): Promise<void>;
}

export type FileListSetting = "files" | "excludeFiles";

export interface SettingsStore {
  /** Adds a glob to the list for a file: that of its folder if it has one of its own, otherwise of the workspace, otherwise of the user. */
  addGlob(list: FileListSetting, glob: string, uri: string): Promise<void>;
  /** Removes a glob from the list for a file wherever it is set; false if it is not set anywhere. */
  removeGlob(list: FileListSetting, glob: string, uri: string): Promise<boolean>;
  /** The settings of the workspace, as nested objects; neither defaults nor the person's own settings. */
  ofWorkspace(): Readonly<Record<string, unknown>>;
  /** Opens the settings with a search for `query`. */
  show(query: string): Promise<void>;
  /** Opens the settings file that contains a setting, at the first occurrence of the string `entry`. */
  showEntry(name: string, entry: string): Promise<void>;
}

/** The log that a person can open. It takes no text, but lines that are known to have no secrets. */
export interface Output {
  info(line: LogLine): void;
  warn(line: LogLine): void;
  error(line: LogLine): void;
  show(): void;
}

/** Takes the progress of a request, and cancels it. */
export interface Followed {
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The language server, which is started first if needed. Each of its methods rejects with a readable message. */
export interface LanguageServer {
  /** Sends one of the requests of `server/lsp/protocol/`. */
  ask<Params extends object, Answer>(
    request: Request<unknown, Answer, Params>,
    params: NoInfer<Params>,
    followed?: Followed,
  ): Promise<Answer>;
  /** Tells the server which charts are kept, now and whenever it starts again in this window. They replace all before. */
  chartsKept(charts: readonly KeptChart[]): Promise<void>;
  /** Has the files that are not open checked, and their problems shown from then on. `report` takes how far that is. */
  checkWorkspace(report: (message: string) => void, signal: AbortSignal): Promise<CheckedWorkspace>;
  /** Has them removed again. */
  clearWorkspaceCheck(): Promise<void>;
  /** Tells the server the major version of the Helm that runs here, now and whenever it starts again in this workspace. */
  helmFound(major: number): Promise<void>;
  /** Stops the server if it runs, and starts it. */
  restart(): Promise<void>;
}

/** The walkthrough, whose steps are ticked by what was achieved. */
export interface Walkthrough {
  open(): Promise<void>;
  /** Records that the person achieved something; recording it again changes nothing. */
  achieved(what: Achievement): void;
}
