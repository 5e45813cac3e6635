import { URI, Utils } from "vscode-uri";
import { generatedIn } from "../../core/embedded/generators.ts";
import { filesNamedIn, NAMING_FILES, type NamedFile } from "../../core/embedded/named-files.ts";
import type { ChartKeys } from "../../core/ownership/chart-keys.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenText, OpenTexts } from "../files/open-texts.ts";
import { folderOf, sameSpelling } from "../files/release-paths.ts";
import type { Releases } from "../releases/releases.ts";
import { addressFrom } from "./finders.ts";
import { type Placed, type Referring, referring } from "./referring.ts";

/** What is needed to find documents of other products that name values files. */
export interface NamingDocumentsPorts {
  readonly texts: OpenTexts;
  readonly releases: Releases;
  readonly keys: () => ChartKeys;
  readonly neighbours: Neighbours;
  /** The folder above which nothing is looked for; without one, only that of the file is looked at. */
  readonly root: (uri: string) => string | undefined;
  /** Called when a search has found a document that names a file. */
  readonly found: () => void;
  /** How long the first answers about a file have time before the workspace is searched, in milliseconds. */
  readonly quiet: number;
}

/** The document that names a values file. */
export interface NamingDocument extends Omit<NamedFile, "path"> {
  /** The address of the document. */
  readonly uri: string;
  /** The releases that take the file, and what else they take. */
  readonly takers: readonly Placed[];
  readonly finder: Referring["finder"];
}

/** What a folder has of such documents: those that name files, and those that generate objects of files. */
interface InFolder {
  readonly named: readonly { readonly own: OpenText; readonly named: NamedFile }[];
  readonly generators: readonly OpenText[];
}

/** Folders above a file that are looked at. */
const MOST_FOLDERS = 12;

/** Finds the document of another product, in the folder of a values file or above, that names it. */
export class NamingDocuments {
  readonly #ports: NamingDocumentsPorts;
  /** By the folder of the documents, because a folder has many files. */
  readonly #known = new Map<string, Promise<InFolder>>();
  /** The files that wait for a search of the workspace. */
  readonly #waiting = new Set<string>();
  #searching: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ports: NamingDocumentsPorts) {
    this.#ports = ports;
  }

  /** The nearest document that names a file; each folder is looked at once until it is forgotten. For one that is likely ours, the workspace is searched as well, but not before the first answer. */
  async of(uri: string, isLikely: boolean): Promise<NamingDocument | undefined> {
    for (const folder of this.#foldersAbove(uri)) {
      const known = this.#known.get(folder) ?? this.#in(folder);
      this.#known.set(folder, known);
      const { named, generators } = await known;
      const found = named.find(({ own, named: { path } }) => leadsTo(own, path, uri));
      if (found) {
        const { product, chart } = found.named;
        return { product, chart, uri: found.own.uri, ...(await this.#takers(found.own, uri)) };
      }
      const generated = await this.#generated(generators, uri);
      if (generated) return generated;
    }
    if (!isLikely) return undefined;
    if (this.#ports.neighbours.isSearched(uri)) return this.#elsewhere(uri);
    this.#search(uri);
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

  /** Searches the workspace when what is being answered has been answered. */
  #search(uri: string): void {
    this.#waiting.add(uri);
    if (this.#waiting.size > 1) return;
    const searched = (async () => {
      await new Promise((resolve) => setTimeout(resolve, this.#ports.quiet));
      const all = this.#isStopped ? [] : [...this.#waiting];
      this.#waiting.clear();
      const found = await Promise.all(all.map((one) => this.#elsewhere(one)));
      if (!this.#isStopped && found.some((one) => one !== undefined)) this.#ports.found();
    })();
    this.#searching = Promise.all([this.#searching, searched]);
  }

  /** The values of a document that are merged with a file. */
  async #takers(own: OpenText, uri: string): Promise<Pick<NamingDocument, "takers" | "finder">> {
    const { keys, neighbours } = this.#ports;
    const { values, finder } = await referring(own, [], keys(), neighbours, uri);
    const takers = values.filter(({ files }) =>
      files.some((one) => {
        const at = finder(own).file(one)?.uri;
        return at !== undefined && sameSpelling(at) === sameSpelling(uri);
      }),
    );
    return { takers: takers.map((one) => ({ own, values: one })), finder };
  }

  /** A document anywhere in the workspace that names a file by its path from the top of the repository. */
  async #elsewhere(uri: string): Promise<NamingDocument | undefined> {
    const documents = await this.#ports.neighbours.having({ uri }, [Utils.basename(URI.parse(uri))]);
    for (const own of documents) {
      const { takers, finder } = await this.#takers(own, uri);
      const { product, chart } = takers[0]?.values ?? {};
      if (product && chart) return { product, chart, uri: own.uri, takers, finder };
    }
    return undefined;
  }

  /** Has the documents looked for again. */
  forget(): void {
    this.#known.clear();
  }

  /** Whether a file may be such a document, in a folder that was looked at. */
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
    const named = documents.flatMap((own) =>
      filesNamedIn(own.file, names, URI.parse(own.uri).path).map((one) => ({ own, named: one })),
    );
    return { named, generators: documents.filter((one) => generatedBy(one).length > 0) };
  }

  /** The release that takes what is generated of a file, wherever it is. */
  async #generated(generators: readonly OpenText[], uri: string): Promise<NamingDocument | undefined> {
    const { keys, neighbours } = this.#ports;
    for (const own of generators) {
      for (const object of generatedBy(own)) {
        const { name, behavior } = object;
        for (const text of object.texts) {
          const { path } = text;
          if (path === undefined || !leadsTo(own, path, uri)) continue;
          const over = behavior !== "create" && { over: { one: own, object } };
          const wanted = [{ holder: text, name, isSearched: true, ...over }];
          const { takers, finder } = await referring(own, wanted, keys(), neighbours, uri);
          const all = takers(text);
          const [first] = all;
          if (first?.values.chart === undefined) continue;
          const { product, chart } = first.values;
          return { product, chart, uri: first.own.uri, takers: all, finder };
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

/** Whether a path that a document names leads to a file. */
function leadsTo({ uri: from }: OpenText, path: string, uri: string): boolean {
  return addressFrom(from, path) === sameSpelling(uri);
}

function generatedBy({ uri, file }: OpenText) {
  return generatedIn(file, URI.parse(uri).path);
}
