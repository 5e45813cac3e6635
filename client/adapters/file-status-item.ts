import {
  commands,
  type Disposable,
  type LanguageStatusItem,
  languages,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import type { DocumentKind, FileStatusChangedParams } from "../../server/lsp/protocol.ts";
import { type FileStatusView, fileStatusView, PENDING_VIEW, UNAVAILABLE_VIEW } from "../file-status-view.ts";
import type { LanguageServer } from "../ports.ts";
import { isYamlDocument, YAML_SELECTOR } from "./yaml-documents.ts";

/** The status item of the active YAML file, and the context key that menus are shown by. */
export interface FileStatusItem extends Disposable {
  /** Takes in what the server says of a file. */
  show(status: FileStatusChangedParams): void;
  /** Asks the server about the active file again. */
  refresh(): Promise<void>;
}

/** The context key that holds what the active file is: `values`, `operator`, or nothing. */
const FILE_KIND_CONTEXT = "capOperator.fileKind";

/** Makes the status item; it follows the active editor, and says each time whether that shows a file of ours. */
export function createFileStatusItem(
  server: LanguageServer,
  showsOurs: (isOurs: boolean) => void,
): FileStatusItem {
  const item = languages.createLanguageStatusItem("capOperator.fileStatus", YAML_SELECTOR);
  item.name = "CAP Operator";
  const followed = [
    window.onDidChangeActiveTextEditor(() => refresh()),
    // A document whose language is set to YAML is opened again in the same editor.
    workspace.onDidOpenTextDocument((document) => {
      if (document === activeYaml()) refresh();
    }),
  ];

  async function setKind(kind: DocumentKind | null): Promise<void> {
    showsOurs(kind !== null);
    await commands.executeCommand("setContext", FILE_KIND_CONTEXT, kind ?? undefined);
  }

  async function refresh(): Promise<void> {
    const document = activeYaml();
    if (document === undefined) return setKind(null);
    present(item, PENDING_VIEW, "capOperator.changeFileStatus");
    item.busy = true;
    try {
      const uri = document.uri.toString();
      show({ uri, ...(await server.fileStatus(uri)) });
    } catch {
      if (activeYaml() !== document) return;
      await setKind(null);
      present(item, UNAVAILABLE_VIEW, "capOperator.showOutput");
    } finally {
      item.busy = false;
    }
  }

  function show(status: FileStatusChangedParams): void {
    if (activeYaml()?.uri.toString() !== status.uri) return;
    setKind(status.kind);
    present(item, fileStatusView(status), "capOperator.changeFileStatus");
  }

  return {
    show,
    refresh,
    dispose() {
      for (const disposable of [...followed, item]) disposable.dispose();
    },
  };
}

function activeYaml(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  return document && isYamlDocument(document) ? document : undefined;
}

function present(item: LanguageStatusItem, view: FileStatusView, command: string): void {
  item.text = view.text;
  item.detail = view.detail;
  item.command = { command, title: view.action };
}
