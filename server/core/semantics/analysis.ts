import type { Position, TextEdit } from "vscode-languageserver-textdocument";
import { KINDS, rootsOf, type ValuesRoot } from "../kinds.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { documentsFor, isRead } from "../values/helm-documents.ts";
import type { HelmComplaint } from "../values/helm-verdict.ts";
import type { HelmMajor } from "../values/refusal.ts";
import { aloneStack, DEFAULT_HELM, type ReleaseStack, type StackChart } from "../values/release-stack.ts";
import { type Cursor, cursorAt, cursorInItemAbove, type KeyCursor } from "../yaml/cursor/cursor.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { FixedText } from "../yaml/fixed-text.ts";
import { Lines } from "../yaml/lines.ts";
import { hasReference } from "../yaml/opaque-text.ts";
import { editsBetween, type Region, regionOf } from "../yaml/region.ts";
import { type Style, styleAt, styleOf } from "../yaml/style.ts";
import type { YamlDocument, YamlFile, YamlNode } from "../yaml/tree.ts";

/** Everything known about one version of one text. Features read it; none of them parses again. */
export class Analysis {
  readonly text: FixedText;
  readonly file: YamlFile;
  /** The piece of the text that the values are in. */
  readonly region: Region;
  /** The documents of the file with values or with the operator resource. */
  readonly roots: readonly ValuesRoot[];
  /** The first of them with values. */
  readonly firstValues: ValuesRoot | undefined;
  readonly #rootOf: ReadonlyMap<YamlDocument, ValuesRoot>;
  /** The major version of Helm in use, which decides how several documents are read. */
  readonly helm: HelmMajor;
  /** The names of the chart, for a file that no release names. */
  readonly #chart: StackChart;
  /** Helm's objections to these values; empty if Helm was not asked. */
  readonly complaints: readonly HelmComplaint[];
  readonly #releases: readonly [ReleaseStack, ...ReleaseStack[]] | undefined;
  /** The stack of a document that is read alone, or of a file whose documents are read together. */
  readonly #alone = new Map<YamlDocument | YamlFile, readonly [ReleaseStack]>();
  /** Edits that have been tried, with those that they have been tried with and that stay in our part of the text. */
  readonly #tried = new WeakMap<Edit, ReadonlySet<Edit>>();
  #lines: Lines | undefined;
  #style: Style | undefined;

  /** `releases` are those that name the file; each holds `file` itself as one of its files. */
  constructor(
    uri: string,
    version: number,
    file: YamlFile,
    roots: readonly ValuesRoot[],
    releases: readonly ReleaseStack[] = [],
    helm: HelmMajor = DEFAULT_HELM,
    chart: StackChart = {},
    complaints: readonly HelmComplaint[] = [],
  ) {
    this.text = new FixedText(uri, version, file.text);
    this.file = file;
    this.region = regionOf(file);
    this.roots = roots;
    this.firstValues = roots.find(({ kind }) => kind.isMerged);
    this.#rootOf = new Map(roots.map((root) => [root.document, root]));
    this.helm = helm;
    this.#chart = chart;
    this.complaints = complaints;
    const [first, ...others] = releases;
    this.#releases = first && [first, ...others];
  }

  /** The same text with Helm's objections to its values. */
  withComplaints(complaints: readonly HelmComplaint[]): Analysis {
    if (complaints.length === 0) return this;
    const { text, file, roots, helm } = this;
    return new Analysis(
      text.uri,
      text.version,
      file,
      roots,
      this.#releases ?? [],
      helm,
      this.#chart,
      complaints,
    );
  }

  /** The same text as if all of its documents had values: for questions about its structure, not about its content. */
  get ofStructure(): Analysis {
    const { uri, version } = this.text;
    return new Analysis(uri, version, this.file, rootsOf(this.file, KINDS.operator));
  }

