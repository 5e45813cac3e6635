// A fake of the module `vscode`, which exists only in an editor, with the parts that adapters use. `with-vscode.ts` puts it in
// place. Tests read its records, and fire the editor's events themselves.
import { matchesGlob } from "node:path";
import { setImmediate } from "node:timers/promises";
import type * as vscode from "vscode";
import { URI, Utils } from "vscode-uri";

// The editor's class has this function of its own.
Object.assign(URI, { joinPath: Utils.joinPath });

export { URI as Uri };

/** Undoes a registration. */
export class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => {
      for (const disposable of all) disposable.dispose();
    });
  }
}

/** Calls its listeners. */
export class EventEmitter<T> {
  readonly #listeners = new Set<(event: T) => void>();

  readonly event = (listener: (event: T) => void): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };

  fire(event: T): void {
    for (const listener of this.#listeners) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

/** Imports of `settings.ts`, `editor.ts`, `dialogs.ts` and `typing.ts` that no test uses. */
export const [IndentAction, TextDocumentSaveReason] = [{}, {}];
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 } as const;
export const [env, ViewColumn, ProgressLocation, QuickPickItemKind] = [{}, {}, {}, {}];
/** The providers that are registered, by what they provide. */
const providing =
  <T>(what: string) =>
  (_selector: unknown, provider: T) =>
    registered<unknown>(editor.providers, what, provider);
export const languages = {
  match: ({ pattern }: { readonly pattern: string }, { uri }: Pick<vscode.TextDocument, "uri">) =>
    matchesGlob(uri.path, pattern) ? 10 : 0,
  registerCodeLensProvider: providing<vscode.CodeLensProvider>("lenses"),
  registerDocumentLinkProvider: providing<vscode.DocumentLinkProvider>("links"),
  registerCodeActionsProvider: providing<vscode.CodeActionProvider>("actions"),
  registerDefinitionProvider: providing<vscode.DefinitionProvider>("definitions"),
  registerDocumentPasteEditProvider: providing<vscode.DocumentPasteEditProvider>("pasting"),
  registerHoverProvider: providing<vscode.HoverProvider>("hovers"),
};

/** The kind of an action or of a paste: words with dots. */
class Kind {
  static readonly Empty = new Kind("");
  static readonly Text = new Kind("text");
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  append(part: string): Kind {
    return new Kind(this.value === "" ? part : `${this.value}.${part}`);
  }
}

export { Kind as CodeActionKind, Kind as DocumentDropOrPasteEditKind };

/** The values that a class of the editor is made of, in their order. */
class Made {
  readonly made: readonly unknown[];

  constructor(...made: readonly unknown[]) {
    this.made = made;
  }
}

/** The arguments from which such a value was made. */
export function madeOf<Values>(value: unknown): Values {
  return (value as Made).made as Values;
}
export {
  Made as CodeAction,
  Made as CodeLens,
  Made as DocumentPasteEdit,
  Made as Hover,
  Made as Location,
  Made as SnippetTextEdit,
};

export class Range extends Made {}
export {
  Range as Selection,
  Range as TabInputText,
  Range as TabInputTextDiff,
  Range as OverviewRulerLane,
  Range as DocumentLink,
};

export class Position extends Made {}

/** A text without tab stops. */
export class SnippetString {
  value = "";

  appendText(text: string): this {
    this.value += text;
    return this;
  }
}

export class WorkspaceEdit {
  readonly replaced: (readonly [uri: string, text: string])[] = [];
  /** The edits of each file. */
  readonly edits = new Map<string, readonly unknown[]>();

  set(uri: URI, edits: readonly unknown[]): void {
    this.edits.set(uri.toString(), edits);
  }

  replace(uri: URI, _range: unknown, text: string): void {
    this.replaced.push([uri.toString(), text]);
  }
}

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };

/** The values of the editor, where 0 means none. */
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;

