import {
  commands,
  type Disposable,
  type LanguageStatusItem,
  LanguageStatusSeverity,
  languages,
  type TextDocument,
  Uri,
  window,
  workspace,
} from "vscode";
import { FILE_STATUS, type FileStatus, type FileStatusChangedParams } from "../../../server/lsp/protocol.ts";
import type { LanguageServer } from "../../ports/editor.ts";
import { isYamlDocument, yamlSelector } from "../documents/documents.ts";
import { isLeftBySchema } from "../language-client/coexistence.ts";
import { yieldedFor } from "../language-client/yielding.ts";
import {
  type FileStatusLine,
  type FileStatusView,
  fileStatusView,
  furtherLines,
  otherSchemaView,
  pendingView,
  unavailableView,
} from "./file-status-view.ts";

/** The status item of the active YAML file, and the context keys that menus depend on. */
interface FileStatusItem extends Disposable {
  /** Stores the status that the server reports for a file. */
  show(status: FileStatusChangedParams): void;
  /** Asks the server about the active file again. */
  refresh(): Promise<void>;
}

/** The context key with what the active file certainly is: `values`, `operator`, or undefined. */
const FILE_KIND_CONTEXT = "capOperator.fileKind";
/** The context key of an active file that is likely, but not certainly, one of CAP Operator. */
const FILE_LIKELY_CONTEXT = "capOperator.fileLikely";

/** Makes the status item. It follows the active editor, and reports each time whether that shows a file of CAP Operator. */
export function createFileStatusItem(
  server: LanguageServer,
  showsOurs: (isOurs: boolean) => void,
): FileStatusItem {
  const item = languages.createLanguageStatusItem("capOperator.fileStatus", yamlSelector());
  // Not translated: a name
  item.name = "CAP Operator";
  let further: readonly LanguageStatusItem[] = [];
  const followed = [
    window.onDidChangeActiveTextEditor(() => refresh()),
    // Setting the language of a document to YAML opens it again in the same editor.
    workspace.onDidOpenTextDocument((document) => {
      if (document === activeYaml()) refresh();
    }),
  ];

  async function follow(
    status: Pick<FileStatus, "kind" | "strength" | "chart" | "helm" | "embedded">,
  ): Promise<void> {
    const { kind, strength, embedded } = status;
    const isCertain = strength === "certain";
    showsOurs(kind !== null || embedded !== undefined);
    const document = activeYaml();
    const isLeft = isCertain && document && isLeftBySchema(yieldedFor(document));
    const lines = [
      ...(isLeft ? [otherSchemaView()] : []),
      ...furtherLines(status, (uri) => workspace.asRelativePath(Uri.parse(uri))),
    ];
    const items = lines.map((_line, index) => further[index] ?? createFurtherItem(index));
    for (const left of further.slice(lines.length)) left.dispose();
    further = items;
    for (const [index, line] of lines.entries()) {
      const further = items[index];
      if (further) present(further, line);
    }
    await commands.executeCommand("setContext", FILE_KIND_CONTEXT, isCertain ? kind : undefined);
    await commands.executeCommand("setContext", FILE_LIKELY_CONTEXT, strength === "likely");
  }

  async function refresh(): Promise<void> {
    const document = activeYaml();
    if (document === undefined) return follow(NONE);
    present(item, pendingView());
    item.busy = true;
    try {
      const uri = document.uri.toString();
      show({ uri, ...(await server.ask(FILE_STATUS, { uri })) });
    } catch {
      if (activeYaml() !== document) return;
      await follow(NONE);
      present(item, unavailableView());
    } finally {
      item.busy = false;
    }
  }

  function show(status: FileStatusChangedParams): void {
    if (activeYaml()?.uri.toString() !== status.uri) return;
    follow(status);
    present(item, fileStatusView(status));
  }

  return {
    show,
    refresh,
    dispose() {
      for (const disposable of [...followed, item, ...further]) disposable.dispose();
    },
  };
}

/** Nothing is known of a file. */
const NONE = { kind: null, strength: null };

/** An item for a further line, because an item has only one, with one link. The editor sorts them by their identifiers. */
function createFurtherItem(index: number): LanguageStatusItem {
  const item = languages.createLanguageStatusItem(`capOperator.fileStatus.further${index}`, yamlSelector());
  // Not translated: a name
  item.name = "CAP Operator";
  return item;
}

function activeYaml(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  return document && isYamlDocument(document) ? document : undefined;
}

function present(item: LanguageStatusItem, line: FileStatusLine | FileStatusView): void {
  item.text = line.text;
  item.detail = line.detail;
  item.severity = line.isError ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
  item.command =
    "command" in line
      ? { command: line.command, title: line.action, arguments: [...(line.arguments ?? [])] }
      : undefined;
}
