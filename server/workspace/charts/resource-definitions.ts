import * as l10n from "@vscode/l10n";
import {
  type ResourceDefinition,
  readResourceDefinitions,
} from "../../core/schema/resource/resource-definition.ts";
import type { SettingsPlace } from "../../core/settings.ts";
import { withoutEnd } from "../../core/yaml/without-end.ts";
import type { Reach } from "../files/reach.ts";
import { candidatesOf, sameSpelling, shownFile } from "../files/release-paths.ts";
import type { ValuesFiles } from "../files/values-files.ts";

/** A text with definitions, and where it comes from, for people. */
export interface ClientDefinition {
  readonly source: string;
  readonly text: string;
}

/** The services by which definitions are found. */
export interface ResourceDefinitionsPorts {
  /** All settings that count somewhere, each with the folders that its paths may begin in. */
  readonly places: () => readonly SettingsPlace[];
  readonly files: ValuesFiles;
  /** Bounds for links from the folders; none if absent. */
  readonly reach?: Reach;
  /** Takes messages about files that exist and are not read. */
  readonly warn: (message: string) => void;
  /** Called when other definitions are known than before. */
  readonly changed: () => void;
}

/** The name of the manager's manifest in its folder (spec section 4.1, operation B). */
const MANIFEST = "manager_manifest.yaml";
const MOST_BYTES = 8 * 1024 * 1024;
/** A client that looks into ever more clusters must not fill the memory. */
const MOST_REPORTED = 20;

/**
 * The definitions of the operator resource that are available: in the manifest of the manager that the settings name, if it is in the
 * workspace, and those that the client has downloaded or read from a cluster, the latest first.
 */
export class ResourceDefinitions {
  readonly #ports: ResourceDefinitionsPorts;
  #ofSettings: readonly ResourceDefinition[] = [];
  #reported: readonly { readonly source: string; readonly found: readonly ResourceDefinition[] }[] = [];
  #looks = 0;
  /** The addresses for which a warning was already given. */
  readonly #refused = new Set<string>();

  constructor(ports: ResourceDefinitionsPorts) {
    this.#ports = ports;
  }

  /** The one that counts comes first. */
  get all(): readonly ResourceDefinition[] {
    return [...this.#ofSettings, ...this.#reported.flatMap(({ found }) => found)];
  }

  /** The addresses where the manifest of the settings may be. */
  get addresses(): readonly string[] {
    return this.#ports.places().flatMap((place) => {
      const named = place.settings.managerReleaseUrl;
      if (named === "" || named.startsWith("~")) return [];
      const folders = place.folders();
      const file = /\.ya?ml$/i.test(named) ? named : `${withoutEnd(named, "\\/")}/${MANIFEST}`;
      const { uris, problem } = candidatesOf(file, folders);
      return problem === undefined ? uris.filter((uri) => this.#mayRead(uri, folders)) : [];
    });
  }

  /** Tells if one of some files may be the manifest of the settings. */
  concerns(uris: readonly string[]): boolean {
    const { addresses } = this;
    return addresses.length > 0 && uris.some((uri) => addresses.includes(sameSpelling(uri)));
  }

  /** Reads the manifest of the settings again. Requests do not wait for the disk. */
  async look(): Promise<void> {
    const { addresses } = this;
    this.#looks += 1;
    const look = this.#looks;
    const found = await this.#read(addresses);
    // The settings may have changed while the disk was read.
    if (look !== this.#looks || (found.length === 0 && this.#ofSettings.length === 0)) return;
    this.#ofSettings = found;
    this.#ports.changed();
  }

  /** Keeps the definitions in a text that the client has got from somewhere; they replace those that it had from there before. */
  add({ source, text }: ClientDefinition): void {
    const found = readResourceDefinitions(text, source);
    const others = this.#reported.filter((reported) => reported.source !== source);
    if (found.length === 0 && others.length === this.#reported.length) return;
    this.#reported = (found.length === 0 ? others : [{ source, found }, ...others]).slice(0, MOST_REPORTED);
    this.#ports.changed();
  }

  #mayRead(uri: string, folders: readonly string[]): boolean {
    const { reach, warn } = this.#ports;
    const bounds = folders.map((folder) => reach?.around(folder) ?? folder);
    if (reach === undefined || bounds.length === 0 || reach.holds(uri, bounds)) return true;
    if (!this.#refused.has(uri)) {
      this.#refused.add(uri);
      warn(
        l10n.t(
          "The manifest {0} is not read: a link points outside the folders that may be read.",
          shownFile(uri),
        ),
      );
    }
    return false;
  }

  async #read(addresses: readonly string[]): Promise<readonly ResourceDefinition[]> {
    for (const uri of addresses) {
      const read = await this.#ports.files.read(uri, MOST_BYTES);
      if ("text" in read)
        return readResourceDefinitions(read.text, decodeURIComponent(uri.split("/").at(-1) ?? uri));
    }
    return [];
  }
}