  /** The key of the top level that values go below, as YAML: see `EditedText`. */
  get missingKey(): string | undefined {
    const [key] = this.region.path;
    return key === undefined ? undefined : scalarText(String(key));
  }

  get lines(): Lines {
    this.#lines ??= new Lines(this.file, this.text.lineStarts);
    return this.#lines;
  }

  get style(): Style {
    // The key that holds embedded values is indented as the document around them.
    const { document, node } = (this.region.isEmbedded && this.roots[0]) || {};
    const first = document?.key
      ? this.lines.lineAt(document.key.offset) + 1
      : this.lines.lineAt(node?.offset ?? 0);
    this.#style ??= styleOf(this.lines, first);
    return this.#style;
  }

  /** The style at a cursor. `editorIndent` is the editor's own indentation, for a text without any. */
  styleAt(cursor: Cursor | undefined, editorIndent: number | undefined): Style {
    if (cursor === undefined) return styleAt(this.style, { column: 0, path: [] }, editorIndent);
    const { path: above } = this.region;
    const bounds = above.length === 0 ? undefined : this.region.boundsAt(cursor.start);
    // The text around the values has an indentation of its own.
    const outer = bounds ? Math.max(bounds.column, 0) : this.leastColumn(cursor.start);
    const place = { column: cursor.column - outer, path: [...above, ...cursor.path] };
    return styleAt(this.style, place, editorIndent);
  }

  /** A node, or another piece of the text, as it is written. */
  source({ offset, length }: Pick<YamlNode, "offset" | "length">): string {
    return this.file.text.slice(offset, offset + length);
  }

