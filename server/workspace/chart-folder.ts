import { type BigIntStats, close, constants, fstat, open, opendir, read, stat } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as l10n from "@vscode/l10n";
import {
  CHART_LIMITS,
  ChartContent,
  type ChartLimits,
  ChartRefused,
  mayHoldParts,
  orProblem,
  partOfChart,
  quoted,
  type ReadChart,
  textOf,
} from "./chart-content.ts";
import { type IsIgnored, readHelmIgnore } from "./helm-ignore.ts";
import { anything, type MayRead } from "./may-read.ts";

// Loading Node's promise-based file API takes longer than everything that is read with it.
const [openFile, closeFile, statusOf, statusOfOpen, openFolder] = [
  promisify(open),
  promisify(close),
  promisify(stat),
  promisify(fstat),
  promisify(opendir),
];

/** Files that are read at the same time. */
const AT_ONCE = 8;
/** Bytes of a `.helmignore`: matching costs more, the longer it is. */
const LONGEST_IGNORE = 8 * 1024;
/** A pipe that somebody puts in the place of a file must not keep anybody waiting. Windows has neither. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The texts of a chart in a folder, by their paths from there, with those of the charts in it. Only what says something about the chart is read, and of
 * that what Helm would load: https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/loader/directory.go. Links are followed, as
 * Helm does, but not in circles, and not to where nothing may be read.
 */
export function readChartFolder(
  folder: string,
  limits?: Partial<ChartLimits>,
  mayRead: MayRead = anything,
): Promise<ReadChart> {
  return orProblem(async () => {
    const content = new ChartContent(limits);
    const files = await new Walk(folder, content, await ignoredIn(folder), mayRead).files();
    if (!files.includes("Chart.yaml"))
      throw new ChartRefused(
        l10n.t("The folder has no Chart.yaml, or .helmignore leaves it out, so it is not a chart."),
      );
    await readAll(folder, files, content);
    if (!content.has("Chart.yaml"))
      throw new ChartRefused(l10n.t("The Chart.yaml of the chart is not text in UTF-8."));
    const { unpackNested } = await import("./chart-archive.ts");
    await unpackNested(content);
    return content.texts();
  });
}

/** The text of a single file of a chart; `undefined` if it does not exist, is too large for Helm, or is no text. */
export async function readChartFile(folder: string, name: string): Promise<string | undefined> {
  const bytes = await contentOf(path.join(folder, name), CHART_LIMITS.fileBytes).catch(() => undefined);
  return bytes && textOf(bytes);
}

/** Helm asks the `.helmignore` of the outermost chart only. */
async function ignoredIn(folder: string): Promise<IsIgnored> {
  const bytes = await contentOf(path.join(folder, ".helmignore"), LONGEST_IGNORE).catch((error: unknown) => {
    if (isMissing(error)) return new Uint8Array();
    throw refused(".helmignore", error);
  });
  const text = bytes && textOf(bytes);
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
  readonly #root: string;
  readonly #content: ChartContent;
  readonly #isIgnored: IsIgnored;
  readonly #mayRead: MayRead;
  readonly #files: string[] = [];

  constructor(root: string, content: ChartContent, isIgnored: IsIgnored, mayRead: MayRead) {
    this.#root = root;
    this.#content = content;
    this.#isIgnored = isIgnored;
    this.#mayRead = mayRead;
  }

  async files(): Promise<readonly string[]> {
    const status = await this.#ask("", () => statusOf(this.#root, { bigint: true }));
    await this.#enter("", [identityOf(status)]);
    return this.#files;
  }

  /** `above` says which folders this one is in, however it is reached. */
  async #enter(folder: string, above: readonly string[]): Promise<void> {
    const names = await this.#namesIn(folder);
    for (const name of names) {
      const file = folder === "" ? name : `${folder}/${name}`;
      const part = partOfChart(file);
      if (part === undefined && !mayHoldParts(file)) continue;
      const status = await this.#ask(file, () => statusOf(path.join(this.#root, file), { bigint: true }));
      if (this.#isIgnored(file, status.isDirectory())) continue;
      if (!this.#mayRead(path.join(this.#root, file)))
        throw new ChartRefused(
          l10n.t(
            "{0} is a link to a place outside the folders that may be read, so the chart is not read.",
            quoted(file),
          ),
        );
      if (status.isDirectory()) {
        const identity = identityOf(status);
        if (mayHoldParts(file) && !above.includes(identity)) await this.#enter(file, [...above, identity]);
      } else if (part !== undefined) {
        if (!status.isFile())
          throw new ChartRefused(
            l10n.t(
              "{0} is not a file but a device or a pipe, so Helm does not load the chart.",
              quoted(file),
            ),
          );
        this.#content.countFile(file, Number(status.size));
        this.#files.push(file);
      }
    }
  }

  /** Sorted, so that the same folder gives the same result. */
  async #namesIn(folder: string): Promise<readonly string[]> {
    const names: string[] = [];
    const opened = await this.#ask(folder, () => openFolder(path.join(this.#root, folder)));
    for await (const { name } of opened) {
      this.#content.countEntry();
      names.push(name);
    }
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

/** What tells a folder from any other, however it is reached. */
function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

async function readAll(folder: string, files: readonly string[], content: ChartContent): Promise<void> {
  const waiting = [...files].reverse();
  const readOn = async (): Promise<void> => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const most = Math.min(content.limits.fileBytes, content.bytesLeft);
      const bytes = await contentOf(path.join(folder, file), most).catch((error: unknown) => {
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
 * The bytes of an archive; `undefined` if there is none, or if it is larger than all that is unpacked of a chart. Anything may have
 * the name of one: a disk image, or a pipe that nobody writes to.
 */
export function readArchiveBytes(file: string): Promise<Uint8Array | undefined> {
  return contentOf(file, CHART_LIMITS.bytes).catch(() => undefined);
}

/** What a file holds; `undefined` if that is more than `most` bytes. A file that is no regular one is empty. */
async function contentOf(file: string, most: number): Promise<Uint8Array | undefined> {
  const opened = await openFile(file, READ_WITHOUT_WAITING);
  try {
    const status = await statusOfOpen(opened);
    if (status.size > most) return undefined;
    const bytes = Buffer.alloc(status.isFile() ? status.size : 0);
    let end = 0;
    while (end < bytes.length) {
      const count = await readInto(opened, bytes, end);
      if (count === 0) break;
      end += count;
    }
    return bytes.subarray(0, end);
  } finally {
    await closeFile(opened);
  }
}

function readInto(opened: number, bytes: Buffer, from: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(opened, bytes, from, bytes.length - from, from, (error, count) =>
      error ? reject(error) : resolve(count),
    );
  });
}

function refused(file: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return error;
  if (file === "") {
    return new ChartRefused(
      isMissing(error)
        ? l10n.t("The folder does not exist.")
        : l10n.t("The folder cannot be read ({0}).", error.code),
    );
  }
  if (error.code === "ENOENT")
    return new ChartRefused(
      l10n.t(
        "{0} is a link to something that does not exist, so Helm does not load the chart.",
        quoted(file),
      ),
    );
  return new ChartRefused(
    l10n.t("{0} cannot be read ({1}), so the chart is not read.", quoted(file), error.code),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
