import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import type { EmbeddedValues } from "../../core/embedded/find.ts";
import { placedIn, placeIn } from "../../core/embedded/place.ts";
import type { SettingsFor } from "../../core/settings.ts";
import type { ReleaseFile, ReleaseProblem, ReleaseProblemSeverity } from "../../core/values/release-stack.ts";
import { regionOf } from "../../core/yaml/region.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { OpenText, OpenTexts, ReadYaml } from "../files/open-texts.ts";
import type { Reach } from "../files/reach.ts";
import {
  type Candidates,
  candidatesAt,
  candidatesOf,
  outside,
  sameSpelling,
  shownFile,
} from "../files/release-paths.ts";
import type { KnownText, ValuesFiles } from "../files/values-files.ts";

/** The services by which the files of releases are read. */
export interface ReleaseFilesPorts {
  readonly settings: SettingsFor;
  readonly valuesFiles: ValuesFiles;
  readonly parse: ReadYaml;
  readonly texts: OpenTexts;
  /** Bounds for the paths in settings; the folders themselves if absent. */
  readonly reach?: Reach;
  /** The names of the operator's charts. */
  readonly names: () => readonly string[];
}

interface Located {
  readonly name: string;
  /** The place of its values in the file, if they are not all of it. */
  readonly place?: string;
  readonly uri?: string;
  readonly read?: KnownText;
  readonly problem?: string;
  readonly isMissing?: true;
  /** True if it is only too large here; Helm has no such limit. */
  readonly isTooLarge?: boolean;
}

interface Contents {
  readonly files: readonly ReleaseFile[];
  readonly problems: readonly ReleaseProblem[];
}

/** The values files that releases name: from open documents, else from where they are stored. */
export class ReleaseFiles {
  readonly #ports: ReleaseFilesPorts;
  readonly #parsed = new Map<
    string,
    { readonly text: string; readonly most: number; readonly file: YamlFile }
  >();

  constructor(ports: ReleaseFilesPorts) {
    this.#ports = ports;
  }

  /** Tells if a file that settings name may be read. */
  holds(uri: string, bounds: readonly string[]): boolean {
    return bounds.length === 0 || this.#ports.reach?.holds(uri, bounds) !== false;
  }

  /** A file that no editor has open, or the end of a sentence on why it is not read. */
  async read(
    uri: string,
    bounds: readonly string[],
  ): Promise<{ readonly file: YamlFile } | { readonly problem: string }> {
    if (!this.#ports.valuesFiles.reads(uri))
      return { problem: l10n.t("is not open, and is not a file on this machine") };
    const candidates = candidatesAt(uri, bounds);
    const { read, problem = l10n.t("does not exist") } = await this.#find(shownFile(uri), candidates, bounds);
    return read === undefined ? { problem } : { file: this.#parse(sameSpelling(uri), read) };
  }

  /** Finds the first file that a name may mean; if there is none, the one before the place that it may name. */
  async locate(name: string, folders: readonly string[], bounds: readonly string[]): Promise<Located> {
    const whole = await this.#find(name, candidatesOf(name, folders, bounds), bounds);
    const { file, place } = placeIn(name) ?? {};
    if (file === undefined || place === undefined || whole.problem === undefined) return whole;
    const found = await this.#find(file, candidatesOf(file, folders, bounds), bounds);
    return found.isMissing ? whole : { ...found, name, place };
  }

  async #find(name: string, { uris, problem }: Candidates, bounds: readonly string[]): Promise<Located> {
    for (const uri of uris) {
      const most = this.#ports.settings(uri).maxFileSize * 1024 * 1024;
      if (this.#ports.texts.get(uri)) return { name, uri };
      if (problem !== undefined) continue;
      if (!this.holds(uri, bounds)) return { name, uri, problem: outside() };
      const read = await this.#ports.valuesFiles.read(uri, most);
      if ("text" in read) return { name, uri, read };
      if (!read.missing) return { name, uri, problem: read.problem, isTooLarge: read.tooLarge === true };
    }
    const [first] = uris;
    const named = first === undefined ? { name } : { name, uri: first };
    return { ...named, problem: problem ?? l10n.t("does not exist"), isMissing: true };
  }

  /** The files that were found, with their problems; nothing is awaited. With a `key`, the values of the operator's chart are below it. */
  contents(located: readonly Located[], text: OpenText | undefined, key?: string): Contents {
    const problems: ReleaseProblem[] = [];
    const say = (name: string, message: string, severity: ReleaseProblemSeverity) =>
      problems.unshift({ name, message, severity });
    const files: ReleaseFile[] = [];
    const seen = new Set<string>();
    for (const candidate of [...located].reverse()) {
      const { name, uri, place, isTooLarge } = candidate;
      const { problem = candidate.problem, ...content } = this.#content(candidate, text, key);
      const source = `${uri}#${place ?? ""}`;
      if (uri !== undefined && seen.has(source)) {
        say(
          name,
          l10n.t("{0} is listed more than once in the values files. Only the last one is used.", name),
          "information",
        );
        continue;
      }
      seen.add(source);
      if (problem !== undefined) {
        const file = place === undefined ? name : (placeIn(name)?.file ?? name);
        const message = isTooLarge
          ? l10n.t(
              "The values file {0} {1}. The setting maxFileSize limits the size, so it is ignored.",
              file,
              problem,
            )
          : l10n.t(
              "The values file {0} {1}. It is named in the releases of the settings, and is ignored.",
              file,
              problem,
            );
        say(name, message, isTooLarge ? "warning" : "error");
      }
      files.unshift({ name, ...content });
    }
    return { files, problems };
  }

  /** The values of a file, or of a place in it, or the reason why there are none. */
  #content(
    located: Located,
    text: OpenText | undefined,
    key: string | undefined,
  ): Omit<ReleaseFile, "name"> & { readonly problem?: string } {
    const whole = this.#whole(located, text);
    const { uri = "", file } = whole;
    const { place } = located;
    if (place === undefined || !file) return whole;
    const found = placedIn(file, place, this.#ports.names(), URI.parse(uri).path, key);
    return "problem" in found ? { uri, problem: found.problem } : { uri, file: found.file, place };
  }

  #whole({ uri, read }: Located, text: OpenText | undefined): Omit<ReleaseFile, "name"> {
    if (uri === undefined) return {};
    if (text && sameSpelling(text.uri) === uri) return text;
    const open = this.#ports.texts.get(uri);
    if (open) return open;
    if (read === undefined) return { uri };
    return { uri, file: this.#parse(uri, read) };
  }

  #parse(uri: string, { text, helm4Reads }: KnownText): YamlFile {
    const most = this.#ports.settings(uri).maxFileSize * 1024 * 1024;
    const known = this.#parsed.get(uri);
    if (known?.text === text && known.most === most && known.file.helm4Reads === helm4Reads)
      return known.file;
    const parsed = this.#ports.parse(text, most);
    const file = helm4Reads ? { ...parsed, helm4Reads } : parsed;
    this.#parsed.set(uri, { text, most, file });
    return file;
  }
}

/** The values at the place that a source of a release names, if there is one. `key` is that of the operator's chart in the chart around it. */
export function valuesAtPlace(
  { uri, file, place }: Omit<ReleaseFile, "name">,
  names: readonly string[],
  key?: string,
): EmbeddedValues | undefined {
  const around = file && regionOf(file).around;
  if (uri === undefined || place === undefined || !around) return undefined;
  const found = placedIn(around, place, names, URI.parse(uri).path, key);
  return "values" in found ? found.values : undefined;
}