export class TreeItem {
  readonly label: string;
  collapsibleState: number;

  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

/** A document that is open. */
export interface OpenDocument {
  readonly uri: URI;
  readonly isUntitled: boolean;
  isDirty: boolean;
  save(): Promise<boolean>;
}

type Tab = Pick<vscode.Tab, "label">;

/** The state of the editor, for tests. */
export const editor = {
  /** Commands that were executed, with their arguments. */
  executed: [] as unknown[][],
  contentProviders: new Map<string, vscode.TextDocumentContentProvider>(),
  treeProviders: new Map<string, vscode.TreeDataProvider<unknown>>(),
  viewShown: new EventEmitter<{ readonly visible: boolean }>(),
  /** The items of the status bar that are shown. */
  statusItems: new Map<string, { readonly text: string; readonly tooltip: string }>(),
  mcpProviders: new Map<string, unknown>(),
  providers: new Map<string, unknown>(),
  documentChanged: new EventEmitter<unknown>(),
  isTrusted: true,
  trusted: new EventEmitter<void>(),
  /** The number of progress messages that are shown. */
  progresses: 0,
  tabs: [] as Tab[],
  activeTab: undefined as Tab | undefined,
  folders: [] as string[],
  documents: [] as OpenDocument[],
  /** The address under which a new document is saved. */
  savedAs: undefined as string | undefined,
  settings: new Map<string, unknown>(),
  tabsChanged: new EventEmitter<undefined>(),
  documentClosed: new EventEmitter<Pick<OpenDocument, "uri">>(),
  saveBegins: new EventEmitter<{ document: unknown }>(),
  saved: new EventEmitter<unknown>(),
  settingsChanged: new EventEmitter<{ affectsConfiguration(section: string): boolean }>(),
  /** The folders that are watched, with what reports that it came or went. */
  watched: new Map<string, EventEmitter<void>>(),
};

const INITIAL = { ...editor };

/** An editor in which nothing has happened yet. */
export function resetEditor(): void {
  Object.assign(editor, INITIAL, {
    executed: [],
    contentProviders: new Map(),
    treeProviders: new Map(),
    viewShown: new EventEmitter(),
    statusItems: new Map(),
    mcpProviders: new Map(),
    providers: new Map(),
    documentChanged: new EventEmitter(),
    trusted: new EventEmitter(),
    tabs: [],
    folders: [],
    documents: [],
    settings: new Map(),
    tabsChanged: new EventEmitter(),
    documentClosed: new EventEmitter(),
    saveBegins: new EventEmitter(),
    saved: new EventEmitter(),
    settingsChanged: new EventEmitter(),
    watched: new Map(),
  });
}

/** Lets everything happen that is not waiting for something. */
export function settled(): Promise<void> {
  return setImmediate();
}

function registered<T>(all: Map<string, T>, name: string, provider: T): Disposable {
  all.set(name, provider);
  return new Disposable(() => all.delete(name));
}

export const commands = {
  async executeCommand(...command: unknown[]): Promise<void> {
    editor.executed.push(command);
  },
};

export class TabInputCustom {
  readonly uri: unknown;
  readonly viewType: string;

  constructor(uri: unknown, viewType: string) {
    this.uri = uri;
    this.viewType = viewType;
  }
}

export const StatusBarAlignment = { Left: 1, Right: 2 };

export const window = {
  visibleTextEditors: [],
  onDidChangeVisibleTextEditors: () => new Disposable(() => undefined),
  createTextEditorDecorationType: () => new Disposable(() => undefined),
  createTreeView(view: string, { treeDataProvider }: vscode.TreeViewOptions<unknown>) {
    const { dispose } = registered(editor.treeProviders, view, treeDataProvider);
    return { visible: false, onDidChangeVisibility: editor.viewShown.event, dispose };
  },
  createStatusBarItem(id: string) {
    const item = {
      text: "",
      tooltip: "",
      show: () => editor.statusItems.set(id, item),
      hide: () => editor.statusItems.delete(id),
      dispose: () => editor.statusItems.delete(id),
    };
    return item;
  },
  async withProgress(_options: unknown, task: () => Promise<void>): Promise<void> {
    editor.progresses += 1;
    await task();
    editor.progresses -= 1;
  },
  async showWarningMessage(message: string): Promise<undefined> {
    editor.executed.push(["warned", message]);
  },
  createTerminal: () => ({
    show: () => undefined,
    sendText: (text: string, isRun = true) => editor.executed.push(["typed", text, isRun]),
  }),
  tabGroups: {
    get all() {
      return [{ tabs: editor.tabs }];
    },
    get activeTabGroup() {
      return { activeTab: editor.activeTab };
    },
    onDidChangeTabs: (listener: () => void) => editor.tabsChanged.event(listener),
    onDidChangeTabGroups: (listener: () => void) => editor.tabsChanged.event(listener),
    async close(tabs: readonly Tab[]): Promise<void> {
      editor.tabs = editor.tabs.filter((tab) => !tabs.includes(tab));
    },
  },
};

export class RelativePattern {
  readonly folder: string;

