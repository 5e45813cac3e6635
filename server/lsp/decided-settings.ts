import type { Projects } from "../workspace/projects.ts";
import type { Releases } from "../workspace/releases.ts";
import type { ResourceDefinitions } from "../workspace/resource-definitions.ts";
import type { Registrations } from "./registrations.ts";

/** What depends on the settings. */
export interface DecidedSettingsPorts {
  readonly projects: Projects;
  /** Reads the files of projects that the client has to be asked for, and calls back if one has another text than before. */
  readonly readProjects: (changed: () => void) => Promise<void>;
  readonly definitions: ResourceDefinitions;
  readonly releases: Releases;
  readonly registrations: Registrations;
  /** Called when everything that was said of files may be wrong. */
  readonly changed: () => void;
  /** Called when there are other releases. */
  readonly releasesChanged: () => void;
}

/** Follows what the settings decide, whoever has written them: the editor, or a project in its file. */
export class DecidedSettings {
  readonly #ports: DecidedSettingsPorts;
  #read: Promise<void> = Promise.resolve();
  #listed = "";

  constructor(ports: DecidedSettingsPorts) {
    this.#ports = ports;
  }

  /** Settles when the files of projects have been read that were asked for before. */
  get ready(): Promise<void> {
    return this.#read;
  }

  /** Registers with the client what the settings ask for. */
  start(): void {
    this.#ports.registrations.start(this.#isFormatting);
    this.#watch();
    void this.#ports.definitions.look();
  }

  /** Does what has to be done after any setting is another one. */
  changed(): void {
    const { registrations, definitions, releases, changed, releasesChanged } = this.#ports;
    registrations.formatting(this.#isFormatting);
    this.#watch();
    changed();
    void definitions.look();
    const listed = JSON.stringify(releases.all);
    if (listed !== this.#listed) releasesChanged();
    this.#listed = listed;
  }

  /** Looks for files of projects again, after more places may be looked at. */
  look(): void {
    if (this.#ports.projects.look()) this.changed();
    else this.#watch();
  }

  /** Has the files of projects read: the host's own are looked at now, those that the client has to be asked for when it has answered. */
  read(): void {
    this.#read = this.#ports.readProjects(() => this.#lookAtProjects());
  }

  /** A file has another text, is new or gone. */
  fileChanged(uri: string): void {
    if (!this.#ports.projects.concerns(uri)) return;
    this.#lookAtProjects();
    this.read();
  }

  get #isFormatting(): boolean {
    return this.#ports.projects.each.some(({ settings }) => settings.format.enable);
  }

  #lookAtProjects(): void {
    if (this.#ports.projects.look()) this.changed();
  }

  #watch(): void {
    const { releases, definitions, registrations, projects } = this.#ports;
    const values = releases.all.flatMap((release) => releases.addresses(release));
    registrations.files([...values, ...definitions.addresses]);
    registrations.projects(projects.addresses);
  }
}
