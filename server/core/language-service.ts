import * as l10n from "@vscode/l10n";
import type { CompletionItem, Position, Range } from "vscode-languageserver-types";
import type { ReadChart } from "./chart/chart.ts";
import { withAnchor } from "./features/anchor-hover.ts";
import { anchorReferences, definition, rename, renameRange } from "./features/anchors.ts";
import { codeActions } from "./features/code-actions.ts";
import { codeLenses } from "./features/code-lens.ts";
import { commentItems, reportedCodes } from "./features/comment-completion.ts";
import { type CompletionAbilities, completion, resolveCompletion } from "./features/completion.ts";
import { defaultsDocument, missingDefaults } from "./features/defaults.ts";
import { defaultsDefinition, valueDefinition } from "./features/definition-values.ts";
import { diagnostics } from "./features/diagnostics.ts";
import { effectiveData } from "./features/effective-data.ts";
import {
  type ComparedSide,
  type EffectiveForm,
  effectiveDocument,
  effectiveOrigin,
} from "./features/effective-document.ts";
import { entryKeys } from "./features/entry-keys.ts";
import { entryProblems, rejectedEntries } from "./features/entry-problems.ts";
import { fileStatusActions } from "./features/file-status-actions.ts";
import { fixAll, fixable, fixableRules } from "./features/fix-all.ts";
import { fixesFound } from "./features/fixes-found.ts";
import { folding } from "./features/folding.ts";
import { effectiveHover, hover } from "./features/hover.ts";
import { inlayHints } from "./features/inlay-hints.ts";
import { keyAt } from "./features/key-at.ts";
import {
  absentKey,
  explainInAll,
  explainKey,
  keyNames,
  publishedSince,
  searchKeys,
} from "./features/keys.ts";
import { moveKey, repairingMoves } from "./features/move-key.ts";
import { ObjectProblems } from "./features/object-problems.ts";
import { pasted } from "./features/paste.ts";
import { references } from "./features/references.ts";
import { selectionRanges } from "./features/selection-ranges.ts";
import { setValues } from "./features/set-values.ts";
import { snippetOffers } from "./features/snippets.ts";
import { symbols } from "./features/symbols.ts";
import { trials } from "./features/trials.ts";
import { type CheckEntries, upgradeValues } from "./features/upgrade-values.ts";
import { valueOrigins } from "./features/value-origins.ts";
import { valuesFacts } from "./features/values-facts.ts";
import { type InstalledRelease, valuesFile } from "./features/values-file.ts";
import { isOperatorChart } from "./ownership/operator-chart.ts";
import { type DocsAddresses, docsIn } from "./schema/docs-anchor.ts";
import { Knowledge, type KnowledgeSources } from "./schema/knowledge.ts";
import { findChart, knownCharts, type OtherChart } from "./schema/known-charts.ts";
import { takingNulls } from "./schema/nulls.ts";
import type { ClusterNames } from "./schema/offers.ts";
import type { ResourceDefinition } from "./schema/resource/resource-definition.ts";
import { keyCount } from "./schema/schema-chart.ts";
import { snippetsOfAll } from "./schema/snippet-catalog.ts";
import type { Analysis } from "./semantics/analysis.ts";
import { ChartsInUse } from "./semantics/charts-in-use.ts";
import { describedDefaults } from "./semantics/effective-rows.ts";
import { type ReleaseValues, releaseValues } from "./semantics/release-values.ts";
import { Semantics } from "./semantics/semantics.ts";
import type { Settings, SettingsFor } from "./settings.ts";
import type { HelmComplaint } from "./values/helm-verdict.ts";
import { NO_SOURCES, type ReleaseStack } from "./values/release-stack.ts";
import { readPath } from "./yaml/key-path.ts";
import { memo } from "./yaml/memo.ts";
import type { DocumentKind, Path } from "./yaml/tree.ts";

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
export type { ComparedSide, EffectiveDocument } from "./features/effective-document.ts";
export type { EntryProblem } from "./features/entry-problems.ts";
export { FIX_ALL_KIND } from "./features/fix-all.ts";
export type { FixesFound, FoundFix } from "./features/fixes-found.ts";
export type { ExplainedKey, FoundKey } from "./features/keys.ts";
export type { ObjectProblem } from "./features/object-problems.ts";
export type { SnippetOffer } from "./features/snippets.ts";
export type { KeyTrials, Trial } from "./features/trials.ts";
export type { ValuesUpgrade } from "./features/upgrade-values.ts";
export type { ValuesFile } from "./features/values-file.ts";

