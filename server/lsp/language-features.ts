import {
  type CancellationToken,
  type CodeAction,
  type CodeActionKind,
  CodeActionTriggerKind,
  type CompletionParams,
  type DocumentSymbol,
  type Hover,
  type HoverParams,
  MarkupContent,
  type SymbolInformation,
} from "vscode-languageserver";
import { FIX_ALL_KIND } from "../core/language-service.ts";
import { isReported } from "../core/ownership/claims.ts";
import { codeLenses } from "./code-lenses.ts";
import { completion, resolveCompletion } from "./completion.ts";
import { plainMarkup } from "./plain-text.ts";
import type { ProjectFiles } from "./project-files.ts";
import { EFFECTIVE_HOVER_REQUEST } from "./protocol.ts";
import type { Requests } from "./requests.ts";
import type { ServerState } from "./state.ts";

/** Answers the requests that the engine answers. */
export function serveLanguageFeatures(
  { connection, service, features }: ServerState,
  requests: Requests,
  projects: ProjectFiles,
): void {
  const completions = requests.file("Completion", [], (file, params: CompletionParams) =>
    completion(service, features, file, params),
  );
  const inProject = requests.any("Completion", (params: CompletionParams) => projects.completion(params));
  connection.onCompletion((params, token) =>
    (projects.concerns(params.textDocument.uri) ? inProject : completions)(params, token),
  );
  connection.onCompletionResolve(
    requests.any("Completion details", (item) => resolveCompletion(service, features, item)),
  );
  const understood = (hover: Hover | null) =>
    hover === null || features.markdownInHover ? hover : plainHover(hover);
  const hovers = requests.file("Hover", null, ({ analysis }, { position }: HoverParams) =>
    understood(service.hover(analysis, position)),
  );
  const hoversInProject = requests.any("Hover", async (params: HoverParams) =>
    understood(await projects.hover(params)),
  );
  connection.onHover((params, token) =>
    (projects.concerns(params.textDocument.uri) ? hoversInProject : hovers)(params, token),
  );
  connection.onRequest(
    EFFECTIVE_HOVER_REQUEST,
    requests.file("Effective hover", null, ({ analysis }, { position }: HoverParams) =>
      service.effectiveHover(analysis, position),
    ),
  );
  connection.onCodeAction(
    requests.file("Quick fixes", [], async ({ analysis, ownership }, { range, context }, token) => {
      if (!features.codeActionLiterals) return [];
      const { only, triggerKind } = context;
      const wanted = (actions: CodeAction[]) =>
        only === undefined ? actions : actions.filter(({ kind }) => isOneOf(kind, only));
      // A lightbulb that follows the cursor through another product's file would be a nuisance.
      const isAskedFor = triggerKind !== CodeActionTriggerKind.Automatic;
      const toDecide =
        ownership.strength === "likely" && isAskedFor ? service.fileStatusActions(analysis) : [];
      if (!isReported(ownership)) return wanted(toDecide);
      const own = context.diagnostics.filter(({ source }) => source === "cap-operator");
      // Only if asked for by its kind: a lightbulb fixes what is at the cursor.
      const all = only && isOneOf(FIX_ALL_KIND, only) ? await service.fixAll(analysis) : null;
      if (all) return [all];
      const fixes = await service.codeActions(analysis, range, own, () => nextTurn(token));
      return wanted([...fixes, ...toDecide]);
    }),
  );
  connection.onDocumentSymbol(
    requests.file("Outline", [], ({ analysis }): DocumentSymbol[] | SymbolInformation[] => {
      const symbols = service.symbols(analysis);
      return features.hierarchicalSymbols ? symbols : flatSymbols(symbols, analysis.text.uri);
    }),
  );
  connection.languages.inlayHint.on(
    requests.certain("Inlay hints", [], ({ analysis }, { range }) => service.inlayHints(analysis, range)),
  );
  connection.onCodeLens(requests.certain("Code lenses", [], (file) => codeLenses(service, features, file)));
  connection.onFoldingRanges(
    requests.file("Folding", [], ({ analysis }) => {
      const limit = features.foldingLimit;
      return service.folding(analysis).slice(0, limit);
    }),
  );
}

/** Yields so that messages that have arrived, such as a cancellation, are read. Tells whether the request still stands. */
async function nextTurn(token: CancellationToken): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return !token.isCancellationRequested;
}

function plainHover(hover: Hover): Hover {
  return MarkupContent.is(hover.contents) ? { ...hover, contents: plainMarkup(hover.contents) } : hover;
}

function isOneOf(kind: CodeActionKind | undefined, wanted: readonly CodeActionKind[]): boolean {
  return kind !== undefined && wanted.some((one) => one === "" || kind === one || kind.startsWith(`${one}.`));
}

function flatSymbols(symbols: readonly DocumentSymbol[], uri: string): SymbolInformation[] {
  const flat: SymbolInformation[] = [];
  const waiting = symbols.map((symbol) => ({ symbol, container: "" })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { symbol, container } = next;
    const location = { uri, range: symbol.range };
    const information: SymbolInformation = { name: symbol.name, kind: symbol.kind, location };
    flat.push(container === "" ? information : { ...information, containerName: container });
    for (const child of [...(symbol.children ?? [])].reverse()) {
      waiting.push({ symbol: child, container: symbol.name });
    }
  }
  return flat;
}
