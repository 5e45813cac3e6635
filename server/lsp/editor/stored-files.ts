import type { Connection } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { type ChartFiles, ChartFilesIn } from "../../workspace/charts/chart-files.ts";
import type { ValuesMover } from "../../workspace/embedded/values-apart.ts";
import type { FileTree } from "../../workspace/files/file-tree.ts";
import type { OpenDocuments } from "../../workspace/files/open-texts.ts";
import {
  chartReach,
  type HoldsForChart,
  type MayRead,
  type Reach,
  settingsReach,
} from "../../workspace/files/reach.ts";
import { addressIn, sameSpelling } from "../../workspace/files/release-paths.ts";
import {
  type FolderEntry,
  fileText,
  MOST_NAMES,
  notRead,
  obstacleOf,
  type ValuesFiles,
} from "../../workspace/files/values-files.ts";
import { pathInside } from "../../workspace/files/workspace-folders.ts";
import { MOST_PROJECT_BYTES } from "../../workspace/settings/project.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import type { ProjectPlaces } from "../../workspace/settings/projects.ts";
import type { ClientFeatures } from "./client-features.ts";
import { clientTree } from "./client-tree.ts";

/** The files that a host reads itself. */
export interface HostFiles {
  /** The charts, of which is read what may be. */
  readonly charts: (holds: HoldsForChart) => ChartFiles;
  readonly valuesFiles: (mayRead: MayRead) => ValuesFiles;
  readonly projectPlaces: ProjectPlaces;
  /** Moves values to files of their own. A browser does not load it. */
  readonly valuesMove: ValuesMover;
  /** The folders in which paths in settings may be. */
  readonly reach: (looksAbove: () => boolean) => Reach;
  /** The files that no editor has open, of which is read what is looked at. */
  readonly closed: (isLookedAt: (uri: string) => boolean) => ClosedFiles;
}

/** The files of folders that no editor has open. */
export interface ClosedFiles {
  /** The YAML files in folders, as `check` finds them. They may be read from then on. */
  find(folders: readonly string[]): readonly string[];
  /** Those that are looked at, as an editor that has them open would have them. */
  readonly documents: Pick<OpenDocuments, "get"> & {
    /** Drops the text of a file; it is read again when it is asked for again. */
    forget(uri: string): void;
  };
}

/** The files of a session. */
export interface StoredFiles
  extends Pick<HostFiles, "projectPlaces">,
    Partial<Pick<HostFiles, "valuesMove">> {
  readonly charts: ChartFiles;
  readonly valuesFiles: ValuesFiles;
  /** True if files with such an address are read at all. */
  reads(address: string): boolean;
  /**
   * Reads the files of projects that the client has to be asked for, and calls back if another text is known of one then. Settles when all
   * have been read; the host's own are read when they are asked for.
   */
  readProjects(folders: readonly string[], changed: () => void): Promise<void>;
}

/**
 * The files of the host's disk, or those that the client reads: where there is no disk (`host` is absent), and for a workspace that is not
 * on it. The client is asked for what is in the open `folders`, and for nothing else.
 */
export function storedFiles(
  connection: Connection,
  features: ClientFeatures,
  host: HostFiles | undefined,
  folders: () => readonly string[],
  reach?: Reach,
): StoredFiles {
  const isVirtual = folders().length > 0 && !folders().some(isOnDisk);
  if (host && reach && !(features.readsFiles && isVirtual)) {
    const { projectPlaces, valuesMove } = host;
    const reads = isOnDisk;
    const charts = host.charts(chartReach(reach, folders));
    const valuesFiles = host.valuesFiles(settingsReach(reach, folders));
    return { charts, valuesFiles, projectPlaces, valuesMove, reads, readProjects: async () => undefined };
  }
  const isHere = (address: string) =>
    features.readsFiles &&
    folders().some((folder) => folder === address || pathInside(folder, address) !== undefined);
  const tree = clientTree(connection, isHere);
  const projectPlaces = new ClientProjects(tree);
  return {
    charts: new ChartFilesIn(tree),
    valuesFiles: valuesIn(tree, isHere),
    projectPlaces,
    reads: isHere,
    readProjects: (all, changed) => projectPlaces.read(all, changed),
  };
}

function isOnDisk(address: string): boolean {
  return URI.parse(address).scheme === "file";
}

/** Values files that the client reads. It is asked each time: it knows what has changed. */
function valuesIn(tree: FileTree, isHere: (uri: string) => boolean): ValuesFiles {
  return {
    reads: isHere,
    async entries(folder) {
      const found: FolderEntry[] = [];
      try {
        for await (const name of tree.names(folder)) {
          if (found.push({ name, isFolder: false }) >= MOST_NAMES) break;
        }
      } catch {
        return [];
      }
      return found;
    },
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
  readonly #texts = new Map<string, string>();

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  addressesFor(folder: string): readonly string[] {
    return this.#tree.placeOf(folder) === undefined ? [] : [projectFileIn(folder)];
  }

  text(address: string): string | undefined {
    return this.#texts.get(address);
  }

  fromRoot(_root: string, named: string): string {
    return named;
  }

  async read(folders: readonly string[], changed: () => void): Promise<void> {
    const asked = folders.map(projectFileIn);
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
