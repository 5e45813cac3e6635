import { randomBytes } from "node:crypto";
import {
  commands,
  Disposable,
  type ExtensionContext,
  Uri,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import { documentationHtml } from "../documentation-html.ts";
import { fileName } from "../file-name.ts";

/** The scheme of the addresses that lead to a place in the documentation: `cap-operator-docs:/rules.md#unknown-key`. */
const DOCS_SCHEME = "cap-operator-docs";

/** The command that links in hovers run, because the editor does not follow an address of our own there. */
export const OPEN_DOCUMENTATION = "_capOperator.openDocumentation";

/** What precedes the page in such an address. */
export const DOCUMENTATION_URL = `${DOCS_SCHEME}:/`;

/** Shows pages of the documentation rendered, at the place that an address names. */
export function registerDocumentation({ extensionUri }: ExtensionContext): Disposable {
  const folder = Uri.joinPath(extensionUri, "docs");
  return Disposable.from(
    commands.registerCommand(OPEN_DOCUMENTATION, (page: string, fragment: string) =>
      commands.executeCommand("vscode.open", Uri.from({ scheme: DOCS_SCHEME, path: `/${page}`, fragment })),
    ),
    window.registerCustomEditorProvider(
      "capOperator.documentation",
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        // Only the last part, so that no address leads out of the folder.
        resolveCustomEditor: ({ uri }, panel) =>
          show(panel, Uri.joinPath(folder, fileName(uri.path)), uri.fragment),
      },
      { webviewOptions: { enableFindWidget: true } },
    ),
  );
}

async function show({ webview }: WebviewPanel, file: Uri, anchor: string): Promise<void> {
  webview.options = { enableScripts: true, localResourceRoots: [] };
  const text = new TextDecoder().decode(await workspace.fs.readFile(file));
  const body = await commands.executeCommand<string>("markdown.api.render", text);
  webview.html = documentationHtml({ body, anchor, nonce: randomBytes(16).toString("hex") });
}
