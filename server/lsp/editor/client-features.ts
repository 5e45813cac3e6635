import type { InitializeParams } from "vscode-languageserver";
import { absent, isTable } from "../../workspace/files/setting-types.ts";
import type { DocumentationAccess, InitializationOptions } from "../protocol.ts";

/** The abilities of the connected client, reduced to the questions this server asks. */
export interface ClientFeatures {
  readonly pullDiagnostics: boolean;
  readonly refreshDiagnostics: boolean;
  readonly refreshInlayHints: boolean;
  readonly refreshCodeLenses: boolean;
  readonly relatedInformation: boolean;
  /** The client shows a link to the explanation of a diagnostic. */
  readonly codeDescription: boolean;
  /** The client answers `workspace/configuration`. */
  readonly configuration: boolean;
  readonly registerConfigurationChange: boolean;
  readonly registerWatchedFiles: boolean;
  /** The client can watch a path relative to a given folder. */
  readonly relativeWatchPatterns: boolean;
  readonly registerFormatting: boolean;
  /** The client can be asked for further documents, and for diagnostics and completion in them. */
  readonly registerDocuments: boolean;
  readonly workspaceFolders: boolean;
  readonly snippets: boolean;
  /** The client's command that opens the list of completions. */
  readonly suggestCommand: string | undefined;
  /** The client's command that shows a file that was made of the values in a document. */
  readonly extractedCommand: string | undefined;
  /** The client reports when the user has stopped typing at the place of the last change. */
  readonly saysWhenTypingEnds: boolean;
  /** The client's commands that code lenses may run. */
  readonly commands: readonly string[];
  /** The client's address and command of the documentation. */
  readonly documentation: DocumentationAccess | undefined;
  /** The client shows problems with release entries in its settings. */
  readonly entryProblems: boolean;
  /** The major version of the Helm that the client found last. */
  readonly helmMajor: unknown;
  /** The path of Helm that is set for the machine; empty if none is. */
  readonly helmPath: string;
  readonly insertTextModes: readonly number[];
  /** The client shows more than the label in each row of the list of completions. */
  readonly labelDetails: boolean;
  readonly markdownInCompletion: boolean;
  readonly markdownInHover: boolean;
  readonly hierarchicalSymbols: boolean;
  readonly codeActionLiterals: boolean;
  /** The client makes edits that the server sends, and runs commands of the server. */
  readonly applyEdit: boolean;
  /** The client makes and deletes files in an edit. */
  readonly fileOperations: boolean;
  /** The client shows an action that cannot be chosen, with the reason. */
  readonly disabledActions: boolean;
  readonly definitionLinks: boolean;
  readonly foldingLimit: number | undefined;
  /** The charts that the client declares that it keeps. */
  readonly keptCharts: unknown;
  /** False until the client reports that the workspace is trusted. */
  readonly trusted: boolean;
  /** True if the client reads files that the server cannot read itself. */
  readonly readsFiles: boolean;
  /** True if the client shows files of chart archives. */
  readonly chartFiles: boolean;
}

/** Reads a client's capabilities, here and nowhere else; whatever it does not mention, it cannot do. */
export function clientFeatures(params: Partial<InitializeParams>): ClientFeatures {
  const { textDocument, workspace } = params.capabilities ?? {};
  const options: InitializationOptions = isTable(params.initializationOptions)
    ? params.initializationOptions
    : {};
  const item = textDocument?.completion?.completionItem;
  const foldingLimit: unknown = textDocument?.foldingRange?.rangeLimit;
  return {
    pullDiagnostics: !absent(textDocument?.diagnostic),
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshInlayHints: workspace?.inlayHint?.refreshSupport === true,
    refreshCodeLenses: workspace?.codeLens?.refreshSupport === true,
    relatedInformation:
      textDocument?.diagnostic?.relatedInformation === true ||
      textDocument?.publishDiagnostics?.relatedInformation === true,
    codeDescription:
      textDocument?.diagnostic?.codeDescriptionSupport === true ||
      textDocument?.publishDiagnostics?.codeDescriptionSupport === true,
    configuration: workspace?.configuration === true,
    registerConfigurationChange: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    registerWatchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    relativeWatchPatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    registerFormatting: textDocument?.formatting?.dynamicRegistration === true,
    registerDocuments: [
      textDocument?.synchronization,
      textDocument?.completion,
      textDocument?.diagnostic ?? { dynamicRegistration: true },
    ].every((one) => one?.dynamicRegistration === true),
    workspaceFolders: workspace?.workspaceFolders === true,
    snippets: item?.snippetSupport === true,
    suggestCommand: typeof options.suggestCommand === "string" ? options.suggestCommand : undefined,
    extractedCommand: typeof options.extractedCommand === "string" ? options.extractedCommand : undefined,
    saysWhenTypingEnds: options.saysWhenTypingEnds === true,
    commands: listIn(options.commands).filter((command) => typeof command === "string"),
    documentation: documentationAccess(options.documentation),
    entryProblems: options.entryProblems === true,
    helmMajor: options.helmMajor,
    helmPath: typeof options.helmPath === "string" ? options.helmPath : "",
    keptCharts: options.keptCharts,
    trusted: options.trusted !== false,
    readsFiles: options.readsFiles === true,
    chartFiles: options.showsChartFiles === true,
    insertTextModes: listIn(item?.insertTextModeSupport?.valueSet),
    labelDetails: item?.labelDetailsSupport === true,
    markdownInCompletion: listIn(item?.documentationFormat).includes("markdown"),
    markdownInHover: listIn(textDocument?.hover?.contentFormat).includes("markdown"),
    hierarchicalSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    codeActionLiterals: !absent(textDocument?.codeAction?.codeActionLiteralSupport),
    applyEdit: workspace?.applyEdit === true && !absent(workspace.executeCommand),
    fileOperations:
      workspace?.workspaceEdit?.documentChanges === true &&
      ["create", "delete"].every((one) =>
        listIn(workspace.workspaceEdit?.resourceOperations).some((kind) => kind === one),
      ),
    disabledActions: textDocument?.codeAction?.disabledSupport === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    foldingLimit: typeof foldingLimit === "number" && foldingLimit >= 0 ? foldingLimit : undefined,
  };
}

/** Returns a list as it was sent, and an empty one in place of anything else. */
function listIn<T>(sent: readonly T[] | undefined): readonly T[] {
  return Array.isArray(sent) ? sent : [];
}

function documentationAccess(given: unknown): DocumentationAccess | undefined {
  if (!isTable(given) || typeof given.url !== "string" || typeof given.command !== "string") return undefined;
  return { url: given.url, command: given.command };
}
