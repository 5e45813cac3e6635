import {
  type Disposable,
  DocumentLink,
  EventEmitter,
  languages,
  type TextDocument,
  Uri,
  workspace,
} from "vscode";
import type { EffectiveValuesLink, EffectiveValuesParams } from "../../server/lsp/protocol.ts";
import { type EffectiveView, effectiveAddress, effectiveViewAt } from "../effective-values-address.ts";
import { messageOf } from "../error-message.ts";
import { fileName } from "../file-name.ts";
import type { LanguageServer } from "../ports.ts";
import { rangeOf } from "./editor-range.ts";
import { goToOriginUri } from "./go-to-origin.ts";
import type { SavedFiles } from "./saved-files.ts";

/** The scheme of the read-only documents that hold effective values. */
const EFFECTIVE_SCHEME = "cap-operator-effective";

/** The address of the document for a view. */
export function effectiveUri(view: EffectiveView): Uri {
  return Uri.from({ scheme: EFFECTIVE_SCHEME, ...effectiveAddress(view) });
}

/** The documents with effective values; they are shown as long as this lives. */
export interface EffectiveValuesDocuments extends Disposable {
  /** Asks again for every document that is open. */
  refresh(): void;
}

interface Shown {
  readonly text: string;
  readonly links: readonly EffectiveValuesLink[];
}

/** Provides those documents, and the links in them, from what the server knows. */
export function createEffectiveValuesDocuments(
  server: LanguageServer,
  saved: SavedFiles,
): EffectiveValuesDocuments {
  const changed = new EventEmitter<Uri>();
  const shown = new Map<string, Shown>();

  const ask = async (uri: Uri): Promise<Shown> => {
    const view = effectiveViewAt(uri.query);
    if (view === undefined) return { text: "# This address names no effective values.\n", links: [] };
    try {
      const { text, plain, problem, links } = await server.effectiveValues(asSaved(view.of));
      const comparable = view.form === "plain" && problem === undefined;
      return comparable ? { text: plain, links: [] } : { text, links };
    } catch (error) {
      // The document stays and follows: once the cause is gone, the values are there again.
      return { text: `# There are no effective values at the moment. ${messageOf(error)}\n`, links: [] };
    }
  };

  const asSaved = (of: EffectiveValuesParams) => ("uri" in of ? { uri: saved.now(of.uri) } : of);

  const disposables = [
    changed,
    workspace.registerTextDocumentContentProvider(EFFECTIVE_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const answer = await ask(uri);
        shown.set(uri.toString(), answer);
        return answer.text;
      },
    }),
    languages.registerDocumentLinkProvider(
      { scheme: EFFECTIVE_SCHEME },
      {
        provideDocumentLinks(document) {
          const answer = shown.get(document.uri.toString());
          return answer && isText(document, answer.text) ? answer.links.map(linkTo) : [];
        },
      },
    ),
    workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri.toString())),
  ];

  return {
    refresh() {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === EFFECTIVE_SCHEME) changed.fire(uri);
    },
    dispose() {
      for (const disposable of disposables) disposable.dispose();
    },
  };
}

/** Whether a document holds this very text: an answer may have come that the editor does not show yet. */
function isText(document: TextDocument, text: string): boolean {
  return document.getText().replaceAll("\r\n", "\n") === text;
}

function linkTo({ range, uri, target }: EffectiveValuesLink): DocumentLink {
  const link = new DocumentLink(rangeOf(range), goToOriginUri(uri, target));
  link.tooltip = `Go to ${fileName(uri)}, line ${target.start.line + 1}`;
  return link;
}
