import * as l10n from "@vscode/l10n";
import type { Connection } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { type ChartFiles, ChartFilesIn } from "../workspace/chart-files.ts";
import type { FileTree } from "../workspace/file-tree.ts";
import { MOST_PROJECT_BYTES, PROJECT_FILE } from "../workspace/project.ts";
import type { ProjectPlaces } from "../workspace/project-places.ts";
import { chartReach, type HoldsForChart, type Reach } from "../workspace/reach.ts";
import { addressIn, sameSpelling } from "../workspace/release-paths.ts";
import { fileText, notRead, obstacleOf, type ValuesFiles } from "../workspace/values-files.ts";
import { pathInside } from "../workspace/workspace-folders.ts";
import type { ClientFeatures } from "./client-features.ts";
import { clientTree } from "./client-tree.ts";

/** The files that a host reads itself. */
export interface HostFiles {
  /** The charts, of which is read what may be; everything without `holds`. */
  readonly charts: (holds?: HoldsForChart) => ChartFiles;
  readonly valuesFiles: ValuesFiles;
  readonly projectPlaces: ProjectPlaces;
  /** Where the paths in settings may lead; only into the open folders if it is left out. */
  readonly reach?: (looksAbove: () => boolean) => Reach;
}

/** The files of a session: those of the host, and those that the client reads for it. */
export interface StoredFiles extends Omit<HostFiles, "charts"> {
  readonly charts: ChartFiles;
  /** Whether files with such an address are read at all. */
  reads(address: string): boolean;
  /**
   * Reads the files of projects that the client has to be asked for, and calls back if another text is known of one then. Settles when all
   * have been read; the host's own are read when they are asked for.
   */
  readProjects(folders: readonly string[], changed: () => void): Promise<void>;
}

/**
 * `host` is absent where the server has no disk: then the client is asked for all files. It is asked for what is in the open `folders`,
 * and for nothing else.
 */
export function storedFiles(
  connection: Connection,
  features: ClientFeatures,
  host: HostFiles | undefined,
  folders: () => readonly string[],
  reach?: Reach,
): StoredFiles {
  const hostCharts = host?.charts(reach && chartReach(reach, folders)) ?? NO_CHARTS;
  if (!features.readsFiles) return { ...(host ?? NO_FILES), charts: hostCharts, ...hostAlone(host) };
  const isOfHost = (address: string) => host !== undefined && URI.parse(address).scheme === "file";
  const isOfClient = (address: string) =>
    !isOfHost(address) &&
    folders().some((folder) => folder === address || pathInside(folder, address) !== undefined);
  const tree = clientTree(connection, isOfClient);
  const own = host ?? NO_FILES;
  const charts = chartsOf(hostCharts, new ChartFilesIn(tree), isOfHost);
  const clientValues = valuesIn(tree, isOfClient);
  const valuesOf = (uri: string) => (isOfHost(uri) ? own.valuesFiles : clientValues);
  const projects = new ClientProjects(tree, own.projectPlaces, isOfHost);
  return {
    charts,
    valuesFiles: {
      reads: (uri) => valuesOf(uri).reads(uri),
      read: (uri, most) => valuesOf(uri).read(uri, most),
    },
    projectPlaces: projects,
    reads: (address) => isOfHost(address) || isOfClient(address),
    readProjects: (folders, changed) => projects.read(folders, changed),
  };
}

const NO_CHARTS: ChartFiles = {
  nearest: async () => undefined,
  head: async () => undefined,
  texts: async () => undefined,
  fault: async () => undefined,
  mayRead: () => false,
  outOfReach: async () => ({ noAnswer: "unchecked-links" }),
  brought: async () => ({ names: [] }),
  forget: () => undefined,
};

const NO_FILES: Omit<HostFiles, "charts"> = {
  valuesFiles: {
    reads: () => false,
    read: async () => ({ missing: true, problem: l10n.t("does not exist") }),
  },
  projectPlaces: { addressesFor: () => [], text: () => undefined, fromRoot: (_, named) => named },
};

function hostAlone(host: HostFiles | undefined): Pick<StoredFiles, "reads" | "readProjects"> {
  return {
    reads: (address) => host !== undefined && URI.parse(address).scheme === "file",
    readProjects: async () => undefined,
  };
}

function chartsOf(host: ChartFiles, client: ChartFiles, isOfHost: (address: string) => boolean): ChartFiles {
  const charts = (address: string) => (isOfHost(address) ? host : client);
  return {
    nearest: (uri, folder) => charts(uri).nearest(uri, folder),
    head: (address, digest) => charts(address).head(address, digest),
    texts: (address, digest) => charts(address).texts(address, digest),
    fault: (address, digest) => charts(address).fault(address, digest),
    mayRead: (address, folder) =>
      isOfHost(address) === isOfHost(folder) && charts(address).mayRead(address, folder),
    outOfReach: (address) => charts(address).outOfReach(address),
    brought: (folder) => charts(folder).brought(folder),
    forget() {
      host.forget();
      client.forget();
    },
  };
}

/** Values files that the client reads. It is asked each time: it knows what has changed. */
function valuesIn(tree: FileTree, isHere: (uri: string) => boolean): ValuesFiles {
  return {
    reads: isHere,
    async read(uri, most) {
      try {
        const { isFolder, isFile, size } = await tree.status(uri);
        const about = { isDirectory: () => isFolder, isFile: () => isFile };
        const bytes = await tree.read(uri, most);
        const obstacle = obstacleOf(about, bytes === undefined ? Math.max(size, most + 1) : size, most);
        return obstacle ?? fileText(bytes ?? new Uint8Array());
      } catch (error) {
        return notRead(error);
      }
    },
  };
}

/** The files of projects in folders that the client reads, as they were read last. */
class ClientProjects implements ProjectPlaces {
  readonly #tree: FileTree;
  readonly #host: ProjectPlaces;
  readonly #isOfHost: (address: string) => boolean;
  readonly #texts = new Map<string, string>();

  constructor(tree: FileTree, host: ProjectPlaces, isOfHost: (address: string) => boolean) {
    this.#tree = tree;
    this.#host = host;
    this.#isOfHost = isOfHost;
  }

  addressesFor(folder: string, looksAbove: boolean, say: (message: string) => void): readonly string[] {
    if (this.#isOfHost(folder)) return this.#host.addressesFor(folder, looksAbove, say);
    return this.#tree.placeOf(folder) === undefined ? [] : [projectFileIn(folder)];
  }

  text(address: string): string | undefined {
    return this.#isOfHost(address) ? this.#host.text(address) : this.#texts.get(address);
  }

  fromRoot(root: string, named: string): string {
    return this.#isOfHost(root) ? this.#host.fromRoot(root, named) : named;
  }

  async read(folders: readonly string[], changed: () => void): Promise<void> {
    const asked = folders.filter((folder) => !this.#isOfHost(folder)).map(projectFileIn);
    const before = JSON.stringify([...this.#texts]);
    await Promise.all(asked.map((address) => this.#readOne(address)));
    for (const known of this.#texts.keys()) if (!asked.includes(known)) this.#texts.delete(known);
    if (JSON.stringify([...this.#texts]) !== before) changed();
  }

  async #readOne(address: string): Promise<void> {
    const bytes = await this.#tree.read(address, MOST_PROJECT_BYTES).catch(() => undefined);
    if (bytes === undefined) this.#texts.delete(address);
    else this.#texts.set(address, new TextDecoder().decode(bytes));
  }
}

function projectFileIn(folder: string): string {
  return sameSpelling(addressIn(folder, PROJECT_FILE));
}
