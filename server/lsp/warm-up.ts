import type { LanguageService } from "../core/language-service.ts";
import { Analysis } from "../core/semantics/analysis.ts";
import { parseYaml } from "../core/yaml/reader/parse.ts";
import type { ChartFiles } from "../workspace/chart-files.ts";

/** How often the example is processed: code that runs a few times is compiled. */
const ROUNDS = 10;

/**
 * Prepares what the first file will need, piece by piece, as long as there is nothing else to do: reads the schema and processes
 * an example, so that code and types are known when the client opens a file.
 */
export class WarmUp {
  readonly #pieces: Iterator<unknown>;
  #isOver = false;

  constructor(pieces: Iterable<unknown>) {
    this.#pieces = pieces[Symbol.iterator]();
  }

  /** Starts when the current work is done; messages that arrive between pieces are read first. */
  begin(): void {
    setImmediate(() => {
      if (this.#isOver) return;
      try {
        this.#isOver = this.#pieces.next().done === true;
      } catch {
        // A request that needs the same gets the error as its answer.
        this.#isOver = true;
      }
      if (!this.#isOver) this.begin();
    });
  }

  /** Skips the rest, because there is real work now. */
  end(): void {
    this.#isOver = true;
  }
}

/** The pieces, in the order in which a file needs what they make. */
export function* piecesFor(service: LanguageService, charts: ChartFiles): Generator<void> {
  yield void service.chartKeys();
  // Node starts its threads when a file is first read.
  yield void charts.nearest("file:///values.yaml", undefined).catch(() => undefined);
  const text = service.defaultsDocument("values", { comments: false });
  for (let round = 0; round < ROUNDS; round++) {
    const file = parseYaml(text);
    const roots = file.documents.map((document) => ({
      kind: "values" as const,
      document,
      node: document.root,
    }));
    const analysis = new Analysis("cap-operator-example:/values.yaml", round, file, roots);
    yield;
    // The result is of no interest, and if this fails, so does the first file.
    yield void service.diagnostics(analysis).catch(() => undefined);
    const [word, end] = [analysis.text.positionAt(1), analysis.text.positionAt(text.length)];
    yield void service.hover(analysis, word);
    yield void service.completion(analysis, end, { snippets: true });
    yield void service.inlayHints(analysis, { start: { line: 0, character: 0 }, end });
  }
}
