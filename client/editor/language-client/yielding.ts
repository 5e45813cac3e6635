import {
  type Diagnostic,
  extensions,
  type Hover,
  languages,
  type Position,
  type ProviderResult,
  type TextDocument,
  Uri,
  workspace,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { isTerraform } from "../documents/documents.ts";
import { settingOf } from "../settings/setting-types.ts";
import {
  isOnAlias,
  isYieldedDiagnostic,
  type OtherYamlExtension,
  type SharedFeature,
  yieldedFeatures,
} from "./coexistence.ts";

/** The answer of a feature, unless it is left to the other YAML extension for this document. */
function unlessYielded<T>(feature: SharedFeature, document: TextDocument, answer: () => T): T | undefined {
  return yieldedFor(document).has(feature) ? undefined : answer();
}

/** The hover about what overrides a value, which no other extension knows; none if the value itself is effective. */
type EffectiveHover = (document: TextDocument, position: Position) => ProviderResult<Hover>;

/** Called when a document was to be formatted: some of it may be left as it is. */
type LeftAsItIs = (document: TextDocument) => void;

/** Leaves to another YAML extension what it shows for a document. */
export const yieldingMiddleware = (effectiveHover: EffectiveHover, leftAsItIs: LeftAsItIs): Middleware => ({
  provideDocumentSymbols: (document, token, next) =>
    unlessYielded("symbols", document, () => next(document, token)),
  provideFoldingRanges: (document, context, token, next) =>
    unlessYielded("folding", document, () => next(document, context, token)),
  provideSelectionRanges: (document, positions, token, next) =>
    unlessYielded("selectionRanges", document, () => next(document, positions, token)),
  provideDocumentFormattingEdits: (document, options, token, next) =>
    unlessYielded("formatting", document, async () => {
      const edits = await next(document, options, token);
      if (!token.isCancellationRequested) leftAsItIs(document);
      return edits;
    }),
  provideDocumentRangeFormattingEdits: (document, range, options, token, next) =>
    unlessYielded("formatting", document, () => next(document, range, options, token)),
  // On an alias, another YAML extension finds the anchor. Elsewhere the definition is the place that overrides a value, and only
  // this extension knows it.
  provideDefinition: (document, position, token, next) =>
    isOnAlias(document.lineAt(position).text, position.character)
      ? unlessYielded("definition", document, () => next(document, position, token))
      : next(document, position, token),
  prepareRename: (document, position, token, next) =>
    unlessYielded("rename", document, () => next(document, position, token)),
  provideRenameEdits: (document, position, newName, token, next) =>
    unlessYielded("rename", document, () => next(document, position, newName, token)),
  provideHover: (document, position, token, next) =>
    yieldedFor(document).has("hover") ? effectiveHover(document, position) : next(document, position, token),
  provideCompletionItem: (document, position, context, token, next) =>
    unlessYielded("completion", document, () => next(document, position, context, token)),
  handleDiagnostics: (uri, diagnostics, next) => next(uri, withoutYielded(uri, diagnostics)),
  async provideDiagnostics(target, _previousResultId, token, next) {
    // The diagnostics to leave out can change while the document does not, so "as before" would not be an answer.
    const report = await next(target, undefined, token);
    if (report?.kind !== "full") return report;
    return { ...report, items: withoutYielded(target instanceof Uri ? target : target.uri, report.items) };
  },
});

function withoutYielded(uri: Uri, diagnostics: Diagnostic[]): Diagnostic[] {
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document === undefined) return diagnostics;
  const yielded = yieldedFor(document);
  return diagnostics.filter((diagnostic) => !isYieldedDiagnostic(codeOf(diagnostic), yielded));
}

function codeOf({ code }: Diagnostic): string {
  return String(typeof code === "object" ? code.value : code);
}

const EXTENSION_ID = "redhat.vscode-yaml";

/** The features that are currently left to the other YAML extension for a document. */
export function yieldedFor(document: TextDocument): ReadonlySet<SharedFeature> {
  return yieldedFeatures({
    mode: settingOf(workspace.getConfiguration("capOperator"), "coexistence"),
    other: otherExtension(document),
    text: document.getText(),
    matches: (glob) => languages.match({ pattern: glob }, document) > 0,
  });
}

function otherExtension(document: TextDocument): OtherYamlExtension | undefined {
  // Like this extension, it activates with the first YAML document: enabled is as good as active, and waiting for the activation
  // would show everything twice in the first second.
  if (extensions.getExtension(EXTENSION_ID) === undefined || isTerraform(document)) return undefined;
  const yaml = workspace.getConfiguration("yaml", document);
  return {
    validate: yaml.get("validate", true),
    hover: yaml.get("hover", true),
    completion: yaml.get("completion", true),
    format: yaml.get("format.enable", true),
    schemas: yaml.get<Record<string, unknown>>("schemas", {}),
  };
}
