import type {
  CodeAction,
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
import type { ChartTexts, ReadChart } from "./chart/chart.ts";
import type { definition, rename } from "./features/anchors.ts";
import type { FileLens } from "./features/code-lens.ts";
import type { CompletionAbilities } from "./features/completion.ts";
import type { DefaultsPlace } from "./features/definition-values.ts";
import type { EffectiveDatum } from "./features/effective-data.ts";
import type { ComparedSide } from "./features/effective-document.ts";
import type { EntryProblem } from "./features/entry-problems.ts";
import type { FixableFinding, FixChoice } from "./features/fix-all.ts";
import type { FixesFound } from "./features/fixes-found.ts";
import type { ExplainedKey, FoundKey, KeyOfChart, PublishedSince } from "./features/keys.ts";
import type { ObjectProblem } from "./features/object-problems.ts";
import type { SetValues, ValueToSet } from "./features/set-values.ts";
import type { KeyTrials } from "./features/value-trials.ts";
import type { InstalledRelease } from "./features/values-file.ts";
import type { ChosenChart } from "./ownership/chart-choice.ts";
import type { ChartKeys } from "./ownership/chart-keys.ts";
import type { RenderedObject } from "./rendered/rendered-object.ts";
import type { KnowledgeSources } from "./schema/knowledge.ts";
import type { OtherChart } from "./schema/known-charts.ts";
import type { Analysis } from "./semantics/analysis.ts";
import type { ValuePlace } from "./semantics/origin-text.ts";
import type { StackProblem } from "./semantics/release-values.ts";
import type { HelmComplaint } from "./values/helm-verdict.ts";
import type { ReleaseStack } from "./values/release-stack.ts";
import type { ChartInUse, KnownChart, ValuesUpgrade } from "./wire/charts.ts";
import type { DocumentKind, PasteEdit, SnippetOffer } from "./wire/documents.ts";
import type {
  EffectiveDocument,
  EffectiveForm,
  ValueOrigin,
  ValuesFacts,
  ValuesFile,
} from "./wire/values.ts";
import type { Path } from "./yaml/tree.ts";

export { complaintText } from "./complaint-text.ts";
export type { FileAction } from "./features/code-lens.ts";
export type { CompletionAbilities } from "./features/completion.ts";
export type { DefaultsPlace } from "./features/definition-values.ts";
export { SEVERITIES } from "./features/diagnostics.ts";
export {
  type DatumSource,
  differencesOf,
  type EffectiveDatum,
  type EffectiveDifference,
  valuesOnly,
} from "./features/effective-data.ts";
export type { ComparedSide } from "./features/effective-document.ts";
export type { EntryProblem } from "./features/entry-problems.ts";
export { FIX_ALL_KIND } from "./features/fix-all.ts";
export type { FixesFound, FoundFix } from "./features/fixes-found.ts";
export type { ExplainedKey, FoundKey } from "./features/keys.ts";
export type { ObjectProblem } from "./features/object-problems.ts";
export type { KeyTrials, Trial } from "./features/value-trials.ts";
export type { ValuesUpgrade } from "./wire/charts.ts";
export type { SnippetOffer } from "./wire/documents.ts";
export type { EffectiveDocument, ValuesFile } from "./wire/values.ts";

/** The data from which the engine is made: the build produces them, and the host that starts the engine reads them. */
export interface Sources extends KnowledgeSources {
  /** The snippet files of `snippets/`, in VS Code's format, by document kind. */
  readonly snippets: Readonly<Record<DocumentKind, object>>;
  /** Address of the folder with the documentation, with a slash at the end. */
  readonly docsUrl: string;
  /** The JSON Schema of objects by kind; without it, no objections of the API server are found. */
  readonly objects?: object;
}

/**
 * The engine: plain functions, which know no files and no editor. An `Analysis` is a version of a text, a `ReleaseStack` the values that Helm merges.
 * `createLanguageService` makes it; each function is described further at the feature of that name in `features/`.
 */
export interface LanguageService extends TextService, FixService, ValuesService, ChartService {}

/** Answers about a place in a text, as an editor asks them. */
export interface TextService {
  /** The completions at a position. In a comment, the codes `reported` are offered first. */
  completion(
    analysis: Analysis,
    position: Position,
    abilities: CompletionAbilities,
    reported?: readonly string[],
  ): CompletionItem[];
  /** An item with its documentation, which a client asks for when it shows the item. */
  resolveCompletion(item: CompletionItem): CompletionItem;
  /** The key at a position: its documentation, and the value that takes effect. */
  hover(analysis: Analysis, position: Position): Hover | null;
  /** The hover of a key in the document of effective values. */
  effectiveHover(analysis: Analysis, position: Position): Hover | null;
  /** The path of the key at a position. */
  keyAt(analysis: Analysis, position: Position): Path | undefined;
  /** The outline. */
  symbols(analysis: Analysis): DocumentSymbol[];
  folding(analysis: Analysis): FoldingRange[];
  /** The ranges to which a selection grows, for each position. */
  selectionRanges(analysis: Analysis, positions: readonly Position[]): SelectionRange[];
  /** The anchor of an alias. */
  definition(analysis: Analysis, position: Position): ReturnType<typeof definition>;
  /** The values that override the one at a position, or that it overrides. */
  valueDefinition(analysis: Analysis, position: Position): ValuePlace[];
  /** The place of a key in the document of the defaults. */
  defaultsDefinition(analysis: Analysis, position: Position): DefaultsPlace | undefined;
  /** The places of an anchor with its aliases, or of all values of a key. */
  references(analysis: Analysis, position: Position, withDeclaration: boolean): readonly ValuePlace[];
  /** The name at a position that can be changed: that of an anchor. */
  renameRange(analysis: Analysis, position: Position): Range | null;
  /** Renames an anchor with its aliases, or refuses the name. */
  rename(analysis: Analysis, position: Position, newName: string): ReturnType<typeof rename>;
  /** The values that take effect, beside those that are written. */
  inlayHints(analysis: Analysis, range: Range): InlayHint[];
  /** The actions above a file, unless the settings switch them off. */
  codeLenses(analysis: Analysis, isInCluster?: boolean): FileLens[];
  /** The snippets for the kind of document at a position. */
  snippets(analysis: Analysis, position: Position, editorIndent?: number): SnippetOffer[];
  /** A pasted text as it has to be to mean the same at a position, with a notice for the person. */
  pasted(analysis: Analysis, position: Position, text: string, editorIndent?: number): PasteEdit | undefined;
}

/** The diagnostics of a text, and its changes. Each fix is tried out before it is offered. */
export interface FixService {
  /** The diagnostics with the severities of the settings. Problems at the offsets `typedAt` are hints at most. */
  diagnostics(analysis: Analysis, typedAt?: readonly number[]): Promise<Diagnostic[]>;
  /** The codes that rules report, also where comments silence them, those on the line below a position first. */
  codesAt(analysis: Analysis, position: Position): Promise<string[]>;
  /** The fixes in a range, the best first; none if `mayGoOn` returns `false`, which lets other work run. */
  codeActions(
    analysis: Analysis,
    range: Range,
    diagnostics: readonly Diagnostic[],
    mayGoOn?: () => Promise<boolean>,
  ): Promise<CodeAction[]>;
  /** Moves the key at a position to where the chart has it. */
  moveKey(analysis: Analysis, position: Position): CodeAction[];
  /** Those of these moves that mend an error. */
  repairingMoves(analysis: Analysis, position: Position, known: readonly CodeAction[]): Promise<CodeAction[]>;
  /** The comments by which a person decides what a file is. */
  fileStatusActions(analysis: Analysis): CodeAction[];
  /** One edit with all fixes of a choice, of some rules or of all. */
  fixAll(
    analysis: Analysis,
    choice?: FixChoice,
    rules?: readonly string[],
    parts?: number,
  ): Promise<CodeAction | null>;
  /** The findings that `fixAll` would mend. */
  fixable(analysis: Analysis): Promise<readonly FixableFinding[]>;
  /** The rules with findings in a range that can be fixed, with their number in the text. */
  fixableRules(analysis: Analysis, range: Range): Promise<ReadonlyMap<string, number>>;
  /** Every finding with its fixes. */
  fixesFound(analysis: Analysis): Promise<FixesFound>;
  /** The edits that add every default that the text does not set. */
  missingDefaults(analysis: Analysis): TextEdit[];
  /** The edits that set values in a text, or the reason that they cannot be set. */
  setValues(analysis: Analysis, values: readonly ValueToSet[]): SetValues;
}

/** The values of a release, merged as Helm merges them; of the chart's defaults, for no stack. */
export interface ValuesService {
  /** The effective values as a text. */
  effectiveDocument(
    stack: ReleaseStack | undefined,
    form: EffectiveForm,
    remarks?: readonly string[],
  ): EffectiveDocument;
  /** The origin of the value on a line of that text. */
  effectiveOrigin(
    stack: ReleaseStack | undefined,
    form: EffectiveForm,
    line: number,
    remarks?: readonly string[],
  ): string | undefined;
  /** The effective values as data, with their sources. */
  effectiveData(stack: ReleaseStack | undefined): EffectiveDatum[];
  /** One side of a comparison with another, in which only values differ; `undefined` if its chart is not known, or not the operator's. */
  comparedValues(side: ComparedSide, beside?: ComparedSide): EffectiveDocument | undefined;
  /** The sources of values by their paths. */
  valueOrigins(stack: ReleaseStack, paths: readonly Path[]): readonly ValueOrigin[];
  /** The facts that an installation needs of the values. */
  valuesFacts(stack?: ReleaseStack): ValuesFacts;
  /** The unreadable parts of a stack, and the refusals of Helm. */
  stackProblems(stack: ReleaseStack): readonly StackProblem[];
  /** Those for which Helm stops. */
  fatalValues(stack: ReleaseStack): readonly StackProblem[];
  /** The findings about entries such as those of `--set`, with Helm's complaints. */
  entryProblems(stack: ReleaseStack, complaints?: readonly HelmComplaint[]): Promise<EntryProblem[]>;
  /** The entries that Helm refuses. */
  rejectedEntries(stack: ReleaseStack): EntryProblem[];
  /** The keys that an entry can name, as far as one is written. */
  entryKeys(stack: ReleaseStack, written: string, range: Range, suggestCommand?: string): CompletionItem[];
  /** Other values of a key, by which its effect on the rendered objects is found. */
  trials(stack: ReleaseStack | undefined, path: Path, given?: { readonly value: unknown }): KeyTrials;
  /** The fields of rendered objects that the API server rejects. */
  objectProblems(objects: readonly RenderedObject[], texts?: ChartTexts): Promise<readonly ObjectProblem[]>;
  /** The changes for the values with another chart; `undefined` if that is not known, or not the operator's. */
  upgradeValues(stack: ReleaseStack, other: OtherChart): Promise<ValuesUpgrade> | undefined;
  /** The values of an installed release as a file. */
  valuesFile(release: InstalledRelease, chart?: OtherChart): ValuesFile;
}

/** The charts that are known, and their keys. A version that is empty means the specification's chart. */
export interface ChartService {
  /** The keys of the operator's charts, by which a file is distinguished from those of other products. */
  chartKeys(): ChartKeys;
  /** True for a chart of the operator, by the components and keys that its values declare. */
  isOperatorChart(chart: ReadChart): boolean;
  /** The charts that are known without their files, the newest first, with what names each at the top of a file. */
  knownCharts(): KnownChart[];
  /** The chart that a file with values is for, or those that it may be for, with the reason; `undefined` if it has no values. */
  chartOf(analysis: Pick<Analysis, "stack">): ChartOfStack | undefined;
  /** The same for the values of a stack. */
  chartOfStack(stack: ReleaseStack): ChartOfStack;
  /** The JSON Schema of a kind of documents for the chart of a stack. */
  jsonSchema(kind: DocumentKind, stack: ReleaseStack): object;
  /** The same for tools that do not know how Helm treats a null. */
  jsonSchemaForOthers(kind: DocumentKind, stack: ReleaseStack): object;
  /** The documented defaults of a version. */
  defaultsDocument(kind: DocumentKind, options: { readonly comments: boolean }, version?: string): string;
  /** Explains a key, written as a dotted path, of a version or of the chart of a text. */
  explainKey(kind: DocumentKind, key: string, subject: string | Analysis): ExplainedKey | undefined;
  /** Explains a key of each chart that has or had it: of the newest version of the published chart with it, and of the specification's. */
  explainKeyInAll(kind: DocumentKind, key: string): readonly KeyOfChart[];
  /** The first version of the published chart that has a key of the chart of a stack, with the key's name there. */
  publishedSince(stack: ReleaseStack, path: Path): PublishedSince | undefined;
  /** The reason why the chart of a stack lacks a key, as a sentence, if another version of the published chart has it. */
  absentKey(stack: ReleaseStack, path: Path): string | undefined;
  /** The keys of a version or of the chart of a text that fit some words; `undefined` if there is no such version. */
  searchKeys(
    kind: DocumentKind,
    query: string,
    subject: string | Analysis,
    most: number,
  ): { readonly keys: readonly FoundKey[]; readonly count: number } | undefined;
  /** The names of all keys of the charts that are known. */
  keyNames(kind: DocumentKind): string[];
}

/** A chart for which values are, or may be. */
export interface ChartOfStack extends ChartInUse, Pick<ChosenChart, "atHand"> {}
