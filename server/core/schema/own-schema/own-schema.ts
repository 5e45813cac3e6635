import * as l10n from "@vscode/l10n";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import type { ASTNode, Diagnostic, JSONDocument } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type ReadChart, SCHEMA_FILE } from "../../chart/chart.ts";
import { isTooDeep, type JsonMapping, LONGEST_SCHEMA, parsedMapping } from "../../chart/json-text.ts";
import { memo } from "../../yaml/memo.ts";
import { shown } from "../../yaml/shown.ts";
import type { Path } from "../../yaml/tree.ts";
import type { GoPattern } from "../go-pattern.ts";
import { RejectedTexts } from "./rejected-texts.ts";
import { SchemaFiles } from "./schema-files.ts";
import { SchemaWork } from "./schema-work.ts";
import { type SchemaFault, UnusableSchema } from "./unusable-schema.ts";

/** An objection of a chart's own schema, with its place in the values. */
export interface Violation {
  readonly path: Path;
  readonly message: string;
  /** The message is a sentence about the schema itself, which cannot be evaluated for these values. */
  readonly isAboutSchema?: boolean;
}

/** Checks merged values by a schema; the same values are checked once. */
export type CheckValues = (values: unknown) => Promise<readonly Violation[]>;

/** The largest number of violations that one check reports: nobody reads more. */
const MOST_VIOLATIONS = 1000;

/**
 * A check by the chart's own `values.schema.json`, which Helm runs over the merged values before it renders (drafts 4 to 2020-12);
 * `undefined` if the chart has none that is JSON. Nothing is loaded from outside the chart. The work of the check is counted beforehand, and
 * a schema that needs too much is a violation of its own.
 */
export const ownSchemaOf = memo((chart: Pick<ReadChart, "texts">): CheckValues | undefined => {
  const text = chart.texts.get(SCHEMA_FILE);
  if (text !== undefined && isTooDeep(text)) return async () => [violationOf({ kind: "depth" })];
  if (!parsedMapping(text)) return undefined;
  const patterns = new Map<string, GoPattern | undefined>();
  const known = new Map<string, Promise<readonly Violation[]>>();
  return async (values) => {
    try {
      const text = JSON.stringify(values);
      const found = known.get(text) ?? violations(chart, text, patterns);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(text, found);
      return await found;
    } catch (error) {
      // A text that is no schema can make the library throw, and values can be too deep for it.
      return [violationOf(error instanceof UnusableSchema ? error.fault : { kind: "unknown" })];
    }
  };
});

/** The number of values whose check is kept: those of several documents, and of most fixes that are tried out, are the same. */
const MOST_KNOWN = 20;

/**
 * The offset at which the chart's own schema stops being JSON; `undefined` if it is JSON, or if that is not certain: old versions of Helm
 * read no further than to the end of the first value, an empty file of an archive counts as none, and some files are too long or too deep to
 * be read.
 */
export const schemaFault = memo(({ texts }: ReadChart): number | undefined => {
  const text = texts.get(SCHEMA_FILE);
  if (text === undefined || text === "" || text.length > LONGEST_SCHEMA) return undefined;
  if (isTooDeep(text) || isJson(text)) return undefined;
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (first === undefined) return 0;
  return printParseErrorCode(first.error) === "EndOfFileExpected" ? undefined : first.offset;
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A document of the library, which can be checked at once by a schema without references. */
type CheckedDocument = JSONDocument & {
  validate(document: TextDocument, schema: JsonMapping): Diagnostic[] | undefined;
};

async function violations(
  { texts }: Pick<ReadChart, "texts">,
  text: string,
  known: Map<string, GoPattern | undefined>,
): Promise<Violation[]> {
  const [{ getLanguageService }, { goPattern }] = await Promise.all([
    import("vscode-json-languageservice"),
    import("../go-pattern.ts"),
  ]);
  // The schema is changed for these values, therefore it is parsed for them.
  const files = new SchemaFiles(SCHEMA_FILE, (name) => texts.get(name));
  if (isTooDeep(text)) throw new UnusableSchema({ kind: "depth" });
  const document = TextDocument.create("chart:///values.json", "json", 0, text);
  const json = getLanguageService({}).parseJSONDocument(document) as CheckedDocument;
  const { root } = json as { readonly root?: ASTNode };
  if (!root) return [];
  const rejected = new RejectedTexts(memo(goPattern, known));
  const count = () => new SchemaWork(files, rejected, text.length).workOf(files.root, root);
  count();
  // Rejected texts are compared with each text again.
  if (rejected.isAny()) count();
  rejected.replacePatterns();
  const paths = pathsIn(root);
  const found = new Map<string, Violation>();
  for (const { range, message } of json.validate(document, files.root) ?? []) {
    if (found.size >= MOST_VIOLATIONS) break;
    const offset = document.offsetAt(range.start);
    const sentence = typeof message === "string" ? message : String(message);
    found.set(`${offset} ${sentence}`, { path: paths.get(offset)?.() ?? [], message: sentence });
  }
  return [...found.values()];
}

/** The paths of the values and keys that begin at each offset. */
function pathsIn(root: ASTNode): ReadonlyMap<number, () => Path> {
  const paths = new Map<number, () => Path>();
  const waiting: { readonly node: ASTNode; readonly path: () => Path }[] = [{ node: root, path: () => [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next;
    paths.set(node.offset, path);
    const add = (key: string | number, below: ASTNode | undefined) => {
      if (below) waiting.push({ node: below, path: () => [...path(), key] });
    };
    if (node.type === "array") node.items.forEach((item, index) => void add(index, item));
    if (node.type !== "object") continue;
    for (const { keyNode, valueNode } of node.properties) {
      paths.set(keyNode.offset, () => [...path(), keyNode.value]);
      add(keyNode.value, valueNode);
    }
  }
  return paths;
}

function violationOf(fault: SchemaFault): Violation {
  return { path: [], message: sentenceOf(fault), isAboutSchema: true };
}

function sentenceOf(fault: SchemaFault): string {
  switch (fault.kind) {
    case "cycle":
      return l10n.t(
        "The chart's schema cannot be evaluated: a part of it refers to itself for the same value. Correct its {0}.",
        SCHEMA_FILE,
      );
    case "depth":
      return l10n.t(
        "The chart's schema cannot be evaluated: it is nested too deeply. Simplify its {0}.",
        SCHEMA_FILE,
      );
    case "work":
      return l10n.t(
        "The chart's schema cannot be evaluated: it takes too long for these values. Simplify its {0}.",
        SCHEMA_FILE,
      );
    case "pattern":
      return l10n.t(
        'The chart\'s schema cannot be evaluated: Helm cannot read the pattern "{0}". Correct its {1}.',
        shown(fault.pattern),
        SCHEMA_FILE,
      );
    case "unknown":
      return l10n.t(
        "The chart's schema cannot be evaluated: it is not a valid JSON schema. Correct its {0}.",
        SCHEMA_FILE,
      );
  }
}
