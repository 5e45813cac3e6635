import type { Connection } from "vscode-languageserver";
import { isTable } from "../../workspace/files/setting-types.ts";
import { errorText } from "../../workspace/files/unforeseen-error.ts";
import { readSettings } from "../../workspace/settings/settings.ts";
import type { Log } from "../connection/log.ts";
import type { ClientFeatures } from "./client-features.ts";

const SECTION = "capOperator";
/** A client that does not answer must not hold up diagnostics; its settings then apply once they arrive. */
const PATIENCE_MS = 1000;

/** The one place that knows the client's settings: asks for them, is notified of changes, and notifies others. */
export class Configuration {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #asks: boolean;
  readonly #initial: unknown;
  readonly #folders: () => readonly string[];
  #onChange: () => void = () => undefined;
  #current: unknown;
  /** The settings of each open folder, if there are several. */
  #inFolders: ReadonlyMap<string, unknown> = new Map();
  #said = new Set<string>();
  #ready: Promise<void> = Promise.resolve();
  #request = 0;
  /** The request whose answer is used; answers may overtake each other. */
  #answered = 0;

  /** Applies the settings that came with `initialize`. */
  constructor(
    connection: Connection,
    log: Log,
    features: ClientFeatures,
    options: unknown,
    folders: () => readonly string[],
  ) {
    this.#folders = folders;
    this.#connection = connection;
    this.#log = log;
    this.#asks = features.configuration;
    this.#initial = ownSection(options);
    this.#accept(this.#initial);
  }

  /**
   * The settings of the client, for an open folder if they differ there, as they were sent; a client with defaults of its own sends only what
   * differs from them.
   */
  of(folder?: string): unknown {
    return (folder !== undefined && this.#inFolders.get(folder)) || this.#current;
  }

  /** Settles when the client's settings are known, or when its time to send them has run out. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Reports changes from now on, and asks the client for its settings if possible. Comes after `initialized`, as the protocol demands. */
  start(onChange: () => void): void {
    this.#onChange = onChange;
    if (!this.#asks) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    this.#ready = Promise.race([this.#ask(), patience]).finally(() => clearTimeout(timer));
  }

  /** Applies a change that the client announces; its payload is used where the client cannot be asked. */
  async changed(payload: unknown): Promise<void> {
    if (this.#asks) await this.#ask();
    else this.#accept(ownSection(payload));
  }

  /** Other folders are open, which may have settings of their own. */
  async foldersChanged(): Promise<void> {
    if (this.#asks) await this.#ask();
  }

  async #ask(): Promise<void> {
    const request = ++this.#request;
    const all = this.#folders();
    // A folder that is open alone is the workspace.
    const folders = all.length > 1 ? all : [];
    try {
      const [answer, ...own]: unknown[] = await this.#connection.workspace.getConfiguration([
        { section: SECTION },
        ...folders.map((scopeUri) => ({ scopeUri, section: SECTION })),
      ]);
      if (request < this.#answered) return;
      this.#answered = request;
      this.#inFolders = new Map(folders.map((folder, index) => [folder, own[index]]));
      this.#accept(answer ?? this.#initial);
    } catch (error) {
      this.#log.warn(`The settings could not be read, so they stay as they are: ${errorText(error)}`);
    }
  }

  #accept(raw: unknown): void {
    const sent = [raw, ...this.#inFolders.values()];
    const problems = new Set(sent.flatMap((one) => readSettings(one).problems.map(({ message }) => message)));
    for (const problem of problems) {
      if (!this.#said.has(problem)) this.#log.warn(problem);
    }
    this.#said = problems;
    this.#current = raw;
    this.#onChange();
  }
}

/** A payload is either our section itself or an object that holds it under its name. */
function ownSection(payload: unknown): unknown {
  if (!isTable(payload)) return payload;
  return payload[SECTION] === undefined ? payload : payload[SECTION];
}
