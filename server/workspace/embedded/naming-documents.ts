import { URI, Utils } from "vscode-uri";
import type { Umbrella } from "../../core/chart/chart.ts";
import { belowUmbrella } from "../../core/embedded/below-umbrella.ts";
import { generatedIn } from "../../core/embedded/generators.ts";
import { filesNamedIn, NAMING_FILES, type NamedFile } from "../../core/embedded/named-files.ts";
import type { ChartKeys } from "../../core/ownership/chart-keys.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenText, OpenTexts } from "../files/open-texts.ts";
import { folderOf, sameSpelling } from "../files/release-paths.ts";
import type { Releases } from "../releases/releases.ts";
import { addressFrom } from "./finders.ts";
import { type Referring, referring, type ValuesInFile } from "./referring.ts";

/** The services by which documents that name values files are found. */
export interface NamingDocumentsPorts {
  readonly texts: OpenTexts;
  readonly releases: Releases;
  readonly keys: () => ChartKeys;
  readonly neighbours: Neighbours;
  /** The folder above which nothing is looked for; without one, only that of the file is looked at. */
  readonly root: (uri: string) => string | undefined;
  /** Called when a search has found a document that names a file. */
  readonly found: () => void;
  /** The time that the first answers about a file have before the workspace is searched, in milliseconds. */
  readonly quiet: number;
}

/** The document that names a values file. */
export interface NamingDocument extends Omit<NamedFile, "path"> {
  /** The address of the document. */
  readonly uri: string;
  /** The releases that take the file, and what else they take. */
  readonly takers: readonly ValuesInFile[];
  readonly finder: Referring["finder"];
}

/** A document that installs a chart, with the values that it sets for it. */
export type InstallingDocument = Pick<NamingDocument, "takers" | "finder">;

/** The documents of a folder that name files, and those that generate objects from files. */
interface InFolder {
  readonly named: readonly { readonly document: OpenText; readonly named: NamedFile }[];
  readonly generators: readonly OpenText[];
}

/** Folders above a file that are looked at. */
const MOST_FOLDERS = 12;

