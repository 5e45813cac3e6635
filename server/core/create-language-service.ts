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
import { type ComparedSide, effectiveDocument, effectiveOrigin } from "./features/effective-document.ts";
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
import { type CheckEntries, upgradeValues } from "./features/upgrade-values.ts";
import { valueOrigins } from "./features/value-origins.ts";
import { trials } from "./features/value-trials.ts";
import { valuesFacts } from "./features/values-facts.ts";
import { type InstalledRelease, valuesFile } from "./features/values-file.ts";
import { KINDS } from "./kinds.ts";
import type { LanguageService, Sources } from "./language-service.ts";
import { isOperatorChart } from "./ownership/operator-chart.ts";
import { type DocsAddresses, docsIn } from "./schema/docs-anchor.ts";
import { Knowledge } from "./schema/knowledge.ts";
import { findChart, knownCharts, type OtherChart } from "./schema/known-charts.ts";
import { takingNulls } from "./schema/nulls.ts";
import type { ResourceDefinition } from "./schema/resource/resource-definition.ts";
import { keyCount } from "./schema/schema-chart.ts";
import { type Snippet, snippetsOfAll } from "./schema/snippet-catalog.ts";
import type { Analysis } from "./semantics/analysis.ts";
import { ChartsInUse } from "./semantics/charts-in-use.ts";
import { describedDefaults } from "./semantics/effective-rows.ts";
import { type ReleaseValues, releaseValues } from "./semantics/release-values.ts";
import { Semantics } from "./semantics/semantics.ts";
import type { Settings, SettingsFor } from "./settings.ts";
import type { HelmComplaint } from "./values/helm-verdict.ts";
import { NO_SOURCES, type ReleaseStack } from "./values/release-stack.ts";
import type { DocumentKind } from "./wire/documents.ts";
import type { ClusterNames, EffectiveForm } from "./wire/values.ts";
import { readPath } from "./yaml/key-path.ts";
import { memo } from "./yaml/memo.ts";
import type { Path } from "./yaml/tree.ts";

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
): LanguageService {
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
    const root = analysis.rootFor(analysis.text.offsetAt(position));
    const document = semanticsOf(analysis).documents.find((each) => each.root === root);
    if (!document) return [];
    const all: Readonly<Record<string, readonly Snippet[]>> = snippetsOf(knowledge);
    return (
      all[document.root.kind.isMerged ? document.schemas.chart.vocabulary : document.root.kind.name] ?? []
    );
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
  /** The schemas of a version, or of what a text is for. */
  const schemasOfChart = (subject: string | Analysis) => {
    if (typeof subject !== "string") return charts.schemasFor(subject);
    const isKnown = knowledge.charts.versions.includes(subject) || subject === "";
    return isKnown ? knowledge.schemasOfVersion(subject) : undefined;
  };
  const chartOfStack = (stack: ReleaseStack) => {
    const { vocabulary, reason, explanation, atHand, doubt, overridden } = charts.chosenFor(stack);
    const schemas = charts.schemasOf(stack);
    const { name } = schemas.chart;
    const isDecided = vocabulary !== "undecided";
    return { name, isDecided, reason, explanation, keys: keyCount(schemas), atHand, doubt, overridden };
  };
  return {
    chartKeys: () => knowledge.chartKeys,
    isOperatorChart: (chart: ReadChart) => isOperatorChart(chart, knowledge.chartKeys),
    chartOf: ({ stack }: Pick<Analysis, "stack">) => {
      const chart = stack && chartOfStack(stack);
      return chart?.name ? chart : undefined;
    },
    knownCharts: () => knownCharts(knowledge),
    codesAt: withRules(reportedCodes),
    completion: (
      analysis: Analysis,
      position: Position,
      abilities: CompletionAbilities,
      reported: readonly string[] = [],
    ) => {
      const isOfOperator = analysis.roots.some(({ kind }) => kind.isOfOperator);
      if (isOfOperator && analysis.lines.beginsWithComment(position.line)) {
        const known = () => knownCharts(knowledge).map(({ modeline }) => modeline);
        const items = commentItems(analysis, analysis.text.offsetAt(position), known, reported);
        if (items) return items;
      }
      const offered = settings(analysis.text.uri).completion.snippets ? snippetsAt(analysis, position) : [];
      return completion(semanticsOf(analysis), { snippets: offered, names: names() }, abilities, position);
    },
    resolveCompletion: (item: CompletionItem) => resolveCompletion(item, knowledge),
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
    jsonSchema: (kind: DocumentKind, stack: ReleaseStack): object => charts.schemasOf(stack).json(kind),
    jsonSchemaForOthers: (kind: DocumentKind, stack: ReleaseStack): object => {
      const schema = charts.schemasOf(stack).json(kind);
      // A key that begins with "x-", by convention, only holds an anchor.
      return KINDS[kind].isMerged ? { ...takingNulls(schema), patternProperties: { "^x-": {} } } : schema;
    },
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
      return edit && { ...edit, notice: found.notice };
    },
    snippets: (analysis: Analysis, position: Position, editorIndent?: number) =>
      snippetOffers(analysis, snippetsAt(analysis, position), position, editorIndent),
    defaultsDocument: (kind: DocumentKind, options: { readonly comments: boolean }, version = "") =>
      defaultsDocument(knowledge.schemasOfVersion(version), kind, options),
    missingDefaults: withSemantics(missingDefaults),
    explainKey: (kind: DocumentKind, key: string, subject: string | Analysis) => {
      const [schemas, path] = [schemasOfChart(subject), readPath(key)];
      return schemas && path && explainKey(schemas, kind, path);
    },
    explainKeyInAll: (kind: DocumentKind, key: string) => explainInAll(knowledge, kind, key),
    publishedSince: (stack: ReleaseStack, path: Path) =>
      publishedSince(knowledge, charts.schemasOf(stack), path),
    absentKey: (stack: ReleaseStack, path: Path) => absentKey(charts.schemasOf(stack), path),
    searchKeys: (kind: DocumentKind, query: string, subject: string | Analysis, most: number) => {
      const schemas = schemasOfChart(subject);
      return schemas && searchKeys(schemas, kind, query, most);
    },
    keyNames: (kind: DocumentKind) => keyNames(knowledge, kind),
    chartOfStack,
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
