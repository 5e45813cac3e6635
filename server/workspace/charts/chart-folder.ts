import * as l10n from "@vscode/l10n";
import type { FileTree } from "../files/file-tree.ts";
import {
  ChartContent,
  ChartLeadsOut,
  ChartMissing,
  ChartRefused,
  decodedText,
  mayHoldParts,
  orProblem,
  partOfChart,
  quotedName,
  type ReadChart,
} from "./chart-content.ts";
import { CHART_LIMITS, type ChartLimits } from "./chart-limits.ts";
import { type IsIgnored, readHelmIgnore } from "./helm-ignore.ts";

/** Files that are read at the same time. */
const AT_ONCE = 8;
/** Bytes of a `.helmignore`: matching costs more, the longer it is. */
const LONGEST_IGNORE = 8 * 1024;
/**
 * The texts of a chart in a folder, by their paths from there, with those of the charts in it. Only files that `partOfChart` knows are read, and of
 * those the ones that Helm would load: https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/loader/directory.go. Links are followed, as Helm does,
 * but not in circles, and not to where nothing may be read.
 */
export function readChartFolder(
  tree: FileTree,
  folder: string,
  limits?: Partial<ChartLimits>,
): Promise<ReadChart> {
  return orProblem(async () => {
    const content = new ChartContent(limits);
    const files = await new Walk(tree, folder, content, await ignoredIn(tree, folder)).files();
    if (!files.includes("Chart.yaml"))
      throw new ChartRefused(
        l10n.t("The folder has no Chart.yaml, or .helmignore leaves it out, so it is not a chart."),
      );
    await readAll(tree, folder, files, content);
    if (!content.has("Chart.yaml"))
      throw new ChartRefused(l10n.t("The Chart.yaml of the chart is not text in UTF-8."));
    const { unpackNested } = await import("./chart-archive.ts");
    await unpackNested(content);
    return content.texts();
  });
}

/** The text of a single file of a chart; `undefined` if it does not exist, may not be read, is too large for Helm, or is no text. */
export async function readChartFile(
  tree: FileTree,
  folder: string,
  name: string,
): Promise<string | undefined> {
  const file = tree.below(folder, name);
  if (!tree.mayRead(file, folder)) return undefined;
  const bytes = await tree.read(file, CHART_LIMITS.fileBytes).catch(() => undefined);
  return bytes && decodedText(bytes);
}

/** Helm asks the `.helmignore` of the outermost chart only. */
async function ignoredIn(tree: FileTree, folder: string): Promise<IsIgnored> {
  const ignore = tree.below(folder, ".helmignore");
  if (!tree.mayRead(ignore, folder)) throw new ChartLeadsOut(".helmignore");
  const bytes = await tree.read(ignore, LONGEST_IGNORE).catch((error: unknown) => {
    if (isMissing(error)) return new Uint8Array();
    throw refused(".helmignore", error);
  });
  const text = bytes && decodedText(bytes);
  if (text === undefined)
    throw new ChartRefused(l10n.t("The .helmignore of the chart is too large or not text in UTF-8."));
  const ignored = readHelmIgnore(text);
  if (!ignored)
    throw new ChartRefused(
      l10n.t(
        'The .helmignore of the chart has a pattern that Helm does not support, such as "**", so Helm does not load the chart.',
      ),
    );
  return ignored;
}

/** Finds the files of a chart that matter. */
class Walk {
  readonly #tree: FileTree;
  readonly #root: string;
  readonly #content: ChartContent;
  readonly #isIgnored: IsIgnored;
  readonly #files: string[] = [];

  constructor(tree: FileTree, root: string, content: ChartContent, isIgnored: IsIgnored) {
    this.#tree = tree;
    this.#root = root;
    this.#content = content;
    this.#isIgnored = isIgnored;
  }

  async files(): Promise<readonly string[]> {
    const { identity } = await this.#ask("", () => this.#tree.status(this.#root));
    await this.#enter("", [identity]);
    return this.#files;
  }

  /** `above` are the folders that this one is in, however it is reached. */
  async #enter(folder: string, above: readonly string[]): Promise<void> {
    const names = await this.#namesIn(folder);
    for (const name of names) {
      const file = folder === "" ? name : `${folder}/${name}`;
      const part = partOfChart(file);
      if (part === undefined && !mayHoldParts(file)) continue;
      const place = this.#tree.below(this.#root, file);
      const { isFolder, isFile, identity, size } = await this.#ask(file, () => this.#tree.status(place));
      if (this.#isIgnored(file, isFolder)) continue;
      if (!this.#tree.mayRead(place, this.#root)) throw new ChartLeadsOut(file);
      if (isFolder) {
        if (mayHoldParts(file) && !above.includes(identity)) await this.#enter(file, [...above, identity]);
      } else if (part !== undefined) {
        if (!isFile)
          throw new ChartRefused(
            l10n.t(
              "{0} is not a file but a device or a pipe, so Helm does not load the chart.",
              quotedName(file),
            ),
          );
        this.#content.countFile(file, size);
        this.#files.push(file);
      }
    }
  }

  /** Sorted, so that the same folder gives the same result. */
  async #namesIn(folder: string): Promise<readonly string[]> {
    const names: string[] = [];
    await this.#ask(folder, async () => {
      for await (const name of this.#tree.names(this.#tree.below(this.#root, folder))) {
        this.#content.countEntry();
        names.push(name);
      }
    });
    return names.sort();
  }

  async #ask<Answer>(file: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw refused(file, error);
    }
  }
}

async function readAll(
  tree: FileTree,
  folder: string,
  files: readonly string[],
  content: ChartContent,
): Promise<void> {
  const waiting = [...files].reverse();
  const readOn = async (): Promise<void> => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const most = Math.min(content.limits.fileBytes, content.bytesLeft);
      const bytes = await tree.read(tree.below(folder, file), most).catch((error: unknown) => {
        throw refused(file ?? "", error);
      });
      if (!bytes) throw content.tooLarge();
      content.countBytes(bytes.length);
      content.add(file, bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
}

/**
 * The bytes of an archive; `undefined` if there is none, or if it is larger than all that is unpacked of a chart. Anything may have such a name: a
 * disk image, or a pipe without a writer.
 */
export function readArchiveBytes(tree: FileTree, file: string): Promise<Uint8Array | undefined> {
  return tree.read(file, CHART_LIMITS.bytes).catch(() => undefined);
}

function refused(file: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return error;
  if (file === "") {
    return isMissing(error)
      ? new ChartMissing(l10n.t("The folder does not exist."))
      : new ChartRefused(l10n.t("The folder cannot be read ({0}).", error.code));
  }
  if (error.code === "ENOENT")
    return new ChartRefused(
      l10n.t(
        "{0} is a link to something that does not exist, so Helm does not load the chart.",
        quotedName(file),
      ),
    );
  return new ChartRefused(
    l10n.t("{0} cannot be read ({1}), so the chart is not read.", quotedName(file), error.code),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
