import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Position,
  Range,
  SelectionRange,
  TextEdit,
} from "vscode-languageserver-types";
import { type AnchorPlace, definition, rename, renameRange } from "./features/anchors.ts";
import { codeActions } from "./features/code-actions.ts";
import { codeLenses } from "./features/code-lens.ts";
import { type CompletionAbilities, completion, resolveCompletion } from "./features/completion.ts";
import { defaultsDocument, missingDefaults } from "./features/defaults.ts";
import { valueDefinition } from "./features/definition-values.ts";
import { diagnostics } from "./features/diagnostics.ts";
import {
  type EffectiveDocument,
  type EffectiveForm,
  effectiveDocument,
  effectiveOrigin,
} from "./features/effective-document.ts";
import { type EntryProblem, entryProblems } from "./features/entry-problems.ts";
import { fileStatusActions } from "./features/file-status-actions.ts";
import { fixAll } from "./features/fix-all.ts";
import { folding } from "./features/folding.ts";
import { effectiveHover, hover } from "./features/hover.ts";
import { inlayHints } from "./features/inlay-hints.ts";
import { selectionRanges } from "./features/selection-ranges.ts";
import { type SetValues, setValues, type ValueToSet } from "./features/set-values.ts";
import { type SnippetOffer, snippetOffers } from "./features/snippets.ts";
import { symbols } from "./features/symbols.ts";
import { type ValueOrigin, valueOrigins } from "./features/value-origins.ts";
import { type ValuesFacts, valuesFacts } from "./features/values-facts.ts";
import type { ChartKeys } from "./ownership/chart-keys.ts";
import { chartKeysOf } from "./schema/chart-keys.ts";
import type { ClusterNames } from "./schema/cluster-names.ts";
import { type DocsAddresses, docsIn } from "./schema/docs-anchor.ts";
import { Schemas } from "./schema/schemas.ts";
import { readSnippets } from "./schema/snippet-catalog.ts";
import type { Analysis } from "./semantics/analysis.ts";
import type { ValuePlace } from "./semantics/origin-text.ts";
import { releaseValues, type StackProblem } from "./semantics/release-values.ts";
import { Semantics } from "./semantics/semantics.ts";
import type { Settings } from "./settings.ts";
import { NO_SOURCES, type ReleaseStack } from "./values/release-stack.ts";
import type { DocumentKind, Path } from "./yaml/tree.ts";

export type { CompletionAbilities } from "./features/completion.ts";
export { SEVERITIES } from "./features/diagnostics.ts";
export type { EffectiveDocument } from "./features/effective-document.ts";
export type { EntryProblem } from "./features/entry-problems.ts";
export { FIX_ALL_KIND } from "./features/fix-all.ts";
export type { SnippetOffer } from "./features/snippets.ts";
export { isAnchorName } from "./values/helm-syntax.ts";

/** What the engine is made from: data that the build produces, read by whoever starts the engine. */
export interface Sources {
  /** The built, self-contained schemas. */
  readonly schemas: Readonly<Record<DocumentKind, object>>;
  /** The snippet files of `snippets/`, in VS Code's format, by document kind. */
  readonly snippets: Readonly<Record<DocumentKind, object>>;
  /** Address of the folder with the documentation, with a slash at the end. */
  readonly docsUrl: string;
}

/** The engine: plain functions from an analysis to what an editor shows. */
export interface LanguageService {
  /** The keys of the chart's values, by which a file of ours is told from those of other products. */
  chartKeys(): ChartKeys;
  /** What can be written at a position. */
  completion(analysis: Analysis, position: Position, abilities: CompletionAbilities): CompletionItem[];
  /** Adds the documentation to an item of `completion`. */
  resolveCompletion(item: CompletionItem): CompletionItem;
  /** What the schema says of the key or value at a position. */
  hover(analysis: Analysis, position: Position): Hover | null;
  /** Only what counts in the place of the value at a position, where that is something else. */
  effectiveHover(analysis: Analysis, position: Position): Hover | null;
  /** What is wrong in a text; what is found at one of the offsets `typedAt`, where somebody is typing, is a hint at most. */
  diagnostics(analysis: Analysis, typedAt?: readonly number[]): Promise<Diagnostic[]>;
  /**
   * The ways to mend what is wrong in a range, then those to have it ignored. Each is tried out first, which takes time in a long
   * file: before each, `mayGoOn` lets other work through, and ends it all by `false`.
   */
  codeActions(
    analysis: Analysis,
    range: Range,
    diagnostics: readonly Diagnostic[],
    mayGoOn?: () => Promise<boolean>,
  ): Promise<CodeAction[]>;
  /** Says in a file that is likely ours that it is, or that it is not. */
  fileStatusActions(analysis: Analysis): CodeAction[];
  /** One action with every fix that is safe without asking; `null` when there is nothing to mend. */
  fixAll(analysis: Analysis): Promise<CodeAction | null>;
  /** The outline. */
  symbols(analysis: Analysis): DocumentSymbol[];
  /** What can be folded. */
  folding(analysis: Analysis): FoldingRange[];
  /** What selections grow to. */
  selectionRanges(analysis: Analysis, positions: readonly Position[]): SelectionRange[];
  /** The anchor of the alias at a position. */
  definition(analysis: Analysis, position: Position): AnchorPlace | null;
  /** Where a value leads in other places of its release: to what overrides it, else to what it overrides. */
  valueDefinition(analysis: Analysis, position: Position): ValuePlace[];
  /** What applies to keys that a range leaves out or empty, as the settings want it shown. */
  inlayHints(analysis: Analysis, range: Range): InlayHint[];
  /** What can be done with a file, of that which `commands` of the client can do. */
  codeLenses(analysis: Analysis, commands: readonly string[]): CodeLens[];
  /** What the operator will run with; without a stack, the chart's defaults. `remarks` are sentences that stand above it. */
  effectiveDocument(
    stack: ReleaseStack | undefined,
    form: EffectiveForm,
    remarks?: readonly string[],
  ): EffectiveDocument;
  /** All about the origin of the value in a line of that text, as Markdown. */
  effectiveOrigin(
    stack: ReleaseStack | undefined,
    form: EffectiveForm,
    line: number,
    remarks?: readonly string[],
  ): string | undefined;
  /** What of a stack cannot be read, and what Helm refuses. */
  stackProblems(stack: ReleaseStack): readonly StackProblem[];
  /** What is wrong with what the entries of a stack set. */
  entryProblems(stack: ReleaseStack): Promise<readonly EntryProblem[]>;
  /** What a stack says about the cluster; without one, what the chart's defaults say. */
  valuesFacts(stack?: ReleaseStack): ValuesFacts;
  /** Where the values of a stack at paths come from. */
  valueOrigins(stack: ReleaseStack, paths: readonly Path[]): readonly ValueOrigin[];
  /** The name of an anchor or alias that can be renamed at a position. */
  renameRange(analysis: Analysis, position: Position): Range | null;
  /** The edits that rename an anchor and its aliases. */
  rename(analysis: Analysis, position: Position, newName: string): TextEdit[] | undefined;
  /** The snippets that can be inserted, those that fit the position first; `editorIndent` counts where a text shows none. */
  snippets(analysis: Analysis, position: Position, editorIndent?: number): SnippetOffer[];
  /** The documented defaults as a text. */
  defaultsDocument(kind: DocumentKind, options: { readonly comments: boolean }): string;
  /** The edits that add every default a text does not set. */
  missingDefaults(analysis: Analysis): TextEdit[];
  /** The edits that set values, or why they cannot be set. */
  setValues(analysis: Analysis, values: readonly ValueToSet[]): SetValues;
}

