import { commands, Disposable, EventEmitter, Uri, workspace } from "vscode";
import type { Pages, TextPair, VirtualText } from "../installation-ports.ts";

/** Scheme of texts that exist in the editor only. */
const PAGE_SCHEME = "cap-operator-page";

/** Shows texts that are made, not kept; each is forgotten when its tab is closed. */
export function createPages(): Pages & Disposable {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();

  function keep(folder: string, { name, text }: VirtualText): Uri {
    const uri = Uri.from({ scheme: PAGE_SCHEME, path: `/${folder}/${name}` });
    texts.set(uri.toString(), text);
    changed.fire(uri);
    return uri;
  }

  const sides = ({ name, before, after }: TextPair) => ({
    before: keep("before", { name: `${name}.yaml`, text: before ?? "" }),
    after: keep("after", { name: `${name}.yaml`, text: after ?? "" }),
  });

  const registered = Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(PAGE_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
    }),
    workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );

  return {
    async showMarkdown(page) {
      await commands.executeCommand("markdown.showPreview", keep("page", page));
    },
    async compare(title, pair) {
      const { before, after } = sides(pair);
      await commands.executeCommand("vscode.diff", before, after, title);
    },
    async compareAll(title, pairs) {
      const listed = pairs.map((pair) => {
        const { before, after } = sides(pair);
        return [after, before, after];
      });
      await commands.executeCommand("vscode.changes", title, listed);
    },
    dispose: () => registered.dispose(),
  };
}
