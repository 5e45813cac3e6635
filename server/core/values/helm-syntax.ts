import type { Fault } from "../yaml/fault.ts";
import { anchorSpan } from "../yaml/lookup.ts";
import type { ValueNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** Half of a surrogate pair as an escape, after an even number of backslashes. */
const SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;
const OTHER_LINE_BREAK = /[\u0085\u2028\u2029]/;
const VERSION = /^%YAML[ \t]+(?![ \t]|0?1\.0?1(?:[ \t\r\n#]|$))\S*/m;
const TAB_LINE = /(?<![^\n])\t[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/g;

/** A text without any of these holds no anchors, aliases, tags, tabs, merge keys or `\u` escapes. */
const MARKS = ["&", "*", "!", "\t", "<<", "\\u"];

/** Tells quickly if a text can hold a value that Helm refuses; most cannot. */
export function mayRefuse(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark));
}

/** True if Helm accepts a string as the name of an anchor; the YAML specification allows more. */
export function isAnchorName(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}

/** Recognises nodes that Helm refuses although they are valid YAML. */
export class NodeCheck {
  readonly #text: string;
  /** True if the document holds such escapes or line breaks at all; most do not. */
  readonly #escapes: boolean;
  readonly #lineBreaks: boolean;

  /**
   * Checks nodes of a document in `text`; `source` is the text of the document alone. With `refused`, Helm's reader has stopped in
   * it, so unusual line breaks are checked as well.
   */
  constructor(text: string, source: string, refused: boolean) {
    this.#text = text;
    this.#lineBreaks = refused && OTHER_LINE_BREAK.test(source);
    this.#escapes = SURROGATE_ESCAPE.test(source);
  }

  /** The refusal of a node by Helm, at its anchor or all of it; `undefined` if Helm accepts the node. */
  refusalOf(node: ValueNode): Refusal | undefined {
    const name = node.alias ?? node.anchor;
    if (name !== undefined && !isAnchorName(name)) {
      return refusal({ code: "anchor-name", name }, anchorSpan(this.#text, node) ?? node);
    }
    const fault = this.#textFault(node);
    return fault && refusal(fault, node);
  }

  #textFault(node: ValueNode): Fault | undefined {
    if (!("style" in node) || node.alias !== undefined || !(this.#escapes || this.#lineBreaks))
      return undefined;
    const source = this.#text.slice(node.offset, node.offset + node.length);
    if (node.style === "double") {
      return SURROGATE_ESCAPE.test(source) ? { code: "half-character" } : undefined;
    }
    if (!this.#lineBreaks || node.style !== "plain" || !OTHER_LINE_BREAK.test(source)) return undefined;
    return { code: "line-break-character" };
  }
}

/** The first line around the values that Helm refuses although it is valid YAML. */
export function refusedLine(file: YamlFile, { start, end, root }: YamlDocument): Refusal | undefined {
  const text = file.text.slice(start, end);
  if (!text.includes("\t") && !text.includes("%")) return undefined;
  const version = VERSION.exec(text);
  if (version && text.slice(0, version.index).trim() === "") {
    return refusal({ code: "yaml-version" }, { offset: start + version.index, length: version[0].length });
  }
  const tabs = [...text.matchAll(TAB_LINE)];
  if (tabs.length === 0) return undefined;
  const spans = root ? opaqueSpans(root) : [];
  let span = 0;
  for (const { 0: line, index } of tabs) {
    const offset = start + index;
    while (span < spans.length && (spans[span]?.end ?? 0) <= offset) span++;
    if ((spans[span]?.offset ?? Number.POSITIVE_INFINITY) <= offset) continue;
    return refusal({ code: "tab-line" }, { offset, length: line.length });
  }
  return undefined;
}

/** The spans in which tabs are allowed: scalars and brackets. They are in text order, none inside another. */
function opaqueSpans(node: ValueNode): { offset: number; end: number }[] {
  if (node.type === "object" && !node.flow && node.alias === undefined) {
    return node.properties.flatMap((property) => opaqueSpans(property.valueNode));
  }
  if (node.type === "array" && !node.flow && node.alias === undefined) return node.items.flatMap(opaqueSpans);
  return node.length === 0 ? [] : [{ offset: node.offset, end: node.offset + node.length }];
}
