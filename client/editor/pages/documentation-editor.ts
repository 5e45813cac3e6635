import {
  commands,
  Disposable,
  type ExtensionContext,
  Uri,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import {
  CONTENTS,
  documentationHtml,
  linkedThroughCommand,
  pageAt,
  RULE_PAGES,
  ruleOfPage,
  rulePageIn,
} from "./documentation-pages.ts";

/** The scheme of the addresses of places in the documentation: `cap-operator-docs:/reference/values.md#image-tag`. */
const DOCS_SCHEME = "cap-operator-docs";

/** The command that links in hovers run, because the editor does not follow an address of our own there. */
export const OPEN_DOCUMENTATION = "_capOperator.openDocumentation";

/** The part of such an address before the page. */
export const DOCUMENTATION_URL = `${DOCS_SCHEME}:/`;

/** Shows pages of the documentation rendered, at the place that an address names. */
export function registerDocumentation({ extensionUri }: ExtensionContext): Disposable {
  const folder = Uri.joinPath(extensionUri, "dist/docs");
  return Disposable.from(
    commands.registerCommand(OPEN_DOCUMENTATION, (page = CONTENTS, fragment = "") =>
      commands.executeCommand("vscode.open", Uri.from({ scheme: DOCS_SCHEME, path: `/${page}`, fragment })),
    ),
    window.registerCustomEditorProvider(
      "capOperator.documentation",
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: ({ uri }, panel) => show(panel, folder, pageAt(uri.path), uri.fragment),
      },
      { webviewOptions: { enableFindWidget: true } },
    ),
  );
}

async function show({ webview }: WebviewPanel, folder: Uri, page: string, anchor: string): Promise<void> {
  webview.options = {
    enableScripts: true,
    localResourceRoots: [],
    enableCommandUris: [OPEN_DOCUMENTATION],
  };
  const rendered = await commands.executeCommand<string>("markdown.api.render", await pageText(folder, page));
  const body = linkedThroughCommand(rendered, page, OPEN_DOCUMENTATION);
  webview.html = documentationHtml({ body, anchor, nonce: crypto.randomUUID().replaceAll("-", "") });
}

async function pageText(folder: Uri, page: string): Promise<string> {
  const code = ruleOfPage(page);
  const file = Uri.joinPath(folder, code === undefined ? page : RULE_PAGES);
  const text = new TextDecoder().decode(await workspace.fs.readFile(file));
  return code === undefined ? text : rulePageIn(text, code);
}