/** The functions that need no schema. */
export const SCHEMALESS = {
  symbols,
  folding,
  selectionRanges,
  definition,
  fileStatusActions,
  renameRange,
  rename,
  setValues,
} satisfies Partial<LanguageService>;

/**
 * Makes an engine. `settings` is asked at each call, so that a change of settings needs no restart; so are the names that
 * are known to exist in clusters. `docs` leads to the documentation where the client does not open its files.
 */
export function createLanguageService(
  sources: Sources,
  settings: () => Settings,
  names: () => readonly ClusterNames[] = () => [],
  docs: DocsAddresses = docsIn(sources.docsUrl),
): LanguageService {
  const schemas = new Schemas(sources.schemas, docs);
  let keys: ChartKeys | undefined;
  const snippets = {
    values: readSnippets(sources.snippets.values),
    operator: readSnippets(sources.snippets.operator),
  };
  const known = new WeakMap<Analysis, Semantics>();
  const semanticsOf = (analysis: Analysis) => {
    const semantics = known.get(analysis) ?? new Semantics(analysis, schemas);
    known.set(analysis, semantics);
    return semantics;
  };
  const valuesOf = (stack: ReleaseStack = NO_SOURCES) => releaseValues(stack, schemas.model("values"));
  const snippetsAt = (analysis: Analysis, position: Position) => {
    const kind = analysis.rootAt(analysis.text.offsetAt(position))?.kind;
    return kind ? snippets[kind] : [];
  };
  return {
    chartKeys: () => {
      keys ??= chartKeysOf(schemas.model("values"));
      return keys;
    },
    completion: (analysis, position, abilities) => {
      const offered = settings().completion.snippets ? snippetsAt(analysis, position) : [];
      return completion(semanticsOf(analysis), { snippets: offered, names: names() }, abilities, position);
    },
    resolveCompletion: (item) => resolveCompletion(item, schemas),
    hover: (analysis, position) => hover(semanticsOf(analysis), position),
    effectiveHover: (analysis, position) => effectiveHover(semanticsOf(analysis), position),
    diagnostics: (analysis, typedAt) => diagnostics(semanticsOf(analysis), settings(), typedAt),
    codeActions: (analysis, range, known, mayGoOn) =>
      codeActions(semanticsOf(analysis), settings(), range, known, mayGoOn),
    fixAll: (analysis) => fixAll(semanticsOf(analysis), settings()),
    valueDefinition: (analysis, position) => valueDefinition(semanticsOf(analysis), position),
    inlayHints: (analysis, range) => inlayHints(semanticsOf(analysis), settings().inlayHints, range),
    codeLenses: (analysis, commands) => (settings().codeLens ? codeLenses(analysis, commands) : []),
    effectiveDocument: (stack, form, remarks) => effectiveDocument(valuesOf(stack), form, remarks),
    effectiveOrigin: (stack, form, line, remarks) => effectiveOrigin(valuesOf(stack), form, line, remarks),
    stackProblems: (stack) => valuesOf(stack).problems,
    entryProblems: (stack) => entryProblems(valuesOf(stack), schemas, settings()),
    valuesFacts: (stack) => valuesFacts(valuesOf(stack)),
    valueOrigins: (stack, paths) => valueOrigins(valuesOf(stack), paths),
    ...SCHEMALESS,
    snippets: (analysis, position, editorIndent) =>
      snippetOffers(analysis, snippetsAt(analysis, position), position, editorIndent),
    defaultsDocument: (kind, options) => defaultsDocument(schemas, kind, options),
    missingDefaults: (analysis) => missingDefaults(semanticsOf(analysis)),
  };
}
