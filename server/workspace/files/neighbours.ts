import { URI, Utils } from "vscode-uri";
import { keepLast } from "../../core/yaml/memo.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import {
  isYaml,
  MOST_BYTES,
  mayRefer,
  type NamesBelow,
  namesBelow,
  namesIn,
  readNames,
} from "./names-below.ts";
import type { OpenText, OpenTexts, ReadYaml } from "./open-texts.ts";
import { folderOf, sameSpelling } from "./release-paths.ts";
import type { ValuesFiles } from "./values-files.ts";
import { pathInside } from "./workspace-folders.ts";

/** The services by which the files around another one are read. */
export interface NeighboursPorts {
  readonly valuesFiles: ValuesFiles;
  readonly texts: OpenTexts;
  readonly parse: ReadYaml;
  /** The workspace folder that holds a file. */
  readonly root: (uri: string) => string | undefined;
  /** The repository around a folder, or the folder itself. */
  readonly around?: (folder: string) => string;
  /** Called when the files of another folder matter. */
  readonly asked?: () => void;
}

/** Of more files of a folder, or with a name, nothing is read. */
const MOST_FILES = 50;
/** Files that are kept as they were read. */
const MOST_KEPT = 200;

/** The files with a document that a file refers to or is referred to by, and the names in question. */
interface Far {
  readonly names: Set<string>;
  readonly files: Set<string>;
}

/** The YAML files in the folder of a file, because documents of one folder refer to each other, and those of the workspace by the names in them. */
export class Neighbours {
  readonly #ports: NeighboursPorts;
  /** The files that were asked about, by folder. */
  readonly #askers = new Map<string, Set<string>>();
  /** The files that were asked about with names. */
  readonly #far = new Map<string, Far>();
  /** The names below workspace folders. */
  readonly #below = new Map<string, Promise<NamesBelow>>();
  /** The workspace folders of which they are known. */
  readonly #searched = new Set<string>();
  /** Files that have changed since. */
  readonly #changed = new Set<string>();
  /** The files that were read last. */
  readonly #parsed = new Map<string, { readonly text: string; readonly file: YamlFile }>();

  constructor(ports: NeighboursPorts) {
    this.#ports = ports;
  }