  constructor(folder: URI) {
    this.folder = folder.path;
  }
}

const folderOf = (uri: string) => ({ uri: URI.parse(uri) });

export const workspace = {
  get isTrusted() {
    return editor.isTrusted;
  },
  createFileSystemWatcher({ folder }: RelativePattern) {
    const changed = new EventEmitter<void>();
    const { dispose } = registered(editor.watched, folder, changed);
    return { onDidCreate: changed.event, onDidDelete: changed.event, onDidChange: changed.event, dispose };
  },
  onDidChangeWorkspaceFolders: () => new Disposable(() => undefined),
  onDidGrantWorkspaceTrust: (listener: () => void) => editor.trusted.event(listener),
  registerTextDocumentContentProvider: (scheme: string, provider: vscode.TextDocumentContentProvider) =>
    registered(editor.contentProviders, scheme, provider),
  onDidCloseTextDocument: (listener: (closed: Pick<OpenDocument, "uri">) => void) =>
    editor.documentClosed.event(listener),
  onDidChangeTextDocument: (listener: (event: unknown) => void) => editor.documentChanged.event(listener),
  onDidChangeConfiguration: (listener: (event: { affectsConfiguration(section: string): boolean }) => void) =>
    editor.settingsChanged.event(listener),
  get workspaceFolders() {
    return editor.folders.length === 0 ? undefined : editor.folders.map(folderOf);
  },
  getWorkspaceFolder(uri: URI) {
    const found = editor.folders.find((folder) => uri.toString().startsWith(`${folder}/`));
    return found === undefined ? undefined : folderOf(found);
  },
  get textDocuments() {
    return editor.documents;
  },
  save: async () => (editor.savedAs === undefined ? undefined : URI.parse(editor.savedAs)),
  async openTextDocument(uri: URI): Promise<{ uri: URI }> {
    editor.executed.push(["opened", uri.toString()]);
    return { uri };
  },
  onWillSaveTextDocument: (listener: (event: { document: unknown }) => void) =>
    editor.saveBegins.event(listener),
  onDidSaveTextDocument: (listener: (document: unknown) => void) => editor.saved.event(listener),
  getConfiguration(section?: string, scope?: URI | null) {
    const full = (name: string) => (section === undefined ? name : `${section}.${name}`);
    /** The value of a folder, stored under its address and the name. */
    const ofFolder = (name: string) => editor.settings.get(`${scope?.toString()} ${full(name)}`);
    return {
      get: (name: string, otherwise: unknown) =>
        ofFolder(name) ?? editor.settings.get(full(name)) ?? otherwise,
      inspect: (name: string) => ({
        defaultValue: "a default",
        globalValue: editor.settings.get(full(name)),
        workspaceFolderValue: ofFolder(name),
      }),
    };
  },
};

export class MarkdownString {
  value: string;

  constructor(value = "") {
    this.value = value;
  }

  appendText(text: string): this {
    this.value += text;
    return this;
  }
}

/** A server that an editor since 1.101 can start. */
export class McpStdioServerDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];

  constructor(label: string, command: string, args: readonly string[]) {
    this.label = label;
    this.command = command;
    this.args = args;
  }
}

export const lm = {
  registerMcpServerDefinitionProvider: (id: string, provider: unknown) =>
    registered(editor.mcpProviders, id, provider),
};
