import type { Settings, SettingsPlace } from "../../core/settings.ts";
import type { ProjectSettings } from "../../core/wire/releases.ts";
import { sameSpelling } from "../files/release-paths.ts";
import { absent, isTable } from "../files/setting-types.ts";
import { pathInside } from "../files/workspace-folders.ts";
import { type ReadProject, readProjectSettings } from "./project.ts";
import { PROJECT_FILE, UnreadableProject } from "./project-reader.ts";
import { readSettings } from "./settings.ts";
import { laidOver, releasesTogether } from "./settings-on-top.ts";

/** Access to the files with the settings of projects, as the host stores them. Every method answers synchronously. */
export interface ProjectPlaces {
  /**
   * The addresses at which the file of a folder's project may be, the nearest first; `looksAbove`: also above the folder. `say` takes
   * the reason why a file does not count.
   */
  addressesFor(folder: string, looksAbove: boolean, say: (message: string) => void): readonly string[];
  /** The text at such an address; `undefined` if there is no such file. Throws a sentence if it cannot be read. */
  text(address: string): string | undefined;
  /** Resolves a path in a setting from the project's folder: the absolute path if something exists there, else the path as written. */
  fromRoot(root: string, named: string): string;
}

/** The dependencies of the settings of each file. */
export interface ProjectsPorts {
  /** The settings of the editor, for an open folder if they differ there, without defaults. */
  readonly editor: (folder?: string) => unknown;
  /** The folders that are open, as addresses. */
  readonly folders: () => readonly string[];
  /** Finds and reads the files of projects. */
  readonly places: ProjectPlaces;
  /** The text of a document of the editor. */
  readonly openText: (uri: string) => string | undefined;
  /** True if a file above an open folder counts: not before the workspace is trusted. */
  readonly looksAbove: () => boolean;
  readonly warn: (message: string) => void;
}

/** An open folder with the settings that count in it. */
interface FolderSettings {
  readonly folder: string;
  /** The folder in which the paths and globs of the project's file begin: the folder of that file, else the open one. */
  readonly root: string;
  readonly project: ProjectText | undefined;
  readonly settings: Settings;
}

/** A project's file as it was read. */
interface ProjectText {
  readonly uri: string;
  readonly text: string;
  readonly read: ReadProject;
}

const INSTALLS = [
  "chart",
  "chartVersion",
  "managerReleaseUrl",
] as const satisfies readonly (keyof ProjectSettings)[];
const NOTHING_SET: ReadProject = { own: {}, settings: readSettings({}).settings, problems: [] };

/**
 * The settings that count for each file: those of the project that its folder is in, as the command line reads them, with what is set
 * in the editor on top. Nothing of it is read while a request waits: only by `look`.
 */
export class Projects {
  readonly #ports: ProjectsPorts;
  #found: readonly { readonly folder: string; readonly project: ProjectText | undefined }[] = [];
  #candidates: ReadonlySet<string> = new Set();
  #all: readonly FolderSettings[] = [];
  #alone: Settings;
  #said = new Set<string>();

  constructor(ports: ProjectsPorts) {
    this.#ports = ports;
    this.#alone = readSettings(ports.editor()).settings;
  }

  /** Looks for the files of all projects and reads them again. Returns whether other settings count than before. */
  look(): boolean {
    const candidates = new Set<string>();
    const warnings: string[] = [];
    const say = (message: string) => warnings.push(message);
    this.#found = this.#ports.folders().map((folder) => {
      const addresses = this.#ports.places.addressesFor(folder, this.#ports.looksAbove(), say);
      for (const uri of addresses) candidates.add(uri);
      return { folder, project: this.#first(addresses, say) };
    });
    this.#candidates = candidates;
    for (const one of warnings) if (!this.#said.has(one)) this.#ports.warn(one);
    this.#said = new Set(warnings);
    return this.combine();
  }

