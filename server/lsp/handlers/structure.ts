import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver";
import type { ServerState } from "../state.ts";

/** Answers how a file is built: its outline, and what can be folded and selected. */
export function serveStructure({ connection, requests, service, features }: ServerState): void {
  connection.onDocumentSymbol(
    requests.file("Outline", [], ({ analysis }): DocumentSymbol[] | SymbolInformation[] => {
      const symbols = service.symbols(analysis);
      return features.hierarchicalSymbols ? symbols : flatSymbols(symbols, analysis.text.uri);
    }),
  );
  connection.onFoldingRanges(
    requests.file("Folding", [], ({ analysis }) => service.folding(analysis).slice(0, features.foldingLimit)),
  );
  connection.onSelectionRanges(
    requests.file("Selection", [], ({ analysis }, { positions }) =>
      service.selectionRanges(analysis, positions),
    ),
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