  /** The folders whose files matter, and those in which those of all folders below do. */
  get folders(): { readonly alone: readonly string[]; readonly deep: readonly string[] } {
    return { alone: [...this.#askers.keys()], deep: [...this.#below.keys()] };
  }

  /** The files that take something from a file that has changed, or of its folder, in the one spelling. */
  askersOf(uri: string): readonly string[] {
    const address = sameSpelling(uri);
    const askers = new Set(this.#askers.get(folderOf(uri)));
    if (this.#below.size === 0 || !isYaml(address)) return [...askers];
    this.#changed.add(address);
    const open = this.#ports.texts.get(address);
    const names = open && mayRefer(open.file.text) ? namesIn(open.file.text) : new Set();
    for (const [asker, far] of this.#far) {
      if (!open || far.files.has(address) || [...far.names].some((name) => names.has(name)))
        askers.add(asker);
    }
    return [...askers];
  }

  /** The folders from which paths in the repository of a file may start. */
  roots(uri: string): readonly string[] {
    const { root, around } = this.#ports;
    const folder = root(uri);
    return folder === undefined ? [] : [...new Set([folder, around?.(folder) ?? folder])];
  }

  /** The other files in the folder of a file that may refer to it, or it to them: as they are open, else as they are stored. */
  async beside({ uri }: OpenText, asker = uri): Promise<readonly OpenText[]> {
    const { valuesFiles } = this.#ports;
    if (!valuesFiles.reads(uri)) return [];
    const folder = folderOf(uri);
    this.#ask(folder, asker);
    const names = (await valuesFiles.entries(folder)).flatMap(({ name }) => (isYaml(name) ? [name] : []));
    const addresses = names
      .sort()
      .slice(0, MOST_FILES)
      .map((name) => sameSpelling(Utils.joinPath(URI.parse(folder), name).toString()));
    return this.#readAll(addresses, uri);
  }

  /** True if the names in the workspace folder of a file are known without another search. */
  isSearched(uri: string): boolean {
    const root = this.#rootOnDisk(uri);
    return root === undefined || this.#searched.has(root);
  }

  /** The other files of the workspace in which one of some names is: as they are open, else as they are stored. Folders are searched once. */
  async having(
    { uri }: Pick<OpenText, "uri">,
    names: readonly string[],
    asker = uri,
  ): Promise<readonly OpenText[]> {
    const { texts } = this.#ports;
    const root = this.#rootOnDisk(uri);
    if (root === undefined) return [];
    const below = await this.#namesBelow(root);
    const stored = [...below].flatMap(([address, all]) =>
      names.some((name) => all.has(name)) ? [address] : [],
    );
    const open = texts
      .having(names)
      .flatMap((text) =>
        isYaml(text.uri) && pathInside(root, text.uri) !== undefined ? [sameSpelling(text.uri)] : [],
      );
    const all = [...new Set([...stored, ...open])].sort();
    const spelled = sameSpelling(asker);
    const far = this.#far.get(spelled) ?? { names: new Set(), files: new Set() };
    this.#far.set(spelled, far);
    for (const name of names) far.names.add(name);
    for (const address of all) far.files.add(address);
    return all.length > MOST_FILES ? [] : this.#readAll(all, uri);
  }

  /** The names in the workspace that pass a test; none if so many files have one that nothing of them is read. */
  async matching(
    { uri }: Pick<OpenText, "uri">,
    test: (name: string) => boolean,
  ): Promise<ReadonlySet<string>> {
    const root = this.#rootOnDisk(uri);
    const below = root === undefined ? [] : [...(await this.#namesBelow(root)).values()];
    const found = new Set([...new Set(below.flatMap((names) => [...names]))].filter(test));
    const files = below.filter((names) => [...names].some((name) => found.has(name)));
    return files.length > MOST_FILES ? new Set() : found;
  }

  #rootOnDisk(uri: string): string | undefined {
    const root = this.#ports.root(uri);
    const isOnDisk = root !== undefined && URI.parse(root).scheme === "file";
    return isOnDisk && this.#ports.valuesFiles.reads(uri) ? root : undefined;
  }

  /** A file that another one names; `undefined` if it cannot be read. */
  async named(uri: string, asker: string): Promise<OpenText | undefined> {
    if (!this.#ports.valuesFiles.reads(uri)) return undefined;
    this.#ask(folderOf(uri), asker);
    return this.#read(uri, () => true);
  }

  #ask(folder: string, asker: string): void {
    const askers = this.#askers.get(folder);
    this.#askers.set(folder, (askers ?? new Set()).add(sameSpelling(asker)));
    if (askers === undefined) this.#ports.asked?.();
  }

  async #namesBelow(root: string): Promise<NamesBelow> {
    const { valuesFiles, asked } = this.#ports;
    const known = this.#below.get(root);
    const changed = [...this.#changed].filter((uri) => pathInside(root, uri) !== undefined);
    for (const uri of changed) this.#changed.delete(uri);
    const below = known
      ? known.then(async (names) => {
          await readNames(valuesFiles, names, changed);
          return names;
        })
      : namesBelow(valuesFiles, root).then((names) => {
          this.#searched.add(root);
          return names;
        });
    this.#below.set(root, below);
    if (known === undefined) asked?.();
    return below;
  }

  async #readAll(addresses: readonly string[], asker: string): Promise<readonly OpenText[]> {
    const self = sameSpelling(asker);
    const others = addresses.filter((address) => address !== self);
    const read = await Promise.all(others.map((address) => this.#read(address)));
    return read.flatMap((text) => text ?? []);
  }

  async #read(uri: string, isWanted = mayRefer): Promise<OpenText | undefined> {
    const { texts, valuesFiles, parse } = this.#ports;
    const open = texts.get(uri);
    if (open) return open;
    const read = await valuesFiles.read(uri, MOST_BYTES);
    if (!("text" in read) || !isWanted(read.text)) return undefined;
    const { text } = read;
    const before = this.#parsed.get(uri);
    const file = before?.text === text ? before.file : parse(text, MOST_BYTES);
    // The file that was asked for last is at the end.
    keepLast(this.#parsed, uri, { text, file }, MOST_KEPT);
    return { uri, file };
  }
}
