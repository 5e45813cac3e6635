import * as l10n from "@vscode/l10n";
import type { Position, Range } from "vscode-languageserver-types";
import type { Origin, Span } from "../values/helm-tree.ts";
import type { ReleaseFile, ReleaseStack } from "../values/release-stack.ts";
import { Lines } from "../yaml/lines.ts";
import { memo } from "../yaml/memo.ts";
import { regionOf } from "../yaml/region.ts";
import { cut } from "../yaml/shown.ts";
import type { YamlFile } from "../yaml/tree.ts";

/** The place of a value: its file, the range of its name (of the value itself if it has none), and the range of both together. */
export interface ValuePlace {
  readonly uri: string;
  readonly name: Range;
  readonly whole: Range;
}

/** An origin in a few words, with the part of them that refers to a place in a file. */
export interface OriginText {
  readonly text: string;
  readonly link?: { readonly start: number; readonly end: number; readonly place: ValuePlace };
}

const linesOf = memo((file: YamlFile) => new Lines(file));

/** An origin in a few words: `values.yaml:12`, `--set #1`, `chart default, line 4`, `from top-level image.tag (values.yaml:3)`. */
export function originText(origin: Origin, stack: ReleaseStack): OriginText {
  switch (origin.kind) {
    case "chart-default": {
      const place = originPlace(origin, stack);
      const line = (place?.name.start.line ?? 0) + 1;
      const below = origin.isBelow && oneLine(cut(origin.chart, 80));
      if (!place)
        return { text: below ? l10n.t("default of the subchart {0}", below) : l10n.t("chart default") };
      const text = below
        ? l10n.t("default of the subchart {0}, line {1}", below, line)
        : l10n.t("chart default, line {0}", line);
      return { text, link: { start: 0, end: text.length, place } };
    }
    case "set":
    case "file": {
      const place = originPlace(origin, stack);
      const name = origin.kind === "set" ? setName(stack, origin.set) : oneLine(origin.name);
      if (!place) return { text: name };
      const text = `${name}:${place.name.start.line + 1}`;
      return { text, link: { start: 0, end: text.length, place } };
    }
    case "inherited": {
      const { text: inner, link } = originText(origin.from, stack);
      const text = l10n.t("from top-level {0} ({1})", origin.key, inner);
      const before = text.lastIndexOf(inner);
      const moved = link && { ...link, start: link.start + before, end: link.end + before };
      return { text, link: moved };
    }
  }
}

/**
 * An origin in just enough words to tell it from others: `values.yaml:12`, `--set #1`, `inherited, values.yaml:3`. `undefined`
 * for the chart's defaults.
 */
export function shortOrigin(origin: Origin, stack: ReleaseStack): string | undefined {
  switch (origin.kind) {
    case "chart-default":
      return undefined;
    case "set":
    case "file": {
      const place = originPlace(origin, stack);
      const name =
        origin.kind === "set" ? setName(stack, origin.set) : oneLine(shortName(origin.name, stack));
      return place ? `${name}:${place.name.start.line + 1}` : name;
    }
    case "inherited": {
      const from = shortOrigin(origin.from, stack);
      return from === undefined ? undefined : l10n.t("inherited, {0}", from);
    }
  }
}

/** The last part of a file's name, or all of it if another file of the stack ends with the same part. */
function shortName(name: string, { files }: ReleaseStack): string {
  const last = lastPart(name);
  return files.some((other) => other.name !== name && lastPart(other.name) === last) ? name : last;
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}

/** The place of an origin in its file; `undefined` if it is in no file. */
export function originPlace(origin: Origin, stack: ReleaseStack): ValuePlace | undefined {
  if (origin.kind === "inherited") return originPlace(origin.from, stack);
  if (origin.kind === "set") {
    const { place } = stack.sets[origin.set] ?? {};
    if (!place) return undefined;
    const name = rangeIn(place.file, place);
    return { uri: place.uri, name, whole: name };
  }
  const { uri, file } = fileOf(origin, stack) ?? {};
  const { key, value } = origin;
  if (uri === undefined || !file || !value) return undefined;
  const { onlyPlace } = regionOf(file);
  if (onlyPlace) {
    const name = rangeIn(onlyPlace.file, onlyPlace);
    return { uri, name, whole: name };
  }
  const end = value.offset + value.length;
  const first = key ?? value;
  const whole = { offset: first.offset, length: Math.max(end, first.offset + first.length) - first.offset };
  return { uri, name: rangeIn(file, first), whole: rangeIn(file, whole) };
}

function fileOf(
  origin: Exclude<Origin, { kind: "inherited" | "set" }>,
  { files }: ReleaseStack,
): Pick<ReleaseFile, "uri" | "file"> | undefined {
  if (origin.kind === "file") return files[origin.file];
  return origin.kind === "chart-default" ? origin.source : undefined;
}

/** An entry by its place in a document, or by its flag and its number among the entries with that flag: `--set #2`. */
export function setName(stack: ReleaseStack, set: number): string {
  return setNamesOf(stack)[set] ?? "--set #1";
}

const setNamesOf = memo(({ sets }: ReleaseStack): readonly string[] => {
  const numbers = new Map<string, number>();
  return sets.map(({ flag, place }) => {
    if (place) return oneLine(place.name);
    const number = (numbers.get(flag) ?? 0) + 1;
    numbers.set(flag, number);
    return `--${flag} #${number}`;
  });
});

/** Text on one line, for a comment. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085\u2028\u2029\p{Cc}]+/gu, " ");
}

function rangeIn(file: YamlFile, { offset, length }: Span): Range {
  const lines = linesOf(file);
  const position = (offset: number): Position => {
    const line = lines.lineAt(offset);
    // The first line begins after a byte order mark, which counts as a character of the document.
    return { line, character: line === 0 ? offset : offset - lines.start(line) };
  };
  return { start: position(offset), end: position(offset + length) };
}
