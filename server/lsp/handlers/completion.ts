import {
  type CompletionItem,
  type CompletionParams,
  CompletionTriggerKind,
  MarkupContent,
  type Position,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { CompletionAbilities, LanguageService } from "../../core/language-service.ts";
import type { OpenFile } from "../../workspace/open-files.ts";
import type { ClientFeatures } from "../client-features.ts";
import { plainMarkup } from "../plain-text.ts";
import type { ProjectFiles } from "../project-files.ts";
import type { EditorLayout } from "../protocol.ts";
import type { ServerState } from "../state.ts";

/** Typing one of these asks for completions: after `key: ` and `- `, in quotes, in flow collections, and in our own comments. */
export const TRIGGER_CHARACTERS = [" ", '"', "'", "{", "[", ",", "="];

/** The largest indentation accepted, in columns. */
const MOST_INDENT = 16;

/** Answers what can be written at a position, in our files and in those with the settings of projects. */
export function serveCompletion(
  { connection, requests, service, features, open }: ServerState,
  projects: ProjectFiles,
): void {
  const inFile = requests.file("Completion", [], (file, params: CompletionParams) =>
    completion(service, features, file, params),
  );
  const inProject = requests.any("Completion", async (params: CompletionParams) => {
    const file = await open(params.textDocument.uri);
    return file ? completion(projects.service, features, file, params) : [];
  });
  connection.onCompletion((params, token) =>
    (projects.concerns(params.textDocument.uri) ? inProject : inFile)(params, token),
  );
  connection.onCompletionResolve(
    requests.any("Completion details", (item) =>
      readable(insertable(service.resolveCompletion(item), features), features),
    ),
  );
}

/** The completions at a position, without what the client cannot insert. */
function completion(
  service: Pick<LanguageService, "completion">,
  features: ClientFeatures,
  { analysis }: OpenFile,
  { context, position, indent }: CompletionParams & EditorLayout,
): CompletionItem[] {
  const typed = context?.triggerKind === CompletionTriggerKind.TriggerCharacter;
  if (typed && !asks(analysis.text, position, context.triggerCharacter)) return [];
  const { snippets, suggestCommand } = features;
  const abilities: CompletionAbilities = {
    snippets,
    ...(suggestCommand !== undefined && { suggestCommand }),
    ...(isIndent(indent) && { indent }),
  };
  return service
    .completion(analysis, position, abilities)
    .map((item) => readable(insertable(item, features), features));
}

/** Whether what a client sent as the indentation of its editor is a plausible number of columns. */
export function isIndent(indent: unknown): indent is number {
  return typeof indent === "number" && Number.isInteger(indent) && indent > 0 && indent <= MOST_INDENT;
}

/**
 * Whether a character that was typed asks for completions. A space in the middle of text does not; one that indents, or follows an
 * indicator, does. In our own comments, options follow spaces and equals signs.
 */
function asks(text: TextDocument, position: Position, character: string | undefined): boolean {
  if (character !== " " && character !== "=") return true;
  const before = text.getText({ start: { line: position.line, character: 0 }, end: position });
  if (/^\s*#\s*cap-operator/.test(before)) return true;
  return character === " " && /(?:^|[:\-,{[])$/.test(before.trimEnd());
}

/** Leaves the insert text mode out if the client does not support it. */
function insertable(item: CompletionItem, features: ClientFeatures): CompletionItem {
  if (item.insertTextMode === undefined || features.insertTextModes.includes(item.insertTextMode))
    return item;
  const { insertTextMode: _left, ...rest } = item;
  return rest;
}

function readable(item: CompletionItem, features: ClientFeatures): CompletionItem {
  const { documentation } = item;
  if (features.markdownInCompletion || !MarkupContent.is(documentation)) return item;
  return { ...item, documentation: plainMarkup(documentation) };
}
