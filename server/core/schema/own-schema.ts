import {
  findNodeAtOffset,
  getNodePath,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Diagnostic, JSONSchema, LanguageService as JsonService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { URI, Utils } from "vscode-uri";
import { type ReadChart, SCHEMA_FILE } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import type { Path } from "../yaml/tree.ts";
import { isBounded, type JsonMapping, withoutSlowPatterns } from "./bounded-schema.ts";
import { LONGEST_NAME } from "./quick-pattern.ts";

/** What a chart's own schema objects to, and where in the values. */
export interface Violation {
  readonly path: Path;
  readonly message: string;
}

/** Values with what Helm merges are checked once. */
export type CheckValues = (values: unknown) => Promise<readonly Violation[]>;

/**
 * A check by the chart's own `values.schema.json`, which Helm runs over the merged values before it renders (drafts 4 to 2020-12);
 * `undefined` if the chart has none that is JSON. Nothing is loaded from elsewhere than the chart.
 */
export const ownSchemaOf = memo((chart: Pick<ReadChart, "texts">): CheckValues | undefined => {
  const written = parsed(chart.texts.get(SCHEMA_FILE));
  const fileAt = memo(
    (name: string) => parsed(chart.texts.get(name)),
    new Map<string, JsonMapping | undefined>(),
  );
  if (written === undefined || !isBounded(written, fileAt)) return undefined;
  const serviceWithin = memo(
    (longest: number) => serviceFor(chart, written, longest),
    new Map<number, Promise<JsonService>>(),
  );
  return async (values) => {
    try {
      const longest = longestText(values) <= LONGEST_NAME ? LONGEST_NAME : LONGEST_VALUE;
      return await violations(await serviceWithin(longest), values);
    } catch {
      // A schema that refers to itself for one and the same value, which has no end, forbids nothing here.
      return [];
    }
  };
});

/**
 * Where the chart's own schema stops being JSON; `undefined` if it is JSON, or if that is not certain: old versions of Helm read no further
 * than to the end of the first value, and an empty file of an archive counts as none.
 */
export const schemaFault = memo(({ texts }: ReadChart): number | undefined => {
  const text = texts.get(SCHEMA_FILE);
  if (text === undefined || text === "" || text.length > LONGEST || isJson(text)) return undefined;
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    // It is too deep to say where.
    return 0;
  }
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

const ADDRESS = "chart:///";

/** The length of the longest key or string in some values. */
function longestText(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (longest, [key, child]) => Math.max(longest, key.length, longestText(child)),
    0,
  );
}

/** Checks by a schema and what it refers to, without the patterns that could take long for texts of up to a length. */
async function serviceFor(
  { texts }: Pick<ReadChart, "texts">,
  schema: JsonMapping,
  longest: number,
): Promise<JsonService> {
  const { getLanguageService } = await import("vscode-json-languageservice");
  const service = getLanguageService({
    schemaRequestService: async (uri) => {
      const file = uri.startsWith(ADDRESS)
        ? texts.get(decodeURIComponent(uri.slice(ADDRESS.length)))
        : undefined;
      // What is not in the chart is not fetched: anything fits it.
      return JSON.stringify(withoutSlowPatterns(parsed(file) ?? {}, longest));
    },
    workspaceContext: {
      resolveRelativePath: (relative, base) =>
        Utils.resolvePath(Utils.dirname(URI.parse(base)), relative).toString(),
    },
  });
  service.configure({
    schemas: [
      {
        uri: ADDRESS + SCHEMA_FILE,
        fileMatch: ["*"],
        schema: withoutSlowPatterns(schema, longest) as JSONSchema,
      },
    ],
  });
  return service;
}

async function violations(service: JsonService, values: unknown): Promise<Violation[]> {
  const text = JSON.stringify(values);
  const document = TextDocument.create("chart:///values.json", "json", 0, text);
  const json = service.parseJSONDocument(document);
  const found = await service.doValidation(document, json, { schemaRequest: "ignore" });
  const tree = parseTree(text);
  return found.flatMap((diagnostic: Diagnostic) => {
    const at = tree && findNodeAtOffset(tree, document.offsetAt(diagnostic.range.start), true);
    return at ? [{ path: getNodePath(at), message: textOf(diagnostic) }] : [];
  });
}

function textOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}

/** The mapping in a text; `undefined` if it is none, or too long or too deep. */
function parsed(text: string | undefined): JsonMapping | undefined {
  if (text === undefined || text.length > LONGEST) return undefined;
  try {
    const value: unknown = parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonMapping)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Characters of a string in values with which patterns are still meant to be quick. */
const LONGEST_VALUE = 1_000_000;
/** Characters of a schema that are read. */
const LONGEST = 2_000_000;