  /**
   * The analysis of the text with edits, which are in the order of the text and do not overlap. The documents keep their kinds, and the
   * releases stay. `undefined` if the result cannot be read or has another number of documents, or if the edits leave the part of the text
   * with values (`Region`).
   */
  edited(edits: readonly Edit[]): Analysis | undefined {
    const places = new Map(this.file.documents.map((document, index) => [document, index]));
    const file = this.region.edited(edits);
    if (file === undefined || file.refused !== undefined || file.documents.length !== places.size)
      return undefined;
    const roots = this.roots.flatMap(({ kind, document: old }) => {
      const document = file.documents[places.get(old) ?? -1];
      return document ? [{ kind, document, node: document.root }] : [];
    });
    const releases = (this.#releases ?? []).map((stack) => ({
      ...stack,
      files: stack.files.map((other) => (other.file === this.file ? { ...other, file } : other)),
    }));
    const together = new Set(edits);
    for (const edit of edits) this.#tried.set(edit, together);
    return new Analysis(this.text.uri, this.text.version, file, roots, releases, this.helm, this.#chart);
  }

  /** The root whose document contains an offset. */
  rootAt(offset: number): ValuesRoot | undefined {
    return this.roots.findLast((root) => root.document.start <= offset && offset <= root.document.end);
  }

  /** The same, or else the first one, for findings without a place of their own. */
  rootFor(offset: number): ValuesRoot | undefined {
    return this.rootAt(offset) ?? (this.region.path.length === 0 ? undefined : this.roots[0]);
  }

  /**
   * The stacks that the values of a document belong to, at least one: one stack for each release that names the file,
   * else the file alone. A document that Helm does not read is always alone.
   */
  stacksOf(root: ValuesRoot): readonly [ReleaseStack, ...ReleaseStack[]] {
    const counts = root.kind.isMerged && isRead(this.file, root.document, this.helm);
    return this.#releases && counts ? this.#releases : this.#aloneStacks(root, counts);
  }

  /** The stack whose chart the file is for: that of the first document with values. */
  get stack(): ReleaseStack | undefined {
    return this.firstValues && this.stacksOf(this.firstValues)[0];
  }

  /** The stack that the values of a document belong to when no release is asked about. */
  aloneStackOf(root: ValuesRoot): ReleaseStack {
    return this.#aloneStacks(root, isRead(this.file, root.document, this.helm))[0];
  }

  #aloneStacks(root: ValuesRoot, counts: boolean): readonly [ReleaseStack] {
    const whose = counts ? this.file : root.document;
    const known = this.#alone.get(whose);
    if (known) return known;
    const read = counts ? documentsFor(this.file, this.helm) : [root.document];
    const documents = read.map((document) => this.#onlyValues(document));
    const stacks: [ReleaseStack] = [
      aloneStack(this.text.uri, { ...this.file, documents }, this.helm, this.#chart),
    ];
    this.#alone.set(whose, stacks);
    return stacks;
  }

  /** A document as if it contained only the values. */
  #onlyValues(document: YamlDocument): YamlDocument {
    const root = this.#rootOf.get(document);
    return root ? { ...document, root: root.node } : document;
  }

  /** The cursor among the values at an offset; `undefined` in text without values. */
  cursorAt(offset: number): Cursor | undefined {
    return this.#inValues(this.wholeCursorAt(offset));
  }

  /** The same for all of the text, with the path from its top level. */
  wholeCursorAt(offset: number): Cursor | undefined {
    return cursorAt(this.region.top, this.lines, offset);
  }

  /** The cursor among the keys of the list item above, if it is at the item's dash. */
  inItemAbove(cursor: KeyCursor): KeyCursor | undefined {
    return this.#inValues(cursorInItemAbove(this.region.top, this.lines, cursor));
  }

  #inValues<Found extends Cursor>(cursor: Found | undefined): Found | undefined {
    const { region } = this;
    if (region.path.length === 0 || cursor === undefined) return cursor;
    const path = region.below(cursor.path);
    return !path || (cursor.kind === "value" && path.length === 0) ? undefined : { ...cursor, path };
  }

  /** The range between two offsets. */
  range(start: number, end: number): { start: Position; end: Position } {
    return { start: this.text.positionAt(start), end: this.text.positionAt(end) };
  }

  /** Edits in the form that a client takes; `undefined` if they would change more than the part of the text with values. */
  textEdits(edits: readonly Edit[]): TextEdit[] | undefined {
    if (!this.#areOurs(edits)) return undefined;
    return edits.map((edit) => this.#textEdit(edit));
  }

  #textEdit({ start, end, text }: Edit): TextEdit {
    return { range: this.range(start, end), newText: text };
  }

  /** The same for all differences from a version that edits have led to. */
  textEditsTo(edited: Analysis): TextEdit[] | undefined {
    const made = editsBetween(this.file, edited.file);
    return this.#isWritten(made) ? made.map((edit) => this.#textEdit(edit)) : undefined;
  }

  /** The least column of lines with values around an offset. */
  leastColumn(offset: number): number {
    if (this.region.isWhole) return 0;
    const bounds = this.region.boundsAt(offset);
    const { node } = this.rootAt(offset) ?? {};
    if (bounds === undefined || node === undefined) return 0;
    return node.type === "object" && !node.flow ? this.lines.columnOf(node.offset) : bounds.column + 1;
  }

  #areOurs(edits: readonly Edit[]): boolean {
    if (this.region.bounds === undefined) return true;
    if (!this.#isWritten(edits)) return false;
    const tried = edits[0] && this.#tried.get(edits[0]);
    // Edits that stayed in the region together with others do so alone, as in `allProposals`.
    if (tried && edits.every((edit) => tried.has(edit))) return true;
    const ordered = edits.toSorted((a, b) => a.start - b.start);
    const overlap = ordered.some(({ start }, index) => start < (ordered[index - 1]?.end ?? 0));
    return !overlap && this.edited(ordered) !== undefined;
  }

  /** True if edits contain none of the references that replace expressions in the text that is read. */
  #isWritten(edits: readonly Edit[]): boolean {
    return !this.region.isEmbedded || !edits.some(({ text }) => hasReference(text));
  }
}
