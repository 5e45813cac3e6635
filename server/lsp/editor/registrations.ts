import {
  BulkRegistration,
  CompletionRequest,
  type Connection,
  type DiagnosticOptions,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Disposable,
  DocumentDiagnosticRequest,
  DocumentFormattingRequest,
  type GlobPattern,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { URI } from "vscode-uri";
import { isArchive } from "../../workspace/charts/chart-files.ts";
import { errorText } from "../../workspace/files/unforeseen-error.ts";
import type { Log } from "../connection/log.ts";
import { TERRAFORM_FILES } from "../protocol.ts";
import type { ClientFeatures } from "./client-features.ts";

const SPECIAL = /[*?[\]{}!,\\]/g;

/** The capability for a client that asks for diagnostics. */
export const DIAGNOSTICS: DiagnosticOptions = {
  identifier: "cap-operator",
  interFileDependencies: true,
  workspaceDiagnostics: false,
};

/** Files whose changes matter because of what is open and set. */
type Watched = "files" | "charts" | "projects" | "yaml" | "folders";

/** The capabilities that are registered with a client after `initialized`, if the client supports that. */
export class Registrations {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #features: ClientFeatures;
  #formatting: Promise<Disposable> | undefined;
  readonly #watching = new Map<
    Watched,
    { readonly patterns: string; readonly registration: Promise<Disposable> }
  >();

  constructor(connection: Connection, log: Log, features: ClientFeatures) {
    this.#connection = connection;
    this.#log = log;
    this.#features = features;
  }

  /** Asks for notifications about changed settings and charts, and for files of Terraform in these folders, and offers formatting if that is switched on. */
  start(formatting: boolean, folders: readonly string[]): void {
    const { registerConfigurationChange, registerDocuments, registerWatchedFiles } = this.#features;
    if (registerConfigurationChange) {
      this.#try(
        this.#connection.client.register(DidChangeConfigurationNotification.type, { section: "capOperator" }),
      );
    }
    if (registerWatchedFiles) {
      const watchers = [{ globPattern: "**/Chart.yaml" }];
      this.#try(this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    }
    if (registerDocuments) this.#terraform(["file", ...folders.map((uri) => URI.parse(uri).scheme)]);
    this.formatting(formatting);
  }

  /** Files of Terraform have problems and completion: what else the server offers is for YAML, and is not registered for them. */
  #terraform(schemes: readonly string[]): void {
    const documentSelector = [...new Set(schemes)].map((scheme) => ({ scheme, pattern: TERRAFORM_FILES }));
    const wanted = BulkRegistration.create();
    wanted.add(DidOpenTextDocumentNotification.type, { documentSelector });
    wanted.add(DidCloseTextDocumentNotification.type, { documentSelector });
    const syncKind = TextDocumentSyncKind.Incremental;
    wanted.add(DidChangeTextDocumentNotification.type, { documentSelector, syncKind });
    const triggerCharacters = ['"', "."];
    wanted.add(CompletionRequest.type, { documentSelector, triggerCharacters, resolveProvider: true });
    if (this.#features.pullDiagnostics)
      wanted.add(DocumentDiagnosticRequest.type, { documentSelector, ...DIAGNOSTICS });
    this.#try(this.#connection.client.register(wanted));
  }

  /** Offers formatting, or takes the offer back. */
  formatting(wanted: boolean): void {
    if (!this.#features.registerFormatting || wanted === (this.#formatting !== undefined)) return;
    if (this.#formatting === undefined) {
      this.#formatting = this.#connection.client.register(DocumentFormattingRequest.type, {
        documentSelector: null,
      });
      this.#try(this.#formatting);
    } else {
      this.#try(this.#formatting.then((registration) => registration.dispose()));
      this.#formatting = undefined;
    }
  }

  /** Asks for notifications about changes to these files, and no longer about those it asked for before. */
  files(uris: readonly string[]): void {
    this.#watch(
      "files",
      [...new Set(uris)].sort().map((uri) => this.#pattern(uri)),
    );
  }

  /** The same for files with the settings of projects, which may be there later. */
  projects(uris: readonly string[]): void {
    this.#watch(
      "projects",
      [...uris].sort().map((uri) => this.#pattern(uri)),
    );
  }

  /** The same for all YAML files, as long as they are wanted. */
  allYaml(wanted: boolean): void {
    this.#watch("yaml", wanted ? ["**/*.{yaml,yml}"] : []);
  }

  /** The same for the YAML files that are directly in some folders, or anywhere below others. */
  yamlIn({ alone, deep }: { readonly alone: readonly string[]; readonly deep: readonly string[] }): void {
    const relative = [
      ...alone.map((baseUri) => ({ baseUri, pattern: "*.{yaml,yml}" })),
      ...deep.map((baseUri) => ({ baseUri, pattern: "**/*.{yaml,yml}" })),
    ];
    const isAny = !this.#features.relativeWatchPatterns && relative.length > 0;
    this.#watch("folders", isAny ? ["**/*.{yaml,yml}"] : relative);
  }

  /** Asks for notifications about changes to these archives and to all files in these folders, and no longer about those before. */
  charts(charts: readonly string[]): void {
    const archives = charts.filter(isArchive).map((uri) => this.#pattern(uri));
    const folders = charts.filter((uri) => !isArchive(uri));
    const patterns = this.#features.relativeWatchPatterns
      ? folders.map((baseUri) => ({ baseUri, pattern: "**" }))
      : ["**/values.yaml", "**/values.schema.json", "**/templates/**"];
    this.#watch("charts", [...archives, ...(folders.length === 0 ? [] : patterns)]);
  }

  #watch(what: Watched, patterns: readonly GlobPattern[]): void {
    const known = this.#watching.get(what);
    const wanted = JSON.stringify(patterns);
    if (!this.#features.registerWatchedFiles || wanted === (known?.patterns ?? "[]")) return;
    if (known) this.#try(known.registration.then((registration) => registration.dispose()));
    this.#watching.delete(what);
    if (patterns.length === 0) return;
    const watchers = patterns.map((globPattern) => ({ globPattern }));
    const registration = this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers,
    });
    this.#watching.set(what, { patterns: wanted, registration });
    this.#try(registration);
  }

  /** A pattern for one file. Special characters in its name match any single character. */
  #pattern(uri: string): GlobPattern {
    const { path } = URI.parse(uri);
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1).replace(SPECIAL, "?");
    if (!this.#features.relativeWatchPatterns) return `**/${name}`;
    const folder = URI.parse(uri).with({ path: path.slice(0, slash) || "/" });
    return { baseUri: folder.toString(), pattern: name };
  }

  #try(registration: Promise<unknown>): void {
    registration.catch((error: unknown) => {
      this.#log.warn(`The client refused a registration: ${errorText(error)}`);
    });
  }
}
