import { isInside, keepsColumn } from "./bounds.ts";
import type { Edit } from "./edits/edit.ts";
import { applied } from "./edits/edits.ts";
import { lineChanges } from "./edits/line-edits.ts";
import { memo } from "./memo.ts";
import { parseYaml } from "./reader/parse.ts";
import type {
  Bounds,
  Editable,
  FoundRegion,
  Interpolation,
  Path,
  PlaceInFile,
  YamlDocument,
  YamlFile,
} from "./tree.ts";

const ANYWHERE: Editable = {
  bounds: () => undefined,
  edited: (edits, { text }) => parseYaml(applied(text, edits)),
};
const NOWHERE: Editable = { bounds: () => [], edited: () => undefined };

/** Texts that another product replaces or decrypts before Helm reads the values in its document. */
const OPAQUE: Readonly<Record<Interpolation | "none", RegExp>> = {
  none: /\bENC\[/,
  envsubst: /\bENC\[|\$\{[^{}]*\}/,
  "go-template": /\bENC\[|\$\{[^{}]*\}|\{\{[^{}]*\}\}/,
  "angle-brackets": /\bENC\[|\$\{[^{}]*\}|<<[^<>]*>>/,
};

/**
 * The piece of a text that the values of a file are in: all of the text, what is below the key of a dependency, or a place in a document of another
 * product, where they may be a mapping or a text. It is made by whoever finds it; all others only ask it.
 */
class Region {
  readonly #file: YamlFile;
  readonly #editable: Editable;
  readonly #interpolation: Interpolation | undefined;
  /** All of the text, as it was read to find the values: problems outside of them are in it, too. */
  readonly top: YamlFile;
  /** The path from the top level of the text to the values. */
  readonly path: Path;
  /** True if the values are all of a file that is theirs. */
  readonly isWhole: boolean;
  /** True if the values are in a document of another product, which is all that has them. */
  readonly isEmbedded: boolean;
  /** The document of another product around the values, if it is YAML. */
  readonly around: YamlFile | undefined;
  /** True if the values are written as they are read, so that all in them has a place of its own. */
  readonly isWritten: boolean;
  /** The only place that anything in the values has, if they are not written as they are read. */
  readonly onlyPlace: PlaceInFile | undefined;

  constructor(file: YamlFile) {
    const found: Partial<FoundRegion> = file.foundRegion ?? { editable: ANYWHERE };
    const { top = file, path = [], embedding, editable = NOWHERE } = found;
    this.#file = file;
    this.#editable = editable;
    this.#interpolation = embedding?.interpolation;
    this.top = top;
    this.path = path;
    this.isWhole = file.foundRegion === undefined;
    this.isEmbedded = embedding !== undefined;
    this.around = embedding?.around;
    this.isWritten = editable !== NOWHERE;
    this.onlyPlace = embedding?.onlyPlace;
  }

  /** The rest of a path from the top level of the text, from the values on; `undefined` if it does not lead there. */
  below(path: Path): Path | undefined {
    const isBelow = this.path.every((step, index) => path[index] === step);
    return isBelow ? path.slice(this.path.length) : undefined;
  }

  /** True if a line has a text that another product replaces, so that its value is not known. */
  isOpaque(line: string): boolean {
    return this.isEmbedded && OPAQUE[this.#interpolation ?? "none"].test(line);
  }

  /** The pieces of the text that edits stay in; `undefined` if that is all of it. */
  get bounds(): readonly Bounds[] | undefined {
    return this.#editable.bounds(this.#file);
  }

  /** The bounds of edits around an offset; `undefined` if there are none. */
  boundsAt(offset: number): Bounds | undefined {
    return this.bounds?.find(({ start, end }) => start <= offset && offset <= end);
  }

  /** True if a text can be inserted while the user is writing, although the text around it may be incomplete. */
  admits(edit: Edit): boolean {
    const { bounds } = this;
    const isOurs = (each: Bounds) => isInside(each, edit) && keepsColumn(each, this.#file.text, edit);
    return bounds === undefined || bounds.some(isOurs);
  }

  /**
   * The only way to change a file. The edits are in the order of the text, and do not overlap. If only a part of the file has values, the edits stay inside of that part, and the text
   * around keeps its meaning: otherwise `undefined`. The result has the same part.
   */
  edited(edits: readonly Edit[]): YamlFile | undefined {
    return this.#editable.edited(edits, this.#file);
  }
}

export type { Region };

/** The whole document that a document is a part of, or that document itself. */
export function wholeOf(document: YamlDocument): YamlDocument {
  return document.whole ?? document;
}

/** The region of the values of a file: the same object for the same file. */
export const regionOf = memo((file: YamlFile): Region => new Region(file));

/** The whole file that Helm reads, given a file that may be only a part; for values in a document of another product, the part itself. */
export function readByHelm(file: YamlFile): YamlFile {
  const { isEmbedded, top } = regionOf(file);
  return isEmbedded ? file : top;
}

/** The edits that turn a file into a version that edits have led to, line by line. They stay in its bounds. */
export function editsBetween(before: YamlFile, after: YamlFile): Edit[] {
  const boundsIn = (file: YamlFile) => regionOf(file).bounds ?? [{ start: 0, end: file.text.length }];
  const now = boundsIn(after);
  let moved = 0;
  return boundsIn(before).flatMap(({ start, end }, index) => {
    // A region may begin with the key that holds it, where there was none.
    const [from, to] = [start + moved, now[index]?.end ?? end + moved];
    moved = to - end;
    const changes = lineChanges(before.text.slice(start, end), after.text.slice(from, to));
    return changes.map((edit) => ({ ...edit, start: start + edit.start, end: start + edit.end }));
  });
}
