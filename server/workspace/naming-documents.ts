import path from "node:path";
import { URI, Utils } from "vscode-uri";
import { filesNamedIn, NAMING_FILES, type NamedFile } from "../core/embedded/named-files.ts";
import type { OpenTexts } from "./open-texts.ts";
import { folderOf, sameSpelling } from "./release-paths.ts";
import type { Releases } from "./releases.ts";

/** What is needed to find documents of other products that name values files. */
export interface NamingDocumentsPorts {
  readonly texts: OpenTexts;
  readonly releases: Releases;
  /** The names of the operator's charts. */
  readonly names: () => readonly string[];
  /** The folder above which nothing is looked for; without one, only that of the file is looked at. */
  readonly root: (uri: string) => string | undefined;
}

/** The document that names a values file. */
export interface NamingDocument extends NamedFile {
  /** The address of the document. */
  readonly uri: string;
}

/** Folders above a file that are looked at. */
const MOST_FOLDERS = 12;

/** Finds the document of another product, in the folder of a values file or above, that names it. */
export class NamingDocuments {
  readonly #ports: NamingDocumentsPorts;
  /** By the folder of the documents, because a folder has many files. */
  readonly #known = new Map<string, Promise<readonly NamingDocument[]>>();

  constructor(ports: NamingDocumentsPorts) {
    this.#ports = ports;
  }

  /** The nearest document that names a file. Each folder is looked at once until it is forgotten. */
  async of(uri: string): Promise<NamingDocument | undefined> {
    for (const folder of this.#foldersAbove(uri)) {
      const known = this.#known.get(folder) ?? this.#in(folder);
      this.#known.set(folder, known);
      const found = (await known).find((one) => isAt(folder, one.path, uri));
      if (found) return found;
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

  async #in(folder: string): Promise<readonly NamingDocument[]> {
    const found = NAMING_FILES.map(async (name) => {
      const uri = sameSpelling(Utils.joinPath(URI.parse(folder), name).toString());
      const file = this.#ports.texts.get(uri)?.file ?? (await this.#read(uri));
      const named = file ? filesNamedIn(file, this.#ports.names(), URI.parse(uri).path) : [];
      return named.map((one) => ({ ...one, uri }));
    });
    return (await Promise.all(found)).flat();
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

/** Whether a path from a folder leads to a file. */
function isAt(folder: string, named: string, uri: string): boolean {
  if (named.length > 1000 || path.posix.isAbsolute(named) || named.includes("\0")) return false;
  return sameSpelling(Utils.resolvePath(URI.parse(folder), named).toString()) === sameSpelling(uri);
}
