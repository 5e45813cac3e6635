import * as l10n from "@vscode/l10n";
import type { SettingsFor } from "../core/settings.ts";
import type { ReleaseFile, ReleaseProblem, ReleaseProblemSeverity } from "../core/values/release-stack.ts";
import type { YamlFile } from "../core/yaml/tree.ts";
import type { OpenText, OpenTexts, ReadYaml } from "./open-texts.ts";
import type { Reach } from "./reach.ts";
import { type Candidates, candidatesAt, outside, sameSpelling, shownFile } from "./release-paths.ts";
import type { KnownText, ValuesFiles } from "./values-files.ts";

/** What is needed to read the files that releases name. */
export interface ReleaseFilesPorts {
  readonly settings: SettingsFor;
  readonly valuesFiles: ValuesFiles;
  readonly parse: ReadYaml;
  readonly texts: OpenTexts;
  /** Where the paths in settings may lead; only into the folders themselves if it is left out. */
  readonly reach?: Reach;
}

interface Located {
  readonly name: string;
  readonly uri?: string;
  readonly read?: KnownText;
  readonly problem?: string;
  /** Whether Helm has no limit for its size, as we have. */
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

  /** Whether a file may be read that settings name. */
  holds(uri: string, bounds: readonly string[]): boolean {
    return bounds.length === 0 || this.#ports.reach?.holds(uri, bounds) !== false;
  }

  /** A file that no editor has open, or the end of a sentence that says why it is not read. */
  async read(
    uri: string,
    bounds: readonly string[],
  ): Promise<{ readonly file: YamlFile } | { readonly problem: string }> {
    if (!this.#ports.valuesFiles.reads(uri))
      return { problem: l10n.t("is not open, and is not a file on this machine") };
    const at = candidatesAt(uri, bounds);
    const { read, problem = l10n.t("does not exist") } = await this.locate(shownFile(uri), at, bounds);
    return read === undefined ? { problem } : { file: this.#parse(sameSpelling(uri), read) };
  }

  /** Finds the first file that a name may mean. */
  async locate(name: string, { uris, problem }: Candidates, bounds: readonly string[]): Promise<Located> {
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
    const at = first === undefined ? { name } : { name, uri: first };
    return { ...at, problem: problem ?? l10n.t("does not exist") };
  }

  /** The files that were found, and what is wrong with them; nothing is awaited. */
  contents(located: readonly Located[], own: OpenText | undefined): Contents {
    const problems: ReleaseProblem[] = [];
    const say = (name: string, message: string, severity: ReleaseProblemSeverity) =>
      problems.unshift({ name, message, severity });
    const files: ReleaseFile[] = [];
    const seen = new Set<string>();
    for (const one of [...located].reverse()) {
      const { name, uri, problem, isTooLarge } = one;
      if (uri !== undefined && seen.has(uri)) {
        say(
          name,
          l10n.t("{0} is listed more than once in the values files. Only the last one is used.", name),
          "information",
        );
        continue;
      }
      if (uri !== undefined) seen.add(uri);
      if (problem !== undefined) {
        const message = l10n.t(
          "The values file {0} {1}. It is named in the setting capOperator.releases, and is ignored.",
          name,
          problem,
        );
        say(name, message, isTooLarge ? "warning" : "error");
      }
      files.unshift({ name, ...this.#content(one, own) });
    }
    return { files, problems };
  }

  #content({ uri, read }: Located, own: OpenText | undefined): Omit<ReleaseFile, "name"> {
    if (uri === undefined) return {};
    if (own && sameSpelling(own.uri) === uri) return own;
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
