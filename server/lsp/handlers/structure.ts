import {
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  SelectionRangeRequest,
  type SymbolInformation,
} from "vscode-languageserver";
import { standard } from "../connection/requests.ts";
import { DOCUMENT, IN_DOCUMENT, listOf, POSITION, table } from "../protocol/shapes.ts";
import type { ServerState } from "../state/state.ts";

/** Answers how a file is built: its outline, and what can be folded and selected. */
export function serveStructure({ requests, service, features }: ServerState): void {
  requests.structure(
    standard(DocumentSymbolRequest.type, IN_DOCUMENT),
    "Outline",
    [],
    (analysis): DocumentSymbol[] | SymbolInformation[] => {
      const symbols = service.symbols(analysis);
      return features.hierarchicalSymbols ? symbols : flatSymbols(symbols, analysis.text.uri);
    },
  );
  requests.structure(standard(FoldingRangeRequest.type, IN_DOCUMENT), "Folding", [], (analysis) =>
    service.folding(analysis).slice(0, features.foldingLimit),
  );
  requests.structure(
    standard(
      SelectionRangeRequest.type,
      table({ textDocument: DOCUMENT, positions: listOf(POSITION, "a list of positions") }),
    ),
    "Selection",
    [],
    (analysis, { positions }) => service.selectionRanges(analysis, positions),
  );
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
