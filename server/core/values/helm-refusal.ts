import type { Fault } from "../yaml/fault.ts";
import { isMergeKey, mergedInto } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { decodeBase64 } from "../yaml/reader/base64.ts";
import { helmReasonOf } from "../yaml/reader/helm-reasons.ts";
import type {
  ArrayNode,
  ObjectNode,
  PropertyNode,
  ScalarNode,
  ValueNode,
  YamlDocument,
  YamlFile,
} from "../yaml/tree.ts";
import { markerOf } from "./helm-documents.ts";
import { mayRefuse, NodeCheck, refusedLine } from "./helm-syntax.ts";
import type { Span } from "./helm-tree.ts";
import { type HelmMajor, type Refusal, refusal } from "./refusal.ts";

/** The reason for which Helm refuses a document of a file; `undefined` if it accepts the document. */
export function documentRefusal(
  file: YamlFile,
  document: YamlDocument,
  helm: HelmMajor,
): Refusal | undefined {
  return (
    (helm === 4 ? separatorRefusal(file, document) : undefined) ??
    problemIn(file, document) ??
    refusedLine(file, document) ??
    valuesRefusal(file.text, document) ??
    readerRefusal(document)
  );
}

/** The reason that Helm's own reader gives, if no other check has a better one. */
function readerRefusal({ refusal, end }: YamlDocument): Refusal | undefined {
  if (!refusal) return undefined;
  const { offset, reason: words } = refusal;
  const fault = { code: "helm-stop", reason: helmReasonOf(words), words } as const;
  return { fault, offset, length: Math.max(end - offset, 0) };
}

/** Helm 4 cuts the text at lines that begin with `---` before it looks at it as YAML. */
function separatorRefusal(file: YamlFile, document: YamlDocument): Refusal | undefined {
  const { start, end } = document;
  const text = file.text.slice(start, end);
  const bad = /(?<![^\n])---(?![ \t]*(?:#|\r?\n|$))[^\r\n]*/.exec(text);
  if (bad && !(bad.index === 0 && file.text[start - 1] === "\r")) {
    return refusal({ code: "helm4-separator" }, { offset: start + bad.index, length: bad[0].length });
  }
  const directive = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*\uFEFF*(%[^\r\n]*)/.exec(text)?.[1];
  if (directive !== undefined && markerOf(file, document)) {
    const span = { offset: start + text.indexOf(directive), length: directive.length };
    return refusal({ code: "helm4-directive" }, span);
  }
  return undefined;
}

function problemIn(file: YamlFile, { start, end }: YamlDocument): Refusal | undefined {
  return file.problems.find(({ offset }) => offset >= start && (offset < end || end === file.text.length));
}

/** The reason for which Helm refuses the content of a document; computed once for each tree. */
function valuesRefusal(text: string, document: YamlDocument): Refusal | undefined {
  const { root, refusal: stop, whole = document } = document;
  if (!root || root.type === "null") return undefined;
  if (root.type !== "object") return refusal({ code: "top-level" }, root);
  // Of a document that is read around its faults, only the tree is known.
  const [start, end] =
    whole.end > whole.start ? [whole.start, whole.end] : [root.offset, root.offset + root.length];
  const source = text.slice(start, end);
  if (!stop && !mayRefuse(source)) return undefined;
  return refusalIn(root, text, source, stop !== undefined);
}

const refusalIn = memo((root: ObjectNode, text: string, source: string, refused: boolean) =>
  new ValuesCheck(text, source, refused).refusalOf(root),
);

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(fault: Fault, span: Span) {
    super(fault.code);
    this.refusal = refusal(fault, span);
  }
}

/** Walks through a document as Helm reads it and counts, because Helm refuses documents that are mostly aliases. */
class ValuesCheck {
  readonly #text: string;
  readonly #check: NodeCheck;
  #reads = 0;
  #aliasReads = 0;
  #aliasDepth = 0;

  constructor(text: string, source: string, refused: boolean) {
    this.#text = text;
    this.#check = new NodeCheck(text, source, refused);
  }

  refusalOf(root: ObjectNode): Refusal | undefined {
    try {
      this.#count(root);
      this.#mapping(root);
      return undefined;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  #value(node: ValueNode): void {
    this.#count(node);
    if (node.target && "children" in node.target) this.#behindAlias(node.target);
    else this.#content(node);
  }

  #content(node: ValueNode): void {
    switch (node.type) {
      case "object":
        this.#mapping(node);
        break;
      case "array":
        if (!node.flow) this.#checkDashes(node);
        for (const item of node.items) this.#value(item);
        break;
      default:
        if (node.tag === "!!binary") this.#checkBinary(node);
    }
  }

  #mapping({ properties }: ObjectNode): void {
    for (const property of properties) {
      if (isMergeKey(property)) {
        this.#merge(property);
        continue;
      }
      this.#count(property.keyNode);
      this.#value(property.valueNode);
    }
  }

  #merge(property: PropertyNode): void {
    for (const source of mergedInto(property)) {
      this.#count(source);
      const mapping = source.target ?? source;
      if (mapping.type !== "object") throw new Refused({ code: "merged-other" }, source);
      if (source.alias) this.#behindAlias(mapping);
      else this.#mapping(mapping);
    }
  }

  #checkDashes({ items }: ArrayNode): void {
    for (const item of items) {
      let start = item.offset;
      while (" \t".includes(this.#text.charAt(start - 1)) && start > 0) start--;
      const blanks = { offset: start, length: item.offset - start };
      if (this.#text.charAt(start - 1) === "-" && this.#text.slice(start, item.offset).includes("\t")) {
        throw new Refused({ code: "tab-after-dash" }, blanks);
      }
    }
  }

  #checkBinary(node: ScalarNode): void {
    if (decodeBase64(String(node.value)) === undefined) {
      throw new Refused({ code: "not-base64" }, node);
    }
  }

  #behindAlias(target: ValueNode): void {
    this.#aliasDepth++;
    this.#aliasReads++;
    this.#reads++;
    this.#content(target);
    this.#aliasDepth--;
  }

  #count(place: ValueNode): void {
    const refusal = this.#check.refusalOf(place);
    if (refusal) throw new Refused(refusal.fault, refusal);
    this.#reads++;
    if (this.#aliasDepth > 0) this.#aliasReads++;
    if (this.#aliasReads <= 100 || this.#reads <= 1000) return;
    if (this.#aliasReads / this.#reads > allowedAliasShare(this.#reads)) {
      throw new Refused({ code: "too-many-aliases" }, place);
    }
  }
}

/** The share of values that may come from aliases falls from 99 to 10 percent as a document grows. */
function allowedAliasShare(reads: number): number {
  const [low, high] = [400_000, 4_000_000];
  if (reads <= low) return 0.99;
  if (reads >= high) return 0.1;
  return 0.99 - 0.89 * ((reads - low) / (high - low));
}
