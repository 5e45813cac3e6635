import { URI, Utils } from "vscode-uri";
import type { YamlFile } from "../core/yaml/tree.ts";
import { MEBIBYTE } from "./chart-limits.ts";
import type { OpenText, OpenTexts, ReadYaml } from "./open-texts.ts";
import { folderOf, sameSpelling } from "./release-paths.ts";
import type { ValuesFiles } from "./values-files.ts";

/** What is needed to read the files in the folder of another one. */
export interface NeighboursPorts {
  readonly valuesFiles: ValuesFiles;
  readonly texts: OpenTexts;
  readonly parse: ReadYaml;
  /** Called when the files of another folder matter. */
  readonly asked?: () => void;
}

/** Of more or larger files, nothing is read. */
const MOST_FILES = 50;
const MOST_BYTES = MEBIBYTE;

/** One of these is in every document that another one refers to, or that refers to others. */
const SIGNS = ["HelmRelease", "ConfigMap", "Secret", "OCIRepository", "HelmChart"];

/** The YAML files in the folder of a file, because documents of one folder refer to each other. */
export class Neighbours {
  readonly #ports: NeighboursPorts;
  /** The files that were asked about, by folder. */
  readonly #askers = new Map<string, Set<string>>();
  /** The files of the folder that was read last. */
  #parsed = new Map<string, { readonly text: string; readonly file: YamlFile }>();

  constructor(ports: NeighboursPorts) {
    this.#ports = ports;
  }

  /** The folders whose files matter. */
  get folders(): readonly string[] {
    return [...this.#askers.keys()];
  }

  /** The files that take something from those in the folder of a file. */
  askersBeside(uri: string): readonly string[] {
    return [...(this.#askers.get(folderOf(uri)) ?? [])];
  }

  /** The other files in the folder of a file that may refer to it, or it to them: as they are open, else as they are stored. */
  async beside({ uri }: OpenText): Promise<readonly OpenText[]> {
    const { valuesFiles, asked } = this.#ports;
    if (!valuesFiles.reads(uri)) return [];
    const folder = folderOf(uri);
    const askers = this.#askers.get(folder);
    this.#askers.set(folder, (askers ?? new Set()).add(uri));
    if (askers === undefined) asked?.();
    const names = (await valuesFiles.names(folder)).filter((name) => /\.ya?ml$/i.test(name));
    const own = sameSpelling(uri);
    const addresses = names
      .sort()
      .slice(0, MOST_FILES)
      .map((name) => sameSpelling(Utils.joinPath(URI.parse(folder), name).toString()))
      .filter((address) => address !== own);
    const known = this.#parsed;
    this.#parsed = new Map();
    const read = await Promise.all(addresses.map((address) => this.#read(address, known)));
    return read.flatMap((one) => one ?? []);
  }

  async #read(
    uri: string,
    known: ReadonlyMap<string, { readonly text: string; readonly file: YamlFile }>,
  ): Promise<OpenText | undefined> {
    const { texts, valuesFiles, parse } = this.#ports;
    const open = texts.get(uri);
    if (open) return open;
    const read = await valuesFiles.read(uri, MOST_BYTES);
    if (!("text" in read) || !SIGNS.some((sign) => read.text.includes(sign))) return undefined;
    const { text } = read;
    const before = known.get(uri);
    const file = before?.text === text ? before.file : parse(text, MOST_BYTES);
    this.#parsed.set(uri, { text, file });
    return { uri, file };
  }
}
