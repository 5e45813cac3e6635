import { URI } from "vscode-uri";
import type { SettingsFor } from "../../core/settings.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import { sameSpelling } from "./release-paths.ts";
import { textForm } from "./text-files.ts";

/** Parses a text of at most `maxCharacters` characters. */
export type ReadYaml = (text: string, maxCharacters: number) => YamlFile;

/** A text with an address, which changes in place. */
export interface OpenDocument extends Pick<YamlFile, "helm4Reads"> {
  readonly uri: string;
  readonly version: number;
  getText(): string;
}

/** The documents of the editor: their texts count instead of what is on disk. */
export interface OpenDocuments {
  get(uri: string): OpenDocument | undefined;
  all(): readonly OpenDocument[];
}

/** A document of the editor, with its current text. */
export interface OpenText {
  readonly uri: string;
  readonly file: YamlFile;
}

interface Parsed {
  readonly version: number;
  readonly most: number;
  readonly file: YamlFile;
}

/** A word that stays whole when texts are split into words. */
const PLAIN = /^[\w.-]+$/;

/** The texts of the open documents, whatever they hold. Each version is parsed once, when it is first asked for. */
export class OpenTexts {
  readonly #documents: OpenDocuments;
  readonly #parse: ReadYaml;
  readonly #settings: SettingsFor;
  readonly #parsed = new Map<string, Parsed>();
  readonly #words = new Map<string, { readonly version: number; readonly words: ReadonlySet<string> }>();
  /** The addresses of the open documents as they are spelled there, by `sameSpelling`. */
  readonly #spelled = new Map<string, string>();

  constructor(documents: OpenDocuments, parse: ReadYaml, settings: SettingsFor) {
    this.#documents = documents;
    this.#parse = parse;
    this.#settings = settings;
  }

  /** An open document with its current text. Its address is spelled as the client spells it or as `sameSpelling` does. */
  get(uri: string): OpenText | undefined {
    const same = this.#find(uri);
    return same && this.of(same);
  }

  /** The address of an open document as it is spelled there; its text is not read. */
  addressOf(uri: string): string | undefined {
    return this.#find(uri)?.uri;
  }

  #find(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri) ?? this.#documents.get(this.#spelled.get(uri) ?? uri);
  }

  /** The current text of a document, which changes in place when an edit arrives. */
  of(document: OpenDocument): OpenText {
    const { uri, version } = document;
    const most = this.#settings(uri).maxFileSize * 1024 * 1024;
    const known = this.#parsed.get(uri);
    if (known?.version === version && known.most === most) return { uri, file: known.file };
    const { helm4Reads } = document;
    const isYaml = textForm(URI.parse(uri).path) === undefined;
    const parsed = isYaml ? this.#parse(document.getText(), most) : this.unread(document).file;
    const file = helm4Reads ? { ...parsed, helm4Reads } : parsed;
    this.#parsed.set(uri, { version, most, file });
    return { uri, file };
  }

  /** The current text of a document that is not read as YAML: a file without documents. */
  unread(document: OpenDocument): OpenText {
    const { uri } = document;
    const most = this.#settings(uri).maxFileSize * 1024 * 1024;
    const text = document.getText();
    return { uri, file: { ...this.#parse("", 1), text: text.length > most ? "" : text } };
  }

  /** The documents of the editor in whose texts one of some words is. */
  having(words: readonly string[]): readonly OpenText[] {
    const open = this.#documents.all().filter((document) => {
      const known = this.#wordsOf(document);
      return words.some((word) => (PLAIN.test(word) ? known.has(word) : document.getText().includes(word)));
    });
    return open.map((document) => this.of(document));
  }

  /** The words of a version of a document: each of many documents may be asked about by each. */
  #wordsOf(document: OpenDocument): ReadonlySet<string> {
    const { uri, version } = document;
    const known = this.#words.get(uri);
    if (known?.version === version) return known.words;
    const words = new Set(document.getText().split(/[^\w.-]+/));
    this.#words.set(uri, { version, words });
    return words;
  }

  /** Drops what is known about a document that was opened or closed. */
  forget(uri: string): void {
    this.#parsed.delete(uri);
    this.#words.delete(uri);
    if (this.#documents.get(uri)) this.#spelled.set(sameSpelling(uri), uri);
    else this.#spelled.delete(sameSpelling(uri));
  }
}
