import type { SchemaModel, SchemaNode } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import { type HelmNode, nodeAt as helmNodeAt, type Origin } from "../values/helm-tree.ts";
import { defaultsAround, fileIndexOf } from "../values/release-stack.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { depthOf, findProperty, isMergeKey, nodeAt, pathOf, valueAt } from "../yaml/lookup.ts";

import type { Path, PropertyNode, ValueNode, ValuesRoot, YamlNode } from "../yaml/tree.ts";
import { unquoted } from "../yaml/unquoted.ts";
import type { Analysis } from "./analysis.ts";
import { defaultsOf } from "./chart-defaults.ts";
import type { DecidingWord, SchemaChoice } from "./charts-in-use.ts";
import { EffectiveValue, isFrom, isSameValue } from "./effective-value.ts";
import { PlaceEdit } from "./place-edit.ts";
import { type ReleaseValues, releaseValues } from "./release-values.ts";

/** The join of text, schema and effective values: features ask it about places. */
export class Semantics {
  readonly analysis: Analysis;
  /** The schemas of the chart that the file is for. */
  readonly schemas: Schemas;
  readonly documents: readonly DocumentSemantics[];
  readonly #charts: SchemaChoice;

  constructor(analysis: Analysis, charts: SchemaChoice) {
    this.analysis = analysis;
    this.schemas = charts.schemasFor(analysis);
    this.#charts = charts;
    this.documents = analysis.roots.map(
      (root) => new DocumentSemantics(analysis, root, charts, this.schemas),
    );
  }

  /** The semantics of the text with edits; see `Analysis.edited`. */
  edited(edits: readonly Edit[]): Semantics | undefined {
    const edited = this.analysis.edited(edits);
    return edited && new Semantics(edited, this.#charts);
  }

  /** The document that contains an offset. */
  documentAt(offset: number): DocumentSemantics | undefined {
    const root = this.analysis.rootAt(offset);
    return root && this.documents.find((document) => document.root === root);
  }

  /** The key or value at an offset; `undefined` between them, and in merge keys and their values. */
  at(offset: number): WrittenSubject | undefined {
    return this.documentAt(offset)?.atOffset(offset);
  }
}

/** One document with values or with the operator resource, joined with its schema and its releases. */
export class DocumentSemantics {
  readonly analysis: Analysis;
  readonly root: ValuesRoot;
  readonly schemas: Schemas;
  readonly schema: SchemaModel;
  readonly #charts: SchemaChoice;
  #releases: readonly [ReleaseValues, ...ReleaseValues[]] | undefined;

  constructor(analysis: Analysis, root: ValuesRoot, charts: SchemaChoice, schemas: Schemas) {
    this.analysis = analysis;
    this.root = root;
    this.schemas = schemas;
    this.schema = this.schemas.model(root.kind);
    this.#charts = charts;
  }

