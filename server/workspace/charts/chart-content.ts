import * as l10n from "@vscode/l10n";
import type { ChartTexts } from "../../core/chart/chart.ts";
import { CHART_LIMITS, type ChartLimits, MEBIBYTE } from "./chart-limits.ts";

/** The texts of a chart, or the reason as one sentence. */
export type ReadChart =
  | { readonly texts: ChartTexts; readonly problem?: undefined; readonly isMissing?: undefined }
  | (ChartFault & { readonly texts?: undefined; readonly isMissing?: boolean });

/** The reason why a chart is not read. */
export interface ChartFault {
  /** One sentence for the user. */
  readonly problem: string;
  /** True if the target of a link is where nothing may be read. */
  readonly leadsOut?: boolean;
}

/** Refuses a chart: one sentence for the user, with what to do about it if something can be done. */
export class ChartRefused extends Error {}

/** A file of the chart is where nothing may be read. */
export class ChartLeadsOut extends ChartRefused {
  /** `file` is its path from the folder of the chart. */
  constructor(file: string) {
    super(
      l10n.t(
        "{0} is a link to a place outside the folders that may be read, so the chart is not read.",
        quotedName(file),
      ),
    );
  }
}

/** There is nothing at the address of a chart. */
export class ChartMissing extends ChartRefused {}

/** The texts that `read` returns, or the sentence with which it refuses the chart. Any other error is a bug and is thrown on. */
export async function orProblem(read: () => Promise<ChartTexts>): Promise<ReadChart> {
  try {
    return { texts: await read() };
  } catch (error) {
    if (error instanceof ChartMissing) return { problem: error.message, isMissing: true };
    if (error instanceof ChartLeadsOut) return { problem: error.message, leadsOut: true };
    if (error instanceof ChartRefused) return { problem: error.message };
    throw error;
  }
}

const FILES = new Set([
  "Chart.yaml",
  "Chart.lock",
  "values.yaml",
  "values.schema.json",
  "requirements.yaml",
  "requirements.lock",
]);
const FOLDERS = new Set(["templates", "crds"]);

/**
 * The kind of a chart's file, by its path: a text about the chart or a chart inside it, a packed chart, or `undefined` for all others. Helm passes
 * over names in `charts` that begin with a dot or an underscore: https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/loader/load.go (LoadFiles).
 */
export function partOfChart(path: string): "text" | "archive" | undefined {
  const names = ownNames(path);
  const [first = "", second] = names ?? [];
  if (first === "charts") return second?.endsWith(".tgz") ? "archive" : undefined;
  return second === undefined
    ? FILES.has(first)
      ? "text"
      : undefined
    : FOLDERS.has(first)
      ? "text"
      : undefined;
}

/** False for folders of a chart that have no file which `partOfChart` knows. */
export function mayHoldParts(folder: string): boolean {
  const [first, second] = ownNames(`${folder}/`) ?? [];
  return first === "" || (first === "charts" && second === "") || FOLDERS.has(first ?? "");
}

/** The names of a path from the innermost chart; `undefined` if Helm passes over that chart. */
function ownNames(path: string): readonly string[] | undefined {
  const names = path.split("/");
  let depth = 0;
  while (names[depth] === "charts") {
    if (/^[_.]/.test(names[depth + 1] ?? "")) return undefined;
    if (names.length - depth <= 2) break;
    depth += 2;
  }
  return names.slice(depth);
}

/** The number of `charts` folders in a path. */
function nestingOf(path: string): number {
  const names = path.split("/");
  let nesting = 0;
  while (names[nesting * 2] === "charts" && names.length > nesting * 2 + 1) nesting++;
  return nesting;
}

/** A chart that is packed inside another one. */
export interface PackedChart {
  /** Its path from the folder of the outermost chart. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of a chart as they are found, within the limits for all of them. Every method throws `ChartRefused` where a limit is exceeded. */
export class ChartContent {
  readonly limits: ChartLimits;
  readonly #texts = new Map<string, string>();
  readonly #packed = new Map<string, Uint8Array>();
  #files = 0;
  #entries = 0;
  #bytes = 0;

  constructor(limits: Partial<ChartLimits> = {}) {
    this.limits = { ...CHART_LIMITS, ...limits };
  }

  /** Bytes that may still be unpacked. */
  get bytesLeft(): number {
    return this.limits.bytes - this.#bytes;
  }

  /** Counts something that is looked at. */
  countEntry(): void {
    const { entries } = this.limits;
    if (++this.#entries > entries)
      throw new ChartRefused(
        l10n.t("The chart has more than {0} files and folders, so it is not read.", numberText(entries)),
      );
  }

  /** Counts a file that is going to be read; `path` is that from the folder of the outermost chart. */
  countFile(path: string, size: number): void {
    const { files } = this.limits;
    if (++this.#files > files)
      throw new ChartRefused(
        l10n.t("The chart has more than {0} files, so it is not read.", numberText(files)),
      );
    if (path.length > this.limits.pathLength || path.split("/").length > this.limits.pathDepth)
      throw new ChartRefused(
        l10n.t("The chart has a file whose path is too long to be read: {0}.", quotedName(path)),
      );
    if (nestingOf(path) > this.limits.nesting)
      throw new ChartRefused(
        l10n.t(
          "The chart has charts inside charts more than {0} levels deep: {1}.",
          this.limits.nesting,
          quotedName(path),
        ),
      );
    if (size > this.limits.fileBytes)
      throw new ChartRefused(
        l10n.t(
          "The file {0} of the chart is larger than {1}, so the chart is not read.",
          quotedName(path),
          megabytes(this.limits.fileBytes),
        ),
      );
  }

  /** Counts bytes that were unpacked or read. */
  countBytes(count: number): void {
    this.#bytes += count;
    if (this.bytesLeft < 0) throw this.tooLarge();
  }

  tooLarge(): ChartRefused {
    return new ChartRefused(
      l10n.t("The chart is larger than {0} unpacked, so it is not read.", megabytes(this.limits.bytes)),
    );
  }

  /** Keeps a file that matters. Of two with the same path the last one counts, as for Helm. Bytes that are not UTF-8 are left out. */
  add(path: string, bytes: Uint8Array): void {
    if (partOfChart(path) === "archive") this.#packed.set(path, bytes);
    else {
      const text = decodedText(bytes);
      if (text === undefined) this.#texts.delete(path);
      else this.#texts.set(path, text);
    }
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  /** The packed charts that were found since this was asked last, by their paths. */
  takePacked(): readonly PackedChart[] {
    const packed = [...this.#packed].map(([path, bytes]) => ({ path, bytes }));
    this.#packed.clear();
    return packed.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** All texts, in the order of their paths. */
  texts(): ChartTexts {
    return new Map([...this.#texts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A text without its byte order mark, which Helm takes away, too; `undefined` if the bytes are not UTF-8. */
export function decodedText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A name that anybody may have chosen, on one line and not too long. */
export function quotedName(name: string): string {
  const printable = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{FFFD}");
  const characters = [...printable.slice(0, 200)];
  return `"${characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : printable}"`;
}

function megabytes(bytes: number): string {
  return bytes >= MEBIBYTE ? `${Math.floor(bytes / MEBIBYTE)} MB` : l10n.t("{0} bytes", numberText(bytes));
}

function numberText(number: number): string {
  return number.toLocaleString("en");
}
