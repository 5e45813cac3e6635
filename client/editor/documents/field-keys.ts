import { Disposable, Hover, Location, languages, MarkdownString, type TextDocument, Uri } from "vscode";
import { FIELD_KEYS, type FieldKeys, VALUE_ORIGINS, type ValuesOf } from "../../../server/lsp/protocol.ts";
import { fieldText } from "../../files/field-text.ts";
import { objectsAt, RENDERED_SCHEME } from "../../files/rendered-address.ts";
import type { LanguageServer } from "../../ports/editor.ts";
import { PAGE_SCHEME } from "../pages/pages.ts";
import { rangeOf } from "./documents.ts";

const SELECTOR = [{ scheme: RENDERED_SCHEME }, { scheme: PAGE_SCHEME }];

/** The keys of a field, and the values that they are in. */
interface KeysWithValues extends FieldKeys {
  readonly of: ValuesOf;
}

/**
 * Finds the keys that make a field of a rendered object, and shows them when the pointer rests on it. `now` are values at the address that
 * they have now.
 */
export function registerFieldKeys(
  server: Pick<LanguageServer, "ask">,
  now: (values: ValuesOf) => ValuesOf,
): Disposable {
  let last:
    | { readonly key: string; readonly found: Promise<KeysWithValues | undefined>; end(): void }
    | undefined;

  /** The keys that make a line. The editor asks for both at once, but Helm only runs once, and not any more for the line before. */
  function keysOf(document: TextDocument, line: number): Promise<KeysWithValues | undefined> {
    const { uri, version } = document;
    const key = `${uri.toString()} ${version} ${line}`;
    if (last?.key === key) return last.found;
    last?.end();
    const stopped = new AbortController();
    const found = ask(document, line, stopped.signal);
    last = { key, found, end: () => stopped.abort() };
    // A question that a later one has ended is asked again.
    const forget = (answer?: KeysWithValues) => {
      if (answer === undefined && last?.found === found) last = undefined;
    };
    found.then(forget, () => forget());
    return found;
  }

  async function ask(
    document: TextDocument,
    line: number,
    signal: AbortSignal,
  ): Promise<KeysWithValues | undefined> {
    const { scheme, query } = document.uri;
    const objects = objectsAt(query);
    if (objects === undefined) return undefined;
    const values = now(objects.of);
    const text = scheme === PAGE_SCHEME ? { text: document.getText() } : {};
    const found = await server.ask(
      FIELD_KEYS,
      { ...objects, of: values, line, ...text },
      { report: () => undefined, signal },
    );
    return found === null ? undefined : { ...found, of: values };
  }

  return Disposable.from(
    languages.registerDefinitionProvider(SELECTOR, {
      async provideDefinition(document, { line }) {
        const found = await keysOf(document, line);
        return (found?.keys ?? []).flatMap(({ place }) =>
          place ? [new Location(Uri.parse(place.uri), rangeOf(place.range))] : [],
        );
      },
    }),
    languages.registerHoverProvider(SELECTOR, {
      async provideHover(document, { line }) {
        const found = await keysOf(document, line);
        if (found === undefined) return undefined;
        const { of: values, keys, problem } = found;
        const paths = keys.map(({ path }) => path);
        const origins = keys.length === 0 ? [] : await server.ask(VALUE_ORIGINS, { of: values, paths });
        const text = fieldText(keys, origins, problem);
        return text && new Hover(new MarkdownString(text.source), document.lineAt(line).range);
      },
    }),
  );
}