  /** The values of each release that names the file; if none does, those of the file alone. */
  get releases(): readonly [ReleaseValues, ...ReleaseValues[]] {
    if (!this.#releases) {
      const [first, ...others] = this.analysis.stacksOf(this.root);
      const valuesOf = (stack: typeof first) => releaseValues(stack, this.#charts.schemasOf(stack));
      this.#releases = [valuesOf(first), ...others.map(valuesOf)];
    }
    return this.#releases;
  }

  /** The first of them, which rules follow. */
  get release(): ReleaseValues {
    return this.releases[0];
  }

  /** The subject at a path, whether it is written or not; or at a key or value of the tree. */
  at(place: Path | YamlNode): Subject {
    return "type" in place ? new Subject(this, pathOf(place), place) : new Subject(this, place);
  }

  /** The key or value at an offset; `undefined` between them, and in merge keys and their values. */
  atOffset(offset: number): WrittenSubject | undefined {
    const node = nodeAt(this.root.node, offset);
    if (isMerging(node)) return undefined;
    const written = node && placeOf(node);
    if (written) return new WrittenSubject(this, written);
    const unread = unreadPlace(this.analysis, offset);
    return unread && new WrittenSubject(this, unread);
  }

  /**
   * The chart's own value at a path; `undefined` without one, or if the schema gives it only in words. While the chart is not decided, that
   * is the value in which the possible charts agree.
   */
  defaultAt(path: Path): HelmNode | undefined {
    const [stack] = this.analysis.stacksOf(this.root);
    const around = this.root.kind === "values" ? defaultsAround(stack, this.analysis.text.uri) : undefined;
    if (around) return releaseValues(around, this.#charts.schemasOf(around)).given(path);
    const [first, ...others] = (this.schemas.chart.candidates ?? [this.schemas]).map((schemas) =>
      helmNodeAt(defaultsOf(schemas), path),
    );
    const isAgreed = others.every((other) => first && other && isSameValue(first, other));
    return isAgreed ? first : undefined;
  }

  /** True if the version of its chart is only assumed to be the newest. */
  get assumesVersion(): boolean {
    return this.root.kind === "values" && this.#charts.assumesVersion(this.analysis);
  }

  /** The words of the document that alone decide its chart, or leave it undecided; empty if something names the chart. */
  get decidingWords(): readonly DecidingWord[] {
    return this.root.kind === "values" ? this.#charts.decidingWords(this.analysis, this.root.node) : [];
  }

  /** The effective value at a path in one of the releases, as seen from this document. */
  effectiveIn(release: ReleaseValues, path: Path): EffectiveValue {
    return new EffectiveValue(release, path, this.fileIn(release));
  }

  /** The index of the document's file in a release. */
  fileIn({ stack }: ReleaseValues): number {
    return fileIndexOf(stack, this.analysis.text.uri, this.analysis.file);
  }

  /** True if an origin, in the first release, is in this document's file; with an offset, if it is the key (or item) that begins there. */
  isHere(origin: Origin, offset?: number): boolean {
    return isFrom(origin, this.fileIn(this.release), offset);
  }
}

/** A place of a document: its text, its schema, its effective values, and the possible changes. Expensive parts are computed when asked for. */
export class Subject {
  readonly document: DocumentSemantics;
  readonly path: Path;
  readonly #written: YamlNode | undefined;
  #effective: readonly EffectiveValue[] | undefined;

  constructor(document: DocumentSemantics, path: Path, written?: YamlNode) {
    this.document = document;
    this.path = path;
    this.#written = written;
  }

  /** The document's own value there, with aliases and merge keys followed. */
  get node(): ValueNode | undefined {
    const written = this.#written;
    if (written === undefined) return valueAt(this.document.root.node, this.path);
    return written.type === "property" ? written.valueNode : written;
  }

  /** The key with its value; absent for an item and for the document as a whole. */
  get property(): PropertyNode | undefined {
    const written = this.#written;
    if (written?.type === "property") return written;
    if (written) return written.parent?.type === "property" ? written.parent : undefined;
    const key = this.path.at(-1);
    const holder = valueAt(this.document.root.node, this.path.slice(0, -1));
    return typeof key === "string" ? findProperty(holder, key) : undefined;
  }

  /** The place itself if it is written, else the deepest written one around it; not the document as a whole. */
  get nearest(): Subject | undefined {
    const depth = depthOf(this.document.root.node, this.path);
    return depth === 0 ? undefined : this.document.at(this.path.slice(0, depth));
  }

  /** The possible changes at the place. */
  get edit(): PlaceEdit {
    const { analysis, root } = this.document;
    return new PlaceEdit(analysis, root, this);
  }

  /** The schema of the place; `undefined` if it is not known. */
  get schema(): SchemaNode | undefined {
    return this.document.schema.at(this.path);
  }

  /** The effective value there in each release of the file; empty for an operator resource, which is not merged with anything. */
  get effective(): readonly EffectiveValue[] {
    const { document, path } = this;
    if (document.root.kind !== "values") return [];
    this.#effective ??= document.releases.map((release) => document.effectiveIn(release, path));
    return this.#effective;
  }
}

/** The place at an offset in the text: the word there, and its path. */
export class WrittenSubject extends Subject {
  /** The range of the word. */
  readonly start: number;
  readonly end: number;
  /** The offset of the key or item with the value; absent in text that is not YAML yet. */
  readonly written: number | undefined;

  constructor(document: DocumentSemantics, { path, start, end, written }: WrittenPlace) {
    super(document, path);
    this.start = start;
    this.end = end;
    this.written = written;
  }
}

interface WrittenPlace {
  readonly path: Path;
  readonly start: number;
  readonly end: number;
  readonly written?: number;
}

/** The place of a key, a scalar or an alias. Mappings and lists have none, only their content. */
function placeOf(node: YamlNode): WrittenPlace | undefined {
  if (node.length === 0 || node.type === "property") return undefined;
  if ((node.type === "object" || node.type === "array") && !node.alias) return undefined;
  const written = node.parent?.type === "property" ? node.parent.offset : node.offset;
  return { path: pathOf(node), start: node.offset, end: node.offset + node.length, written };
}

/** A key on a line that is not YAML yet has no node; the lines around it tell its place. */
function unreadPlace(analysis: Analysis, offset: number): WrittenPlace | undefined {
  const cursor = analysis.cursorAt(offset);
  if (!cursor || cursor.start === cursor.end) return undefined;
  const { start, end, path } = cursor;
  if (cursor.kind === "value") return { path, start, end };
  const word = unquoted(analysis.file.text.slice(start, end));
  return { path: [...path, word], start, end };
}

/** True if a node belongs to a merge key or to its value, which is never a key of the mapping around it, even if any key is allowed. */
function isMerging(node: YamlNode | undefined): boolean {
  for (let holder = node; holder; holder = holder.parent)
    if (holder.type === "property" && isMergeKey(holder)) return true;
  return false;
}