  /** Lays the editor's settings over those of the projects again. Returns whether other settings count than before. */
  combine(): boolean {
    const before = this.#inWords();
    const ofEditor = readSettings(this.#ports.editor()).settings;
    const roots = new Map<string, ReadProject>();
    for (const { folder, project } of this.#found) {
      if (project) roots.set(rootOf(folder, project), project.read);
    }
    const releases = releasesTogether(
      ofEditor.releases,
      [...roots].map(([root, { settings }]) => ({ root, releases: settings.releases })),
    );
    const over = ({ own }: ReadProject, folder: string): Settings => ({
      ...readSettings(laidOver(own, this.#ports.editor(folder))).settings,
      releases,
    });
    this.#all = this.#found.map(({ folder, project }) => ({
      folder,
      root: rootOf(folder, project),
      project,
      settings: over(project?.read ?? NOTHING_SET, folder),
    }));
    this.#alone = { ...ofEditor, releases };
    return this.#inWords() !== before;
  }

  #inWords(): string {
    return JSON.stringify([
      this.#all.map(({ folder, root, settings }) => [folder, root, settings]),
      this.#alone,
    ]);
  }

  /** The settings for a file or folder; without one, those of the first folder. */
  of(uri?: string): Settings {
    const at = uri === undefined ? this.#all[0] : this.#at(uri);
    return at?.settings ?? this.#alone;
  }

  /** The folders that paths in the settings for a file may begin in: first that of its project, then all others. */
  foldersFor(uri?: string): readonly string[] {
    const own = uri === undefined ? this.#all[0] : this.#at(uri);
    const others = this.#all.flatMap(({ folder, root }) => [folder, root]);
    return [...new Set([...(own ? [own.root] : []), ...others])];
  }

  /** The folder of the project that a file belongs to; of a file that is in no project, the open folder. */
  rootFor(uri: string): string | undefined {
    return this.#at(uri)?.root;
  }

  /** The settings of a file's project about the installation, except those that the editor sets. */
  installs(uri?: string): ProjectSettings {
    const at = uri === undefined ? this.#all[0] : this.#at(uri);
    const editor = this.#ports.editor();
    const found: Partial<Record<(typeof INSTALLS)[number], string>> = {};
    for (const name of INSTALLS) {
      const isSet = isTable(editor) && !absent(editor[name]);
      const value = at?.project ? at.settings[name] : "";
      if (at && !isSet && value !== "")
        found[name] = name === "chartVersion" ? value : this.#ports.places.fromRoot(at.root, value);
    }
    return found;
  }

  /** The settings of each folder, with the folders that their paths may begin in. */
  get each(): readonly SettingsPlace[] {
    if (this.#all.length === 0) return [{ settings: this.#alone, folders: () => [] }];
    return this.#all.map(({ settings, folder }) => ({ settings, folders: () => this.foldersFor(folder) }));
  }

  /** The addresses at which the files of projects are or may be: watching these misses no change. */
  get addresses(): readonly string[] {
    return [...this.#candidates];
  }

  /** True if a file has or may have the settings of a project. */
  concerns(uri: string): boolean {
    return uri.endsWith(`/${PROJECT_FILE}`) && this.#candidates.has(sameSpelling(uri));
  }

  /** The folder of such a file, as the releases in it name it. */
  folderAt(uri: string): string {
    return rootIn(sameSpelling(uri));
  }

  #at(uri: string): FolderSettings | undefined {
    let best: FolderSettings | undefined;
    for (const one of this.#all) {
      const holds = [one.folder, one.root].some(
        (folder) => folder === uri || pathInside(folder, uri) !== undefined,
      );
      if (holds && (best === undefined || one.folder.length > best.folder.length)) best = one;
    }
    return best;
  }

  #first(addresses: readonly string[], say: (message: string) => void): ProjectText | undefined {
    for (const uri of addresses) {
      const known = this.#found.find(({ project }) => project?.uri === uri)?.project;
      try {
        const text = this.#ports.openText(uri) ?? this.#ports.places.text(uri);
        if (text === undefined) continue;
        if (known?.text === text) return known;
        return { uri, text, read: readProjectSettings(text) };
      } catch (error) {
        if (!(error instanceof UnreadableProject))
          say(error instanceof Error ? error.message : String(error));
        // While it is edited, it is often not YAML: the settings before count until then.
        return known ?? { uri, text: "", read: NOTHING_SET };
      }
    }
    return undefined;
  }
}

function rootOf(folder: string, project: ProjectText | undefined): string {
  return project ? rootIn(project.uri) : folder;
}

function rootIn(uri: string): string {
  return uri.slice(0, -PROJECT_FILE.length - 1);
}
