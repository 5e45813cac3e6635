import {
  type CompletionContext,
  type CompletionItem,
  CompletionItemKind,
  CompletionRequest,
  CompletionResolveRequest,
  CompletionTriggerKind,
  MarkupContent,
  MarkupKind,
  type Position,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { CompletionAbilities, LanguageService } from "../../core/language-service.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import { absent, isTable } from "../../workspace/files/setting-types.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { standard } from "../connection/requests.ts";
import type { ClientFeatures } from "../editor/client-features.ts";
import {
  ANYTHING,
  DOCUMENT,
  listOf,
  optional,
  POSITION,
  type Shape,
  shape,
  table,
  text,
  URI_OF_FILE,
} from "../protocol/shapes.ts";
import { VALUES, type ValuesOf } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";
import { plainMarkup } from "../views/plain-text.ts";
import type { OtherValue } from "../views/trace-markdown.ts";
import type { RenderedViews } from "./rendered-objects.ts";

/**
 * Typing one of these asks for completions: after `key: ` and `- `, in quotes, in flow collections, in our own comments, and inside of
 * values, where editors do not ask on their own behind these and in numbers.
 */
export const TRIGGER_CHARACTERS = [..." \"'{[,=-*./0123456789"];

const PARAMETERS = table({
  textDocument: DOCUMENT,
  position: POSITION,
  /** Some clients send `null` where there is none. */
  context: shape<Partial<CompletionContext> | null | undefined>(
    "a context that is an object",
    (sent) => absent(sent) || isTable(sent),
  ),
  indent: ANYTHING,
  rendered: optional(VALUES),
});
type Parameters = NonNullable<(typeof PARAMETERS)["fitting"]>;

/** Whatever else an item has is sent back as it came. */
const ITEM = table({ label: text("an item with a label") }) as Shape<CompletionItem>;

const PART = shape<string | number>("", (sent) => typeof sent === "string" || typeof sent === "number");
const OTHER_VALUE = table({
  rendered: VALUES,
  uri: URI_OF_FILE,
  path: listOf(PART, "a path"),
  value: ANYTHING,
});

/** The largest indentation accepted, in columns. */
export const MOST_INDENT = 16;

/** Answers what can be written at a position. */
export function serveCompletion(
  { requests, service, features, open }: ServerState,
  views: RenderedViews,
): void {
  requests.serve(standard(CompletionRequest.type, PARAMETERS), "Completion", async (params) => {
    const file = await requests.ours(params);
    if (!file) return ofEntries(service, features, await open(params.textDocument.uri), params);
    const { analysis } = file;
    const inComment = analysis.lines.beginsWithComment(params.position.line);
    const reported = inComment ? await service.codesAt(analysis, params.position) : [];
    const items = completion(service, features, file, params, reported);
    const shown = params.rendered ? withValues(items, file, params.position, params.rendered) : items;
    return goesOn(shown) ? { isIncomplete: true, items: shown } : shown;
  });
  requests.serve(standard(CompletionResolveRequest.type, ITEM), "Completion details", async (item, token) => {
    const other = isOtherValue(item.data) ? await views.difference(item.data, token) : undefined;
    const resolved = service.resolveCompletion(item);
    const shown =
      other === undefined
        ? resolved
        : { ...resolved, documentation: { kind: MarkupKind.Markdown, value: other } };
    return readable(insertable(shown, features), features);
  });
}

/**
 * Tells if other values may be offered with each character that is typed: those that begin with a number depend on it. An editor filters texts by itself; asked
 * again, it would keep the list until the answer, and Enter behind a finished text would not end the line.
 */
function goesOn(items: readonly CompletionItem[]): boolean {
  return items.some(
    (item) => item.kind === CompletionItemKind.Value && !isAllowed(item) && /^["']?\d/.test(item.label),
  );
}

/** Adds to allowed values of which key they are, so that what difference one makes can be asked when it is shown. */
function withValues(
  items: readonly CompletionItem[],
  { analysis }: OpenFile,
  position: Position,
  rendered: ValuesOf,
): CompletionItem[] {
  const offset = analysis.text.offsetAt(position);
  const cursor = analysis.rootAt(offset)?.kind.isMerged ? analysis.cursorAt(offset) : undefined;
  return items.map((item) => {
    const [document] = isAllowed(item) && cursor?.kind === "value" ? parseYaml(item.label).documents : [];
    if (!cursor || !document?.root || "items" in document.root || "properties" in document.root) return item;
    const data: OtherValue = {
      rendered,
      uri: analysis.text.uri,
      path: cursor.path,
      value: document.root.value,
    };
    return { ...item, data };
  });
}

/** True if an item is one of a few values that its place accepts. */
function isAllowed({ kind, label }: CompletionItem): boolean {
  return kind === CompletionItemKind.EnumMember || /^(?:true|false)$/.test(label);
}

function isOtherValue(data: unknown): data is OtherValue {
  return OTHER_VALUE.lacks(data) === undefined;
}

/** The keys that an entry of a release in a text can name, at its name. */
function ofEntries(
  service: LanguageService,
  features: ClientFeatures,
  file: OpenFile | undefined,
  { position }: Parameters,
): CompletionItem[] {
  const { analysis, releases = [] } = file ?? {};
  if (analysis === undefined) return [];
  const offset = analysis.text.offsetAt(position);
  for (const stack of releases) {
    const keys = stack.sets.flatMap(({ place }) => place?.key ?? []);
    const key = keys.find((one) => one.offset <= offset && offset <= one.offset + one.length);
    if (key === undefined) continue;
    const written = analysis.file.text.slice(key.offset, offset);
    const range = analysis.range(key.offset, key.offset + key.length);
    return service
      .entryKeys(stack, written, range, features.suggestCommand)
      .map((item) => inRow(item, features));
  }
  return [];
}

/** The completions at a position, without what the client cannot insert. */
function completion(
  service: LanguageService,
  features: ClientFeatures,
  { analysis }: OpenFile,
  { context, position, indent }: Parameters,
  reported: readonly string[],
): CompletionItem[] {
  const { triggerKind = CompletionTriggerKind.Invoked, triggerCharacter } = context ?? {};
  const typed = triggerKind === CompletionTriggerKind.TriggerCharacter;
  if (typed && !asks(analysis.text, position, triggerCharacter)) return [];
  const { snippets, suggestCommand } = features;
  const abilities: CompletionAbilities = {
    snippets,
    suggestCommand,
    ...(isIndent(indent) && { indent }),
    ...(triggerKind !== CompletionTriggerKind.Invoked && { unasked: true }),
  };
  return service
    .completion(analysis, position, abilities, reported)
    .map((item) => readable(insertable(inRow(item, features), features), features));
}

/** Shows the detail of an item in its row, selected or not, if the client can. */
function inRow(item: CompletionItem, { labelDetails }: ClientFeatures): CompletionItem {
  const { labelDetails: own, ...rest } = item;
  const said = [own?.description, item.detail].filter((one) => one !== undefined && one !== "");
  return labelDetails && said.length > 0 ? { ...rest, labelDetails: { description: said.join(", ") } } : rest;
}

/** True if the indentation that a client sent is a plausible number of columns. */
export function isIndent(indent: unknown): indent is number {
  return typeof indent === "number" && Number.isInteger(indent) && indent > 0 && indent <= MOST_INDENT;
}

/**
 * Tells if a character that was typed asks for completions. A space in the middle of text does not; one that indents, or follows an
 * indicator with or without an anchor or tag, does. In our own comments, options follow spaces and equals signs. More dashes than
 * one are a document marker.
 */
function asks(text: TextDocument, position: Position, character: string | undefined): boolean {
  if (character !== " " && character !== "=" && character !== "-") return true;
  const before = text.getText({ start: { line: position.line, character: 0 }, end: position });
  if (character === "-") return !/^\s*--+$/.test(before);
  if (/^\s*#\s*cap-operator/.test(before)) return true;
  const said = before.trimEnd();
  const word = Math.max(said.lastIndexOf(" "), said.lastIndexOf("\t")) + 1;
  const isMark = /^[&!]/.test(said.slice(word));
  return character === " " && /(?:^|[:\-,{[])$/.test(isMark ? said.slice(0, word).trimEnd() : said);
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
