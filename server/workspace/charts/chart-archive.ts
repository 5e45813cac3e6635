import * as l10n from "@vscode/l10n";
import type { TarHeader } from "modern-tar";
import {
  ChartContent,
  ChartRefused,
  orProblem,
  type PackedChart,
  partOfChart,
  quotedName,
  type ReadChart,
} from "./chart-content.ts";
import type { ChartLimits } from "./chart-limits.ts";
import { gunzip } from "./gunzip.ts";

/**
 * The texts of a packed chart, by their paths from the chart's folder, with those of the charts in it. The same entries are read as by Helm:
 * https://github.com/helm/helm/blob/v4.2.4/pkg/chart/loader/archive/archive.go (LoadArchiveFiles). Nothing is written anywhere, and no more is
 * unpacked than the limits allow.
 */
export function readChartArchive(bytes: Uint8Array, limits?: Partial<ChartLimits>): Promise<ReadChart> {
  return orProblem(async () => {
    const content = new ChartContent(limits);
    await unpackInto(content, bytes, "");
    if (!content.has("Chart.yaml"))
      throw new ChartRefused(l10n.t("The archive has no Chart.yaml, so it is not a chart."));
    await unpackNested(content);
    return content.texts();
  });
}

/** Unpacks the charts that were found in the `charts` folders of a chart. `charts/redis-1.0.0.tgz` becomes a folder of that name. */
export async function unpackNested(content: ChartContent): Promise<void> {
  for (let packed = content.takePacked(); packed.length > 0; packed = content.takePacked()) {
    for (const archive of packed) await unpackOne(content, archive);
  }
}

async function unpackOne(content: ChartContent, { path, bytes }: PackedChart): Promise<void> {
  try {
    await unpackInto(content, bytes, `${path}/`);
    if (!content.has(`${path}/Chart.yaml`))
      throw new ChartRefused(l10n.t("The archive has no Chart.yaml, so it is not a chart."));
  } catch (error) {
    if (!(error instanceof ChartRefused)) throw error;
    throw new ChartRefused(
      l10n.t(
        "The chart contains another one in {0} that cannot be read: {1}",
        quotedName(path),
        error.message,
      ),
    );
  }
}

/** Unpacks an archive to a folder: empty, or with a slash at the end. */
async function unpackInto(content: ChartContent, bytes: Uint8Array, folder: string): Promise<void> {
  const tar = await unpacked(content, bytes);
  content.countBytes(tar.length);
  if (hasLongHeader(tar))
    throw new ChartRefused(
      l10n.t("The archive has a header of more than 1 MiB, so neither Helm nor CAP Operator Tools reads it."),
    );
  const { unpackTar } = await import("modern-tar");
  let isEmpty = true;
  const filter = (header: TarHeader): boolean => {
    content.countEntry();
    if (!hasGoodAttributes(header)) throw damaged();
    // For Helm, the mode decides about folders as well.
    if (
      header.type === "directory" ||
      header.name.endsWith("/") ||
      ((header.mode ?? 0) & 0o170000) === 0o040000
    )
      return false;
    const path = pathInChart(header.name);
    isEmpty = false;
    if (partOfChart(path) === undefined) return false;
    content.countFile(folder + path, header.size);
    return true;
  };
  const entries = await unpackTar(tar, { strict: true, filter }).catch((error: unknown) => {
    if (error instanceof ChartRefused) throw error;
    throw damaged();
  });
  for (const { header, data } of entries) {
    // Helm reads a link or a device as a file with nothing in it.
    content.add(folder + pathInChart(header.name), data ?? new Uint8Array());
  }
  if (isEmpty) throw new ChartRefused(l10n.t("The archive has no files in it, so it is not a chart."));
}

/** Go, and so Helm, reads no longer attributes and names of entries: https://github.com/golang/go/blob/go1.25.0/src/archive/tar/format.go (maxSpecialFileSize). */
const LONGEST_HEADER = 1024 * 1024;
const BLOCK = 512;

/** True if a header that describes other entries is longer than Go allows. `modern-tar` finds all other faults. */
function hasLongHeader(tar: Uint8Array): boolean {
  const ascii = new TextDecoder("latin1");
  for (let header = 0; header + BLOCK <= tar.length; ) {
    const size = Number.parseInt(
      ascii.decode(tar.subarray(header + 124, header + 136)).replace(/^[\0 ]+/, ""),
      8,
    );
    if (Number.isNaN(size)) return false;
    if ("xgLK".includes(String.fromCharCode(tar[header + 156] ?? 0)) && size > LONGEST_HEADER) return true;
    header += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return false;
}

const MOST_INTEGER = 2n ** 63n;

/**
 * Tells if Helm accepts the attributes of an entry in the pax format: https://github.com/golang/go/blob/go1.25.0/src/archive/tar/reader.go
 * (mergePAX).
 */
function hasGoodAttributes({ type, pax = {} }: TarHeader): boolean {
  return Object.entries(pax).every(([name, value]) => {
    if (value === "") return true;
    switch (name) {
      case "size":
        return isInteger(value) && (type !== "file" || BigInt(value) >= 0n);
      case "uid":
      case "gid":
        return isInteger(value);
      case "atime":
      case "ctime":
      case "mtime":
        return isInteger(value.replace(/\.\d*$/, ""));
      default:
        return true;
    }
  });
}

/** Tells if Go reads a text as a number of 64 bits. */
function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text) && BigInt(text) >= -MOST_INTEGER && BigInt(text) < MOST_INTEGER;
}

async function unpacked(content: ChartContent, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new ChartRefused(
      l10n.t(
        "The file is not a packaged chart: it is not compressed with gzip. Package the chart with `helm package`.",
      ),
    );
  const tar = await gunzip(bytes, Math.max(1, content.bytesLeft));
  if (tar === "too-large") throw content.tooLarge();
  if (tar === "damaged") throw damaged();
  return tar;
}

function damaged(): ChartRefused {
  return new ChartRefused(
    l10n.t(
      "The archive is damaged or incomplete, so the chart cannot be read. Download or package it again.",
    ),
  );
}

/** The path in the folder that an archive's name begins with, by the rules of Helm, which does not load a chart that breaks one of them. */
function pathInChart(name: string): string {
  const [top = "", ...names] = name.split(name.includes("\\") ? "\\" : "/");
  const inside = names.join("/");
  const path = cleaned(inside);
  if (top === "Chart.yaml")
    throw new ChartRefused(
      l10n.t("The archive has Chart.yaml outside of a folder. Package the chart with `helm package`."),
    );
  if (inside.startsWith("/") || path === "" || path.startsWith("..") || /^[A-Za-z]:\//.test(path))
    throw new ChartRefused(
      l10n.t(
        "The archive has a file outside of the chart's folder, {0}, so neither Helm nor CAP Operator Tools reads it.",
        quotedName(name),
      ),
    );
  return path;
}

/** A path without `.`, `..` and empty names, as far as they stay inside. */
function cleaned(path: string): string {
  const kept: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(name);
  }
  return kept.join("/");
}
