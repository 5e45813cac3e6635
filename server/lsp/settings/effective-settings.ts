import type { ServerState } from "../state/state.ts";

/** Follows the settings that count, of the editor and of the files of projects. */
export class EffectiveSettings {
  readonly #state: ServerState;
  readonly #releasesChanged: () => void;
  #listed = "";

  /** `releasesChanged` is called when there are other releases. */
  constructor(state: ServerState, releasesChanged: () => void) {
    this.#state = state;
    this.#releasesChanged = releasesChanged;
  }

  /** Registers with the client what the settings ask for. */
  start(): void {
    const { folders, registrations, workspace } = this.#state;
    registrations.start(this.#isFormatting, folders.all);
    this.#watch();
    void workspace.definitions.look();
  }

  /** Does what has to be done after any setting is another one. */
  changed(): void {
    const { registrations, workspace } = this.#state;
    const { definitions, releases } = workspace;
    registrations.formatting(this.#isFormatting);
    this.#watch();
    this.#state.changed();
    void definitions.look();
    const listed = JSON.stringify(releases.all);
    if (listed !== this.#listed) this.#releasesChanged();
    this.#listed = listed;
  }

  /** Looks for files of projects again, after more places may be looked at. */
  look(): void {
    if (this.#state.projects.look()) this.changed();
    else this.#watch();
  }

  /** Has the files of projects read: the host's own are looked at now, those that the client has to be asked for when it has answered. */
  read(): void {
    this.#state.readProjects(() => this.#lookAtProjects());
  }

  /** A file has another text, is new or gone. */
  fileChanged(uri: string): void {
    if (!this.#state.projects.concerns(uri)) return;
    this.#lookAtProjects();
    this.read();
  }

  get #isFormatting(): boolean {
    return this.#state.projects.each.some(({ settings }) => settings.format.enable);
  }

  #lookAtProjects(): void {
    if (this.#state.projects.look()) this.changed();
  }

  #watch(): void {
    const { registrations, projects, workspace } = this.#state;
    const { releases, definitions } = workspace;
    const values = releases.all.flatMap((release) => releases.addresses(release));
    registrations.files([...values, ...definitions.addresses]);
    registrations.projects(projects.addresses);
  }
}
