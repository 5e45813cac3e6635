/**
 * The tree of a YAML text. Its nodes are also what vscode-json-languageservice calls an AST, so a JSON Schema can be
 * applied to them directly. Offsets count UTF-16 units from the start of the file.
 */

import type { Edit } from "./edits/edit.ts";
import type { Fault, FileFault } from "./fault.ts";

/** The style in which a scalar is written. `empty` is a missing value: `key:` with nothing after it. */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded" | "empty";

interface BaseNode {
  readonly offset: number;
  length: number;
  /** Always set, if only to `undefined`, so that all nodes of a type have the same shape. */
  parent: YamlNode | undefined;
  /** Name of the anchor (`&name`) on this node. */
  anchor?: string;
  /** The tag as written (`!!str`), if there is one. */
  tag?: string;
  /** Set when this node is an alias (`*name`): it has its target's type and scalar value, but no children. */
  alias?: string;
  /** The node that the alias refers to. Follow it with care: targets hold aliases too. */
  target?: ValueNode;
}

export interface ObjectNode extends BaseNode {
  readonly type: "object";
  readonly flow: boolean;
  readonly properties: PropertyNode[];
  readonly children: PropertyNode[];
}

export interface PropertyNode extends BaseNode {
  readonly type: "property";
  /** The key as Helm has it: always a string. */
  readonly key: string;
  /** The key as it is written. The node of a plain key is created on first use, because it hardly ever is used. */
  readonly keyNode: StringNode;
  readonly valueNode: ValueNode;
  readonly colonOffset: number | undefined;
  readonly children: YamlNode[];
}

export interface ArrayNode extends BaseNode {
  readonly type: "array";
  readonly flow: boolean;
  readonly items: ValueNode[];
  readonly children: ValueNode[];
}

interface ScalarBase extends BaseNode {
  readonly style: ScalarStyle;
}

export interface StringNode extends ScalarBase {
  readonly type: "string";
  readonly value: string;
}

export interface NumberNode extends ScalarBase {
  readonly type: "number";
  readonly value: number;
  readonly isInteger: boolean;
}

export interface BooleanNode extends ScalarBase {
  readonly type: "boolean";
  readonly value: boolean;
}

interface NullNode extends ScalarBase {
  readonly type: "null";
  readonly value: null;
}

export type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;
export type ValueNode = ObjectNode | ArrayNode | ScalarNode;
export type YamlNode = ValueNode | PropertyNode;

/** One step from a collection to what it holds: a key, or an index. */
export type PathSegment = string | number;
export type Path = readonly PathSegment[];

/** A syntax error. The rest of the text is analysed all the same. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly length: number;
  readonly fault: Fault;
  /** True if the problem is a tab that indents, which a fix can replace. */
  readonly tab?: boolean;
}

/** One document of a file; `---` separates them. */
export interface YamlDocument {
  /** The range of the document's lines in the file. */
  readonly start: number;
  readonly end: number;
  readonly root: ValueNode | undefined;
  /** The scalars and the collections in brackets that span several lines, in text order. */
  readonly multiline: readonly ValueNode[];
  /** The offset at which Helm stops reading valid YAML, with the reason in the words of Helm's reader. */
  readonly refusal?: { readonly offset: number; readonly reason: string };
  /** The key whose value the document is, if it is a part of a text. The value has no parent then. */
  readonly key?: PropertyNode;
  /** The document that this one is a part of: see `wholeOf`. */
  readonly whole?: YamlDocument;
}

export interface YamlFile {
  readonly text: string;
  /** Always at least one; an empty text is one document without a root. */
  readonly documents: readonly YamlDocument[];
  readonly problems: readonly SyntaxProblem[];
  /** The number of characters that were parsed for repairs, if any were needed. */
  readonly repairing?: number;
  /** Set if the file was not analyzed at all: too large, too deep, binary. */
  readonly refused?: FileFault;
  /** The part of a file in UTF-16 that Helm 4 reads: the first document, or nothing, because it refuses the file. */
  readonly helm4Reads?: "first" | "nothing";
  /** The description by the finder of these values, if they are not all of a text: `regionOf` answers questions about it. */
  readonly foundRegion?: FoundRegion;
}

/** The syntax of references to texts that a product writes into values: `${...}`, or also `{{ ... }}` or `<< ... >>`. */
export type Interpolation = "envsubst" | "go-template" | "angle-brackets";

/** A piece of a text that edits stay in. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
  /** The column that all lines in it begin to the right of; -1 if they may begin anywhere. */
  readonly column: number;
  /** Set if it is between braces, where nothing is written in lines of its own. */
  readonly flow?: true;
}

/** A region as its finder describes it. Everything else asks `regionOf`. */
export interface FoundRegion {
  /** The text as a file with all that was read to find the values. */
  readonly top: YamlFile;
  /** The path from its top level to the values. */
  readonly path: Path;
  /** Set if the values are in a document of another product: the rest is then nothing that Helm reads. */
  readonly embedding?: Embedding;
  /** The way to change the values; absent if they cannot be changed in place. */
  readonly editable?: Editable;
}

/** The document of another product that values are in, and what it makes of them. */
export interface Embedding {
  /** The file around them; absent for one that is not YAML. */
  readonly around?: YamlFile;
  /** The syntax of the references that the product replaces before Helm reads the values. */
  readonly interpolation?: Interpolation;
  /** The key in the document, if nothing in the values has a place but that. */
  readonly onlyPlace?: PlaceInFile;
}

/** A piece of the text of a file. */
export interface PlaceInFile {
  readonly file: YamlFile;
  readonly offset: number;
  readonly length: number;
}

/** The only way to change values in a text. */
export interface Editable {
  /** The pieces of the text that edits stay in; `undefined` if that is all of it. */
  bounds(file: YamlFile): readonly Bounds[] | undefined;
  /** The values after edits that are in the order of the text; `undefined` if the text around would not be the same, or would not have them at the same place. */
  edited(edits: readonly Edit[], file: YamlFile): YamlFile | undefined;
}