/** Finds the document of another product, in the folder of a values file or above, that names it. */
export class NamingDocuments {
  readonly #ports: NamingDocumentsPorts;
  /** By the folder of the documents, because a folder has many files. */
  readonly #known = new Map<string, Promise<InFolder>>();
  /** The searches of the workspace that wait. */
  readonly #waiting = new Map<string, () => Promise<unknown>>();
  #searching: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ports: NamingDocumentsPorts) {
    this.#ports = ports;
  }

  /**
   * The nearest document that names a file; each folder is looked at once until it is forgotten. For a file that is likely the operator's, the
   * workspace is searched as well, but not before the first answer.
   */
  async of(uri: string, isLikely: boolean): Promise<NamingDocument | undefined> {
    for (const folder of this.#foldersAbove(uri)) {
      const known = this.#known.get(folder) ?? this.#in(folder);
      this.#known.set(folder, known);
      const { named, generators } = await known;
      const found = named.find(({ document, named: { path } }) => leadsTo(document, path, uri));
      if (found) {
        const { product, chart } = found.named;
        return { product, chart, uri: found.document.uri, ...(await this.#takers(found.document, uri)) };
      }
      const generated = await this.#generated(generators, uri);
      if (generated) return generated;
    }
    if (!isLikely) return undefined;
    if (this.#ports.neighbours.isSearched(uri)) return this.#elsewhere(uri);
    this.#search(uri, () => this.#elsewhere(uri));
    return undefined;
  }

  /**
   * The documents anywhere in the workspace that install an umbrella chart, for a values file of that chart. `undefined` if there is none; the workspace is
   * not searched before the first answer.
   */
  async installing(uri: string, umbrella: Umbrella): Promise<readonly InstallingDocument[] | undefined> {
    if (this.#ports.neighbours.isSearched(uri)) return this.#installing(uri, umbrella);
    this.#search(`${uri}#`, () => this.#installing(uri, umbrella));
    return undefined;
  }

  /** Settles when the workspace has been searched for all files that were asked about. */
  get settled(): Promise<unknown> {
    return this.#searching;
  }

  /** Searches nothing any more. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Searches the workspace after the current requests are answered. */
  #search(name: string, find: () => Promise<unknown>): void {
    this.#waiting.set(name, find);
    if (this.#waiting.size > 1) return;
    const searched = (async () => {
      await new Promise((resolve) => setTimeout(resolve, this.#ports.quiet));
      const all = this.#isStopped ? [] : [...this.#waiting.values()];
      this.#waiting.clear();
      const found = await Promise.all(all.map((find) => find()));
      if (!this.#isStopped && found.some((documents) => documents !== undefined)) this.#ports.found();
    })();
    this.#searching = Promise.all([this.#searching, searched]);
  }

  /** The values of a document that are merged with a file. */
  async #takers(document: OpenText, uri: string): Promise<Pick<NamingDocument, "takers" | "finder">> {
    const { keys, neighbours } = this.#ports;
    const { values, finder } = await referring(document, [], keys(), neighbours, uri);
    const takers = values.filter(({ files }) =>
      files.some((reference) => {
        const address = finder(document).file(reference)?.uri;
        return address !== undefined && sameSpelling(address) === sameSpelling(uri);
      }),
    );
    return { takers: takers.map((taker) => ({ origin: document, values: taker })), finder };
  }

  /** A document anywhere in the workspace that names a file by its path from the top of the repository. */
  async #elsewhere(uri: string): Promise<NamingDocument | undefined> {
    const documents = await this.#ports.neighbours.having({ uri }, [Utils.basename(URI.parse(uri))]);
    for (const document of documents) {
      const { takers, finder } = await this.#takers(document, uri);
      const { product, chart } = takers[0]?.values ?? {};
      if (product && chart) return { product, chart, uri: document.uri, takers, finder };
    }
    return undefined;
  }

  async #installing(uri: string, umbrella: Umbrella): Promise<readonly InstallingDocument[] | undefined> {
    const { keys, neighbours, releases } = this.#ports;
    const folder = sameSpelling(umbrella.uri);
    const found: InstallingDocument[] = [];
    for (const origin of await neighbours.having({ uri }, [Utils.basename(URI.parse(folder))])) {
      const { values: all, finder } = await referring(origin, [], keys(), neighbours, uri);
      for (const values of all) {
        const { chart, form, isPartial, references, unread } = values;
        const named = chart?.isFolder && !unread ? await releases.inDocument(chart, origin.uri) : undefined;
        const address = named?.umbrella?.uri;
        if (address === undefined || sameSpelling(address) !== folder) continue;
        const isKnown = form === "mapping" && !isPartial && references.length === 0;
        if (isKnown && belowUmbrella(origin.file, values, umbrella.key) === undefined) continue;
        found.push({ takers: [{ origin, values }], finder });
      }
    }
    return found.length > 0 ? found : undefined;
  }

  /** Has the documents looked for again. */
  forget(): void {
    this.#known.clear();
  }

  /** Tells if a file may name values files and is in a folder that was looked at. */
  concerns(uri: string): boolean {
    return NAMING_FILES.some((name) => uri.endsWith(`/${name}`)) && this.#known.has(folderOf(uri));
  }

  async #in(folder: string): Promise<InFolder> {
    const all = NAMING_FILES.map(async (name): Promise<readonly OpenText[]> => {
      const uri = sameSpelling(Utils.joinPath(URI.parse(folder), name).toString());
      const file = this.#ports.texts.get(uri)?.file ?? (await this.#read(uri));
      return file ? [{ uri, file }] : [];
    });
    const documents = (await Promise.all(all)).flat();
    const names = this.#ports.keys().charts;
    const named = documents.flatMap((document) =>
      filesNamedIn(document.file, names, URI.parse(document.uri).path).map((file) => ({
        document,
        named: file,
      })),
    );
    return { named, generators: documents.filter((document) => generatedBy(document).length > 0) };
  }

  /** The release, anywhere in the workspace, that takes an object generated from a file. */
  async #generated(generators: readonly OpenText[], uri: string): Promise<NamingDocument | undefined> {
    const { keys, neighbours } = this.#ports;
    for (const generator of generators) {
      for (const object of generatedBy(generator)) {
        const { name, behavior } = object;
        for (const text of object.texts) {
          const { path } = text;
          if (path === undefined || !leadsTo(generator, path, uri)) continue;
          const over = behavior !== "create" && { over: { source: generator, object } };
          const wanted = [{ holder: text, name, isSearched: true, ...over }];
          const { takers, finder } = await referring(generator, wanted, keys(), neighbours, uri);
          const all = takers(text);
          const [first] = all;
          if (first?.values.chart === undefined) continue;
          const { product, chart } = first.values;
          return { product, chart, uri: first.origin.uri, takers: all, finder };
        }
      }
    }
    return undefined;
  }

  async #read(uri: string) {
    const read = await this.#ports.releases.read(uri);
    return "file" in read ? read.file : undefined;
  }

  #foldersAbove(uri: string): readonly string[] {
    const root = this.#ports.root(uri);
    const folders: string[] = [];
    let folder = folderOf(uri);
    while (folders.length < MOST_FOLDERS) {
      folders.push(folder);
      const above = folderOf(folder);
      if (root === undefined || folder === root || !folder.startsWith(`${root}/`) || above === folder) break;
      folder = above;
    }
    return folders;
  }
}

/** Tells if a path that a document names is that of a file. */
function leadsTo({ uri: from }: OpenText, path: string, uri: string): boolean {
  return addressFrom(from, path) === sameSpelling(uri);
}

function generatedBy({ uri, file }: OpenText) {
  return generatedIn(file, URI.parse(uri).path);
}