/** The data from which the engine is made: the build produces them, and the host that starts the engine reads them. */
export interface Sources extends KnowledgeSources {
  /** The snippet files of `snippets/`, in VS Code's format, by document kind. */
  readonly snippets: Readonly<Record<DocumentKind, object>>;
  /** Address of the folder with the documentation, with a slash at the end. */
  readonly docsUrl: string;
  /** The JSON Schema of the file with the settings of a project; without it, nothing is known of that. */
  readonly project?: object;
  /** The JSON Schema of objects by kind; without it, no objections of the API server are found. */
  readonly objects?: object;
}

/** The engine: plain functions from an analysis to the answers for an editor; each is described at the feature of that name. */
export type LanguageService = ReturnType<typeof createLanguageService>;

/**
 * Makes an engine. `settings` is asked at each call, so that a change of settings needs no restart; so are the names that
 * are known to exist in clusters, and the known definitions of the operator resource. `docs` has the addresses of the documentation for a client
 * that does not open its files.
 */
export function createLanguageService(
  sources: Sources,
  settings: SettingsFor,
  names: () => readonly ClusterNames[] = () => [],
  docs: DocsAddresses = docsIn(sources.docsUrl),
  definitions: () => readonly ResourceDefinition[] = () => [],
) {
  const knowledge = new Knowledge(sources, docs, definitions);
  const charts = new ChartsInUse(knowledge);
  const snippetsOf = memo((known: Knowledge) =>
    snippetsOfAll({ ...sources.snippets, published: known.publishedSnippets }, known.charts),
  );
  const semanticsOf = memo((analysis: Analysis) => new Semantics(analysis, charts));
  const valuesOf = (stack: ReleaseStack = NO_SOURCES) => releaseValues(stack, charts.schemasOf(stack));
  /** The values on one side of a comparison; `undefined` if its chart is not known, or not the operator's. */
  const valuesOnSide = ({ stack, isDefaults, chart }: ComparedSide): ReleaseValues | undefined => {
    const shown = isDefaults ? charts.withoutSources(stack) : stack;
    if (chart === undefined) return valuesOf(shown);
    const found = findChart(knowledge, chart);
    return found && releaseValues(shown, found.schemas);
  };
  const snippetsAt = (analysis: Analysis, position: Position) => {
    const kind = analysis.rootFor(analysis.text.offsetAt(position))?.kind;
    if (kind === undefined) return [];
    const { vocabulary } = semanticsOf(analysis).schemas.chart;
    return snippetsOf(knowledge)[kind === "operator" ? kind : vocabulary];
  };
  const settingsOf = ({ files }: ReleaseStack) =>
    settings(files.find(({ isOfChart, uri }) => !isOfChart && uri !== undefined)?.uri);
  /** A feature that asks what is at a place. */
  const withSemantics =
    <A extends unknown[], R>(feature: (semantics: Semantics, ...rest: A) => R) =>
    (analysis: Analysis, ...rest: A): R =>
      feature(semanticsOf(analysis), ...rest);
  /** A feature that asks the rules, with the severities of the settings. */
  const withRules =
    <A extends unknown[], R>(feature: (semantics: Semantics, settings: Settings, ...rest: A) => R) =>
    (analysis: Analysis, ...rest: A): R =>
      feature(semanticsOf(analysis), settings(analysis.text.uri), ...rest);
  /** A feature about the values of a release; without one, about the chart's defaults. */
  const ofRelease =
    <A extends unknown[], R>(feature: (release: ReleaseValues, ...rest: A) => R) =>
    (stack: ReleaseStack | undefined, ...rest: A): R =>
      feature(valuesOf(stack), ...rest);
  /** A sentence about the chart whose defaults the values of a stack contain; a fault of a named chart is a problem of the stack. */
  const whoseDefaults = (stack: ReleaseStack = NO_SOURCES): string | undefined => {
    const { candidates: [shown] = [], name } = charts.schemasOf(stack).chart;
    if (shown) return l10n.t("The chart is not decided. The defaults are those of {0}.", shown.chart.name);
    const { explanation, doubt } = charts.chosenFor(stack);
    if (doubt?.kind === "unusable") return undefined;
    const whose = l10n.t("The defaults are those of {0}.", name);
    return doubt ? whose : `${whose} ${explanation}`;
  };
  /** The schemas of a version, or of the chart of a text. */
  const schemasOfChart = (subject: string | Analysis) => {
    if (typeof subject !== "string") return charts.schemasFor(subject);
    const isKnown = knowledge.charts.versions.includes(subject) || subject === "";
    return isKnown ? knowledge.schemasOfVersion(subject) : undefined;
  };
  const chartOfStack = (stack: ReleaseStack) => {
    const { vocabulary, reason, explanation, atHand, doubt } = charts.chosenFor(stack);
    const schemas = charts.schemasOf(stack);
    const { name } = schemas.chart;
    const isDecided = vocabulary !== "undecided";
    return { name, isDecided, reason, explanation, keys: keyCount(schemas), atHand, ...(doubt && { doubt }) };
  };
  return {
    /** The keys of the operator's charts, which distinguish their values from those of other products. */
    chartKeys: () => knowledge.chartKeys,
    /** True for a chart of the operator, by the components and keys that its values declare. */
    isOperatorChart: (chart: ReadChart) => isOperatorChart(chart, knowledge.chartKeys),
    /** The chart that a file with values is for, or those that it may be for, and why; `undefined` if it has no values. */
    chartOf: ({ stack }: Pick<Analysis, "stack">) => {
      const chart = stack && chartOfStack(stack);
      return chart?.name ? chart : undefined;
    },
    /** The charts that are known without their files, the newest first, with the options that name each at the top of a file. */
    knownCharts: () => knownCharts(knowledge),
    /** The codes of the rules that find something, also where comments silence them, those on the line below a position first. */
    codesAt: withRules(reportedCodes),
    /** In a comment, the codes `reported` are offered first. */
    completion: (
      analysis: Analysis,
      position: Position,
      abilities: CompletionAbilities,
      reported: readonly string[] = [],
    ) => {
      if (analysis.lines.beginsWithComment(position.line)) {
        const known = () => knownCharts(knowledge).map(({ modeline }) => modeline);
        const items = commentItems(analysis, analysis.text.offsetAt(position), known, reported);
        if (items) return items;
      }
      const offered = settings(analysis.text.uri).completion.snippets ? snippetsAt(analysis, position) : [];
      return completion(semanticsOf(analysis), { snippets: offered, names: names() }, abilities, position);
    },
    resolveCompletion: (item: CompletionItem) => resolveCompletion(item, knowledge),
    /** The keys that an entry of a release can name, as far as one is written. */
    entryKeys: (stack: ReleaseStack, written: string, range: Range, suggestCommand?: string) => {
      const lead = written.slice(0, Math.max(0, written.lastIndexOf(".")));
      const path = lead === "" ? [] : readPath(lead);
      return path ? entryKeys(charts.schemasOf(stack), { lead, path, range }, suggestCommand) : [];
    },
    keyAt: withSemantics(keyAt),
    hover: (analysis: Analysis, position: Position) => {
      const known = hover(semanticsOf(analysis), position);
      // Most lines have no anchor, no alias and no merge key.
      const { line } = position;
      const end = { line: line + 1, character: 0 };
      const written = analysis.text.getText({ start: { line, character: 0 }, end });
      return /[&*]|<</.test(written) ? withAnchor(analysis, position, known) : known;
    },
    effectiveHover: withSemantics(effectiveHover),
    diagnostics: withRules(diagnostics),
    codeActions: withRules(codeActions),
    moveKey: withSemantics(moveKey),
    repairingMoves: withRules(repairingMoves),
    fileStatusActions,
    fixAll: withRules(fixAll),
    fixable: withRules(fixable),
    fixableRules: withRules(fixableRules),
    fixesFound: withRules(fixesFound),
    symbols,
    folding,
    selectionRanges,
    definition,
    valueDefinition: withSemantics(valueDefinition),
    defaultsDefinition: withSemantics(defaultsDefinition),
    references: (analysis: Analysis, position: Position, withDeclaration: boolean) =>
      anchorReferences(analysis, position, withDeclaration) ??
      references(semanticsOf(analysis), position, withDeclaration),
    renameRange,
    rename,
    inlayHints: (analysis: Analysis, range: Range) =>
      inlayHints(semanticsOf(analysis), settings(analysis.text.uri).inlayHints, range),
    codeLenses: (analysis: Analysis, isInCluster?: boolean) =>
      settings(analysis.text.uri).codeLens ? codeLenses(analysis, isInCluster) : [],
    effectiveDocument: (
      stack: ReleaseStack | undefined,
      form: EffectiveForm,
      remarks: readonly string[] = [],
    ) => effectiveDocument(valuesOf(stack), form, { chart: whoseDefaults(stack), others: remarks }),
    effectiveData: ofRelease(effectiveData),
    trials: ofRelease(trials),
    objectProblems: new ObjectProblems(sources.objects ?? {}).problemsIn,
    /** The JSON Schema of a kind of documents for the chart of a stack. */
    jsonSchema: (kind: DocumentKind, stack: ReleaseStack): object => charts.schemasOf(stack).json(kind),
    /** The same for tools that do not know the meaning of a null to Helm. */
    jsonSchemaForOthers: (kind: DocumentKind, stack: ReleaseStack): object => {
      const schema = charts.schemasOf(stack).json(kind);
      // A key that begins with "x-", by convention, only holds an anchor.
      return kind === "values" ? { ...takingNulls(schema), patternProperties: { "^x-": {} } } : schema;
    },
    /** One side of a comparison with another, in which only values differ; `undefined` if its chart is not known, or not the operator's. */
    comparedValues: (side: ComparedSide, beside?: ComparedSide) => {
      const [found, other] = [valuesOnSide(side), beside && valuesOnSide(beside)];
      const described = other && describedDefaults(other);
      return found && effectiveDocument(found, "plain", { others: [], beside: described });
    },
    effectiveOrigin: (
      stack: ReleaseStack | undefined,
      form: EffectiveForm,
      line: number,
      remarks: readonly string[] = [],
    ) => effectiveOrigin(valuesOf(stack), form, line, { chart: whoseDefaults(stack), others: remarks }),
    /** The unreadable parts of a stack, and the refusals of Helm. */
    stackProblems: (stack: ReleaseStack) => valuesOf(stack).problems,
    fatalValues: (stack: ReleaseStack) => valuesOf(stack).fatalValues,
    entryProblems: (stack: ReleaseStack, complaints?: readonly HelmComplaint[]) =>
      entryProblems(valuesOf(stack), charts, settingsOf(stack), complaints),
    rejectedEntries: (stack: ReleaseStack) => rejectedEntries(valuesOf(stack), charts, settingsOf(stack)),
    valuesFacts: (stack?: ReleaseStack) => valuesFacts(valuesOf(stack)),
    valueOrigins: (stack: ReleaseStack, paths: readonly Path[]) => valueOrigins(valuesOf(stack), paths),
    pasted: (analysis: Analysis, position: Position, text: string, editorIndent?: number) => {
      const found = pasted(semanticsOf(analysis), analysis.text.offsetAt(position), text, editorIndent);
      const edit = found && analysis.textEdits([found.edit])?.[0];
      return edit && { ...edit, ...(found.notice !== undefined && { notice: found.notice }) };
    },
    snippets: (analysis: Analysis, position: Position, editorIndent?: number) =>
      snippetOffers(analysis, snippetsAt(analysis, position), position, editorIndent),
    /** The documented defaults: of a published version, or of the specification's chart if that is empty. */
    defaultsDocument: (kind: DocumentKind, options: { readonly comments: boolean }, version = "") =>
      defaultsDocument(knowledge.schemasOfVersion(version), kind, options),
    missingDefaults: withSemantics(missingDefaults),
    /**
     * Explains a key, written as a dotted path, of a published version of the chart, of the specification's chart if the version is empty, or
     * of the chart of a text.
     */
    explainKey: (kind: DocumentKind, key: string, subject: string | Analysis) => {
      const [schemas, path] = [schemasOfChart(subject), readPath(key)];
      return schemas && path && explainKey(schemas, kind, path);
    },
    /** Explains a key of each chart that has or had it: of the newest version of the published chart with it, and of the specification's. */
    explainKeyInAll: (kind: DocumentKind, key: string) => explainInAll(knowledge, kind, key),
    /** The first version of the published chart that has a key of the chart of a stack, with its name there. */
    publishedSince: (stack: ReleaseStack, path: Path) =>
      publishedSince(knowledge, charts.schemasOf(stack), path),
    /** The reason why the chart of a stack lacks a key, as a sentence, if another version of the published chart has it. */
    absentKey: (stack: ReleaseStack, path: Path) => absentKey(charts.schemasOf(stack), path),
    /** The keys of such a chart that fit some words; `undefined` if there is no such version. */
    searchKeys: (kind: DocumentKind, query: string, subject: string | Analysis, most: number) => {
      const schemas = schemasOfChart(subject);
      return schemas && searchKeys(schemas, kind, query, most);
    },
    keyNames: (kind: DocumentKind) => keyNames(knowledge, kind),
    /** The chart that the values of a stack are for, or those that they may be for, and why. */
    chartOfStack,
    /** The changes for the values of a stack with another chart; `undefined` if that is not known, or not the operator's. */
    upgradeValues: (stack: ReleaseStack, other: OtherChart) => {
      const found = findChart(knowledge, other);
      if (!found) return undefined;
      const from = charts.schemasOf(stack);
      const { candidates = [] } = from.chart;
      const check: CheckEntries = (release, choice) => entryProblems(release, choice, settingsOf(stack));
      const renamed = charts.chosenFor(stack).reason === "modeline" ? found.modeline : undefined;
      const both = { from: candidates[0] ?? from, to: found.schemas, modeline: renamed };
      const upgrade = upgradeValues(stack, both, settingsOf(stack), check);
      if (candidates.length === 0) return upgrade;
      const note = { topic: "chart" as const, sentence: whoseDefaults(stack) ?? "" };
      return upgrade.then(({ notes, ...rest }) => ({ ...rest, notes: [...notes, note] }));
    },
    setValues,
    valuesFile: (release: InstalledRelease, chart?: OtherChart) => valuesFile(knowledge, release, chart),
  };
}
